/** Somebody pauses a scaled order on a desk, resumes and cancels it by keys; and an iceberg on a phone, by thumb. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { place, priceAt } from "../support/own-orders.ts"
import { newTrader, openAs, type ServerOrder, type Trader } from "../support/page-trader.ts"
import { SMALL } from "../support/setups.ts"

test.use({ setup: SMALL })

const SPOT = "/pages/spot/trade?symbol=BTC_USDT"
const itemOf = (page: Page, id: number) => page.locator(`[data-parent="${id}"]`)

/** Four buys far below the market. */
async function placeLadder(trader: Trader, base: string): Promise<number> {
  const [from, to] = [await priceAt(base, "BTC_USDT", 0.9), await priceAt(base, "BTC_USDT", 0.85)]
  const terms = { instrument: "BTC_USDT", side: "buy", quantity: "0.02", from, to, count: 4 }
  const placed = await trader.post<{ group: number }>("/order/placeScaled", {
    ...terms,
    distribution: "flat",
  })
  expect(placed).toMatchObject({ code: 200 })
  return placed.data.group
}

const pricesOf = (orders: readonly ServerOrder[]) => orders.map(({ price }) => price).sort()

test("a scaled order is one line above the orders: paused by keys, the same after a reload, resumed, cancelled", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  const group = await placeLadder(trader, saker.url)
  const before = pricesOf(await trader.openOrders())
  await openAs(page, trader)
  await open(SPOT)
  const own = page.getByRole("region", { name: "Orders and balances" })
  await own.getByRole("tab", { name: /^Open orders/ }).click()
  const item = itemOf(page, group)
  await expect(item).toContainText("Open orders: 4.")
  await expect(item).toContainText("Left 0.02")
  await item.getByRole("button", { name: `Scaled ${group}: pause` }).focus()
  await page.keyboard.press("Enter")
  await expect(item).toContainText("Paused orders: 4. Nothing is held for them.")
  expect(await trader.openOrders()).toEqual([])
  await expect(page.locator("[data-order]")).toHaveCount(0)
  // The focus has stayed: it resumes by the same key.
  const resume = item.getByRole("button", { name: `Scaled ${group}: resume` })
  await expect(resume).toBeFocused()
  await expectAccessible(page, "a paused scaled order", "[data-parent]")

  await page.reload()
  await expect(item).toContainText("Paused orders: 4.")
  await resume.focus()
  await page.keyboard.press("Enter")
  await expect(item).toContainText("Open orders: 4.")
  expect(pricesOf(await trader.openOrders())).toEqual(before)
  await expect(page.locator("[data-order]")).toHaveCount(4)

  await item.getByRole("button", { name: `Scaled ${group}: cancel` }).click()
  await page.getByRole("button", { name: "Cancel group" }).click()
  await expect(item).toHaveCount(0)
  expect(await trader.openOrders()).toEqual([])
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("an iceberg is paused, resumed with its shown part, and cancelled while it is paused", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.9)
    const { id } = await place(trader, { price, quantity: "0.05", shownQuantity: "0.002" })
    await openAs(page, trader)
    await open(SPOT)
    await page.getByRole("button", { name: /^Open orders/ }).tap()
    const item = itemOf(page, id)
    await expect(item).toContainText("Iceberg")
    const buttons = item.getByRole("button")
    for (const button of await buttons.all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await item.getByRole("button", { name: `Iceberg ${id}: pause` }).tap()
    await expect(item).toContainText("Nothing is held for them.")
    await expect(page.locator("[data-order]")).toHaveCount(0)
    await expectAccessible(page, "a paused iceberg", "[data-parent]")
    expect(await sidewaysOverflow(page)).toBe(0)
    // The line under the book tells of it as well.
    await page.keyboard.press("Escape")
    const strip = page.getByRole("button", { name: /^Open orders/ })
    await expect(strip).toContainText("Paused orders: 1.")
    await strip.tap()
    await item.getByRole("button", { name: `Iceberg ${id}: resume` }).tap()
    await expect(item).toContainText("Open orders: 1.")
    const [order] = await trader.openOrders()
    expect(order).toMatchObject({ price, quantity: "0.05000", shownQuantity: "0.00200", group: id })
    await expect(page.locator("[data-order]")).toContainText("Shows 0.002")
    await item.getByRole("button", { name: `Iceberg ${id}: pause` }).tap()
    await expect(item).toContainText("Paused orders: 1.")
    await item.getByRole("button", { name: `Iceberg ${id}: cancel` }).tap()
    await expect(item).toHaveCount(0)
    expect(await trader.openOrders()).toEqual([])
  })
})
