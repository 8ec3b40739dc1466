/** Somebody sets an alert on a line they drew: it stands on the line, follows it, ends with it, and fires once (J9). */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"

/** From the top of the last price's label to two px below the price: at the price itself an alert would be met already. */
const BELOW_PRICE_PX = 11
const TRADE = "/pages/spot/trade?symbol=BTC_USDT&interval=15m"

interface Row {
  state: string
  condition: { kind: string; price?: string; from?: { price: string }; to?: { price: string } }
}

async function rowsOf(trader: Trader, base: string, list: "list" | "history"): Promise<Row[]> {
  const headers = { authorization: `Bearer ${trader.token}`, lang: "en" }
  const answer = await fetch(`${base}/alert/${list}`, { headers })
  return ((await answer.json()) as { data: { rows: Row[] } }).data.rows
}

async function chartOf(page: Page) {
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  return (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
}

const tools = (page: Page) => page.getByRole("toolbar", { name: "Drawing tools" })
const bell = (page: Page, name: string) => page.locator("[data-chosen]").getByRole("button", { name })

test("an alert on a trend line follows the line and ends with it", async ({ page, open, saker }) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  await chartOf(page)
  await page.getByRole("button", { name: "Draw", exact: true }).click()
  await expect(tools(page)).toBeVisible()
  const at = await chartOf(page)
  await tools(page).getByRole("button", { name: "Trend line", exact: true }).click()
  await page.mouse.click(...at(0.3, 0.1))
  await page.mouse.click(...at(0.6, 0.08))

  await bell(page, "Alert on this line").click()
  await expect(page.locator("[data-alert]")).toHaveCount(1)
  const [first] = await rowsOf(trader, saker.url, "list")
  expect(first).toMatchObject({ state: "armed", condition: { kind: "line" } })

  // The middle of the line, dragged downwards: the alert goes with it.
  await page.mouse.move(...at(0.45, 0.09))
  await page.mouse.down()
  await page.mouse.move(...at(0.45, 0.12), { steps: 5 })
  await page.mouse.up()
  await expect
    .poll(async () => (await rowsOf(trader, saker.url, "list"))[0]?.condition.from?.price)
    .not.toBe(first?.condition.from?.price)
  await expect(page.locator("[data-alert]")).toHaveCount(1)
  await expect(bell(page, "Remove the alert on this line")).toBeVisible()

  await page.keyboard.press("Delete")
  await expect.poll(() => rowsOf(trader, saker.url, "list")).toEqual([])
  await expect(page.locator("[data-alert]")).toHaveCount(0)
  expect(complaints).toEqual([])
})

test("an alert on a horizontal line at the market fires once @verify", async ({ page, open, saker }) => {
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE.replace("15m", "1m"))
  await chartOf(page)
  await page.getByRole("button", { name: "Draw", exact: true }).click()
  const at = await chartOf(page)
  const x = at(0.5, 0)[0]
  const boxOf = async (mark: string) => {
    const box = await page.locator(mark).boundingBox({ timeout: 2_000 })
    if (!box) throw new Error(`no ${mark}`)
    return box
  }
  const lastPrice = async () => (await boxOf("[data-last-price]")).y + BELOW_PRICE_PX
  // At the last price: the market goes through it by itself.
  await tools(page).getByRole("button", { name: "Horizontal line", exact: true }).click()
  await page.mouse.click(x, await lastPrice())
  await bell(page, "Alert on this line").click()
  const fired = () => rowsOf(trader, saker.url, "history")
  const hasFired = () => expect.poll(async () => (await fired()).length, { timeout: 15_000 }).toBe(1)
  await expect(async () => {
    if (await hasFired().catch(() => true)) {
      // It went away from the line instead: the line is dragged after it.
      const alert = await boxOf("[data-alert]")
      await page.mouse.move(x, alert.y + alert.height / 2)
      await page.mouse.down()
      await page.mouse.move(x, await lastPrice(), { steps: 5 })
      await page.mouse.up()
      await hasFired()
    }
  }).toPass({ timeout: 150_000 })
  expect(await fired()).toMatchObject([{ state: "fired", condition: { kind: "price" } }])
  await expect(page.locator("[data-alert]")).toHaveCount(0)
  expect(await rowsOf(trader, saker.url, "history")).toHaveLength(1)
  expect(await rowsOf(trader, saker.url, "list")).toEqual([])
})
