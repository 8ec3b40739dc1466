/** A price alert that its user armed on the page fires once, and is told once: with the tab open, hidden, and with none. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ viewport: DESK })

const ALERTS = "/pages/user/alerts"

interface ServerAlert {
  id: number
  state: string
  seen: boolean
  condition: Record<string, unknown>
}

const rows = (page: Page) => page.locator("[data-alert-row]")
const form = (page: Page) => page.getByRole("dialog")
const alertsOf = async ({ token }: Trader, base: string, list: "list" | "history") =>
  (await getFrom<{ rows: ServerAlert[] }>(base, `/alert/${list}`, token)).data.rows

/** Between the best bid and the best ask: the next trade on the other side crosses it. */
async function middle(base: string): Promise<string> {
  const { data } = await getFrom<{ bids: [string, string][]; asks: [string, string][] }>(
    base,
    "/market/depth?symbol=BTC_USDT&limit=5",
  )
  return ((Number(data.bids[0]?.[0]) + Number(data.asks[0]?.[0])) / 2).toFixed(2)
}

/** Somebody else trades at the best ask and at the best bid. */
async function tradeBothSides(mover: Trader): Promise<void> {
  for (const side of ["buy", "sell"])
    await mover.post("/spot/place", { instrument: "BTC_USDT", side, type: "market", quantity: "0.00100" })
}

/** Every word that a toast has said since the page was opened: one stays for four seconds only. */
async function keepToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && /^Alert · /.test(node.innerText)) said.push(node.innerText)
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

async function set(page: Page, price: string, isCrossing: boolean): Promise<void> {
  if ((await form(page).count()) === 0) {
    if ((await rows(page).count()) === 0) {
      await page.getByRole("button", { name: "New alert" }).click()
      await form(page)
        .getByRole("combobox", { name: "Market", exact: true })
        .selectOption({ label: "BTC/USDT" })
    } else {
      await rows(page)
        .getByRole("button", { name: /^Change: / })
        .click()
    }
  }
  if (isCrossing) await form(page).getByText("Crosses", { exact: true }).click()
  await form(page).getByRole("textbox", { name: "Price", exact: true }).fill(price)
  await form(page)
    .getByRole("button", { name: /^(Set alert|Save)$/ })
    .click()
  await expect(form(page)).toHaveCount(0, { timeout: 3000 })
}

/** Another device of theirs lays the one alert where the market is, which no journey can move so far; then it is crossed. */
const fireFromElsewhere = (trader: Trader, mover: Trader, base: string) =>
  expect(async () => {
    const [armed] = await alertsOf(trader, base, "list")
    if (armed) {
      const condition = { ...armed.condition, direction: "cross", price: await middle(base) }
      await trader.post("/alert/change", { id: armed.id, condition })
    }
    await tradeBothSides(mover)
    const fired = async () => (await alertsOf(trader, base, "history")).length
    await expect.poll(fired, { timeout: 5000 }).toBe(1)
  }).toPass()

const TOLD = /^Alert · BTC\/USDT last price [≥≤] [\d,.]+ · at [\d,.]+/

test("with the tab open its firing is said once, and stands once in the history", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const [trader, mover] = await Promise.all([newTrader(saker.url), newTrader(saker.url)])
  const toasts = await keepToasts(page)
  await openAs(page, trader)
  await open(ALERTS)
  await expect(page.getByText(/^No alerts yet\./)).toBeVisible()
  const fired = () => alertsOf(trader, saker.url, "history")
  // The market may have gone on before it is armed: then it is set anew where the market is.
  await expect(async () => {
    if ((await fired()).length === 0) await set(page, await middle(saker.url), true)
    await tradeBothSides(mover)
    await expect.poll(async () => (await fired()).length, { timeout: 5000 }).toBe(1)
  }).toPass()
  await expect.poll(async () => (await toasts()).length).toBe(1)
  expect((await toasts())[0]?.replaceAll(/\s/g, " ")).toMatch(TOLD)
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole("tab", { name: "History" }).click()
  await expect(rows(page)).toHaveText([/^BTC\/USDT.*at [\d,.]+/])

  // It has fired: the market goes on through its price, and nothing more is said.
  await tradeBothSides(mover)
  await tradeBothSides(mover)
  await expect
    .poll(async () => (await fired()).map(({ seen, state }) => [state, seen]))
    .toEqual([["fired", true]])
  expect(await alertsOf(trader, saker.url, "list")).toEqual([])
  expect(await toasts()).toHaveLength(1)
  expect(complaints).toEqual([])
})

/** What a browser tells a page whose tab is put behind another, or comes to the front again: no headless one does it by itself. */
const putBehind = (page: Page, isBehind: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value: hidden },
      visibilityState: { configurable: true, value: hidden ? "hidden" : "visible" },
    })
    document.dispatchEvent(new Event("visibilitychange"))
  }, isBehind)

test("with the tab behind another it fires, and is said once when somebody looks again @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const [trader, mover] = await Promise.all([newTrader(saker.url), newTrader(saker.url)])
  const toasts = await keepToasts(page)
  await openAs(page, trader)
  await open(ALERTS)
  await expect(page.getByText(/^No alerts yet\./)).toBeVisible()
  await set(page, "99999999", false)
  await expect(rows(page)).toHaveText([/Armed.*at or above 99,999,999\sUSDT/])
  await putBehind(page, true)
  const fired = () => alertsOf(trader, saker.url, "history")
  await fireFromElsewhere(trader, mover, saker.url)
  // The page knows of it, and keeps it: a toast would be gone before anybody looked.
  await expect(rows(page)).toHaveCount(0)
  expect(await toasts()).toEqual([])
  expect(await fired()).toMatchObject([{ state: "fired", seen: false }])

  await putBehind(page, false)
  await expect.poll(async () => (await toasts()).length).toBe(1)
  expect((await toasts())[0]?.replaceAll(/\s/g, " ")).toMatch(TOLD)
  await expect.poll(async () => (await fired()).map(({ seen }) => seen)).toEqual([true])
  await putBehind(page, true)
  await putBehind(page, false)
  await tradeBothSides(mover)
  await page.getByRole("tab", { name: "History" }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(await toasts()).toHaveLength(1)
  expect(complaints).toEqual([])
})

test("with the tab closed it fires all the same: opened again the page says it once, and never again @verify", async ({
  context,
  saker,
}) => {
  const [trader, mover] = await Promise.all([newTrader(saker.url), newTrader(saker.url)])
  const tab = await context.newPage()
  await openAs(tab, trader)
  await tab.goto(`${saker.url}/#${ALERTS}`)
  await expect(tab.getByText(/^No alerts yet\./)).toBeVisible()
  await set(tab, "99999999", false)
  await expect(rows(tab)).toHaveText([/Armed.*at or above 99,999,999\sUSDT/])
  await tab.close()

  const fired = () => alertsOf(trader, saker.url, "history")
  await fireFromElsewhere(trader, mover, saker.url)
  expect(await fired()).toMatchObject([{ state: "fired", seen: false }])

  const again = await context.newPage()
  const toasts = await keepToasts(again)
  await openAs(again, trader)
  await again.goto(`${saker.url}/#${ALERTS}`)
  await expect.poll(async () => (await toasts()).length).toBe(1)
  expect((await toasts())[0]?.replaceAll(/\s/g, " ")).toMatch(TOLD)
  await again.getByRole("tab", { name: "History" }).click()
  await expect(rows(again)).toHaveCount(1)
  await expect.poll(async () => (await fired()).map(({ seen }) => seen)).toEqual([true])

  await again.reload()
  await again.getByRole("tab", { name: "History" }).click()
  await expect(rows(again)).toHaveText([/^BTC\/USDT.*at [\d,.]+/])
  expect(await toasts()).toEqual([])
})
