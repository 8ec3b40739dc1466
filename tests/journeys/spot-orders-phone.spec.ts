/** Own orders under a thumb: one line on the trade screen, a sheet of cards, targets that can be hit. */

import type { Page } from "@playwright/test"
import {
  expect,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  verifyUnless,
  watchComplaints,
} from "../support/journey.ts"
import { place, priceAt, rowOf } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

const strip = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Open orders/ })

for (const viewport of [PHONE, SMALL_PHONE])
  test.describe(`own orders at ${viewport.width}×${viewport.height}${verifyUnless(viewport === PHONE)}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test("stand in one line, open up as a sheet, are changed and end there", async ({
      page,
      open,
      saker,
    }) => {
      const complaints = watchComplaints(page)
      const trader = await newTrader(saker.url)
      const price = await priceAt(saker.url, "BTC_USDT", 0.9)
      const kept = await place(trader, { price, quantity: "0.00200" })
      const order = await place(trader, { price, quantity: "0.00300" })
      await openAs(page, trader)
      await open(TRADE)
      await expect(strip(page)).toContainText("Buy 0.00300 at")
      const box = await strip(page).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
      for (const name of ["Buy BTC", "Sell BTC"]) {
        const action = await page.getByRole("main").getByText(name).boundingBox()
        expect(action && action.y + action.height).toBeLessThanOrEqual(viewport.height)
      }

      await strip(page).tap()
      const card = rowOf(page, order)
      const change = card.getByRole("button", { name: `Edit order ${order.id}` })
      const cancel = card.getByRole("button", { name: `Cancel order ${order.id}` })
      for (const target of [change, cancel]) {
        await expect(target).toBeVisible()
        const size = await target.boundingBox()
        expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
      }

      await change.tap()
      const sheet = page.getByRole("dialog", { name: "Buy BTC/USDT" })
      await sheet.getByRole("textbox", { name: "Amount" }).fill("0.001")
      await expect(sheet).toContainText("Keeps its queue position")
      await sheet.getByRole("button", { name: "Edit", exact: true }).tap()
      await expect(sheet).toHaveCount(0)
      await expect(card).toContainText("/ 0.00100")

      await change.tap()
      await sheet.getByRole("textbox", { name: "Price" }).fill(await priceAt(saker.url, "BTC_USDT", 1.05))
      await sheet.getByRole("button", { name: "Edit", exact: true }).tap()
      await expect(sheet.getByRole("alert")).toContainText(/price/)
      await page.keyboard.press("Escape")
      await expect(sheet).toHaveCount(0)

      await cancel.tap()
      await expect(card).toHaveCount(0)
      expect(await trader.openOrders()).toMatchObject([{ id: kept.id }])
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(complaints).toEqual([])
    })
  })

test.describe("without own orders", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  test("the line leaves its place to the book, and is scrolled to @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    // Of a page that isn't there yet nothing is in view.
    await expect(strip(page)).toBeAttached()
    await expect(strip(page)).not.toBeInViewport()
    await strip(page).scrollIntoViewIfNeeded()
    await strip(page).tap()
    await expect(page.getByText("No open orders.")).toBeVisible()
    await page.getByRole("tab", { name: "Balances" }).tap()
    await expect(page.getByRole("listitem").filter({ hasText: /^USDT/ })).toContainText("10,000")
  })
})
