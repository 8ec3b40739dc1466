/** The alerts screen on desk and phone: set, changed, paused, armed again and removed; an own fill fires one, which is then history. */

import type { Locator, Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import { getFrom, postTo } from "../support/signed-up.ts"

const ALERTS = "/pages/user/alerts"

const rows = (page: Page) => page.locator("[data-alert-row]")
const form = (page: Page) => page.getByRole("dialog")
const choose = (page: Page, name: string, label: string) =>
  form(page).getByRole("combobox", { name, exact: true }).selectOption({ label })
const level = (page: Page, name: string) => form(page).getByRole("textbox", { name, exact: true })

interface ServerAlert {
  state: string
  condition: Record<string, unknown>
}

async function alertsOf({ token }: Trader, base: string): Promise<ServerAlert[]> {
  const { data } = await getFrom<{ rows: ServerAlert[] }>(base, "/alert/list", token)
  return data.rows
}

async function set(page: Page, button: Locator): Promise<void> {
  await button.click()
  await expect(form(page)).toHaveCount(0)
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("an alert is set, changed, paused and armed; one on an own fill fires, and is armed again from the history", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(ALERTS)
    await expect(page.getByText(/^No alerts yet\./)).toBeVisible()

    // A price that is reached already is refused in the same words at once and by the server.
    await page.getByRole("button", { name: "New alert" }).click()
    await choose(page, "Market", "BTC/USDT")
    await level(page, "Price").fill("0.01")
    await expect(form(page).getByText(/^This condition is already met/)).toBeVisible()
    await level(page, "Price").press("Enter")
    await expect(form(page).getByRole("alert")).toHaveText(/^This condition is already met/)
    await level(page, "Price").fill("99,999,999.5")
    await level(page, "Note").fill("<i>moon</i>")
    await set(page, form(page).getByRole("button", { name: "Set alert" }))
    await expect(rows(page)).toHaveText([/Armed.*last price at or above 99,999,999\.5\sUSDT<i>moon<\/i>/])
    await expect(page.getByText("1 of 200 in use")).toBeVisible()

    await rows(page)
      .getByRole("button", { name: /^Change: / })
      .click()
    await form(page).getByText("Crosses", { exact: true }).click()
    await level(page, "Price").fill("88888888")
    await set(page, form(page).getByRole("button", { name: "Save" }))
    await expect(rows(page)).toHaveText([/at or above 88,888,888\sUSDT/])
    expect(await alertsOf(trader, saker.url)).toMatchObject([
      { state: "armed", condition: { direction: "cross", price: "88888888" } },
    ])

    await rows(page)
      .getByRole("button", { name: /^Pause: / })
      .click()
    await expect(rows(page)).toHaveText([/Paused.*crosses 88,888,888/])
    await rows(page)
      .getByRole("button", { name: /^Arm: / })
      .click()
    await expect(rows(page)).toHaveText([/Armed/])

    await page.getByRole("button", { name: "New alert" }).click()
    await choose(page, "Alert on", "Own fill")
    await choose(page, "Market", "Any market")
    await set(page, form(page).getByRole("button", { name: "Set alert" }))
    await expect(rows(page)).toHaveText([/^Any market/, /88,888,888/])

    await page.getByRole("tab", { name: "History" }).click()
    await expect(page.getByText("No alert has been triggered yet.")).toBeVisible()
    const order = { instrument: "BTC_USDT", side: "buy", type: "market", quantity: "0.00100" }
    expect(await trader.post("/spot/place", order)).toMatchObject({ code: 200 })
    await expect(rows(page)).toHaveText([/^Any market.*an own order is filledat [\d,.]+/])
    await rows(page)
      .getByRole("button", { name: /^Arm again: Any market/ })
      .click()
    await expect(page.getByText("No alert has been triggered yet.")).toBeVisible()

    await page.getByRole("tab", { name: "Active" }).click()
    await rows(page)
      .getByRole("button", { name: /^Delete: Any market/ })
      .click()
    await expect(rows(page)).toHaveText([/88,888,888/])
    expect(await alertsOf(trader, saker.url)).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("from the user centre to the sheet: a visitor logs in first; every other kind is set as it was typed @verify", async ({
    page,
    open,
    saker,
  }) => {
    await open(ALERTS)
    await expect(page).toHaveURL(/#\/login\?to=/)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await page.goto(`${saker.url}/?again#/pages/user/index`)
    await page.getByRole("main").getByRole("link", { name: "Alerts" }).tap()

    const add = async (kind: string, fill: () => Promise<void>) => {
      await page.getByRole("button", { name: "New alert" }).tap()
      await choose(page, "Alert on", kind)
      await fill()
      await set(page, form(page).getByRole("button", { name: "Set alert" }))
    }
    await add("Price change", async () => {
      await choose(page, "Market", "BTC/USDT")
      await choose(page, "Within", "24\u202fh")
      await form(page)
        .locator("label", { hasText: /^Fall$/ })
        .tap()
      await level(page, "Change").fill("99.5")
    })
    await add("Volume", async () => {
      await choose(page, "Market", "BTC/USDT")
      await choose(page, "Within", "5\u202fmin")
      await level(page, "Volume").fill("99,999,999")
    })
    await add("Funding rate", async () => {
      await choose(page, "Market", "BTC/USDT Perp")
      await level(page, "Funding rate").fill("99.000001")
    })
    await add("Margin ratio", async () => {
      await choose(page, "Account or position", "Cross account")
      await level(page, "Margin ratio").fill("80")
    })
    await expect(rows(page)).toHaveText([
      /^Cross account.*margin ratio at or above 80\s%/,
      /^BTC\/USDT Perp.*funding rate at or above 99\.000001\s%/,
      /^BTC\/USDT.*volume in 5\smin: at least 99,999,999\sBTC/,
      /^BTC\/USDT.*fall in 24\sh: at least 99\.5\s%/,
    ])
    expect((await alertsOf(trader, saker.url)).map(({ condition }) => condition)).toMatchObject([
      { kind: "change", direction: "below", minutes: 1440, change: "0.995" },
      { kind: "volume", minutes: 5, volume: "99999999" },
      { kind: "funding", direction: "above", rate: "0.99000001" },
      { kind: "margin", instrument: "", ratio: "0.8" },
    ])
  })
})

testLooksOf("the alerts", async (page, url, look) => {
  const trader = await newTrader(url)
  const arm = (condition: object, more: object = {}) =>
    postTo(url, "/alert/add", { condition, note: "", mail: false, push: true, ...more }, trader.token)
  await openAs(page, trader)
  await page.goto(`${url}/#${ALERTS}`)
  const add = page.getByRole("tabpanel").getByRole("button")
  await expect(add).toBeVisible()
  await look("none")
  await add.click()
  await expect(form(page).getByRole("textbox").first()).toBeVisible()
  // Chosen by value: the words are in another language.
  const kinds = form(page).getByRole("combobox").first()
  for (const kind of ["funding", "price", "change"]) {
    await kinds.selectOption(kind)
    await form(page).getByRole("textbox").first().fill("0,000000001")
    await look(`form, ${kind}`)
  }
  await page.keyboard.press("Escape")
  await expect(form(page)).toHaveCount(0)
  const price = { kind: "price", instrument: "BTC_USDT_PERP", source: "mark", direction: "above" }
  await arm(
    { ...price, price: "99999999.5" },
    { mail: true, note: "a note as long as notes may be ".repeat(2) },
  )
  await arm({ kind: "margin", instrument: "BTC_USDT_PERP", ratio: "0.8" })
  await arm({ kind: "fill", instrument: "" })
  await expect(rows(page)).toHaveCount(3)
  await look("three")
  const order = { instrument: "BTC_USDT", side: "buy", type: "market", quantity: "0.00100" }
  expect(await trader.post("/spot/place", order)).toMatchObject({ code: 200 })
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole("tab").last().click()
  await expect(rows(page)).toHaveCount(1)
  await look("history")
})
