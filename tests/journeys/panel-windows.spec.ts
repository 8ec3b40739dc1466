/** Somebody puts panels of the desk into windows of their own: they follow the desk's market, and come back when closed. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const book = (page: Page) => page.getByRole("region", { name: "Order book" })
const chart = (page: Page) => page.getByRole("region", { name: "Chart" })

async function popOut(page: Page, panel: string): Promise<Page> {
  await page.getByRole("button", { name: "Arrange desk" }).click()
  const opening = page.waitForEvent("popup")
  await page.getByRole("button", { name: `Open ${panel} in its own window` }).click()
  const window = await opening
  await page.keyboard.press("Escape")
  return window
}

test("a chart in its own window leaves the desk, follows its market, and comes back when closed", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  await expect(chart(page)).toBeVisible()
  const window = await popOut(page, "Chart")
  const saidThere = watchComplaints(window)
  await expect(window.getByRole("heading", { name: "Chart BTC/USDT" })).toBeVisible()
  await expect(window.locator("canvas").first()).toBeVisible()
  await expectAccessible(window)
  // No bars of the site around it, and the desk gives its room to the others.
  await expect(window.getByRole("navigation")).toHaveCount(0)
  await expect(chart(page)).toHaveCount(0)
  await expect(book(page).getByRole("row").nth(6)).toBeVisible()

  await open("/pages/spot/trade?symbol=ETH_USDT")
  await expect(window.getByRole("heading", { name: "Chart ETH/USDT" })).toBeVisible()
  await expect(window).toHaveTitle(/ETH\/USDT/)
  // On its own, it stays with its market.
  await window.getByRole("button", { name: "Follow the market of the desk" }).click()
  await open(TRADE)
  await expect(page).toHaveTitle(/BTC\/USDT/)
  await expect(window.getByRole("heading", { name: "Chart ETH/USDT" })).toBeVisible()
  await window.getByRole("button", { name: "Follow the market of the desk" }).click()
  await expect(window.getByRole("heading", { name: "Chart BTC/USDT" })).toBeVisible()

  // The desk is loaded anew: it finds its window again.
  await page.reload()
  await expect(book(page).getByRole("row").nth(6)).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  expect(saidThere).toEqual([])
  await window.close()
  await expect(chart(page)).toBeVisible()
  expect(complaints).toEqual([])
})

test("a level pressed in the book's window fills the desk's ticket; own orders keep their login @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  await expect(book(page).getByRole("row").nth(6)).toBeVisible()
  const window = await popOut(page, "Order book")
  await expect(book(window).getByRole("row").nth(6)).toBeVisible()
  const price = page.getByRole("textbox", { name: "Price", exact: true })
  const before = await price.inputValue()
  await book(window).getByRole("row").nth(4).click()
  await expect.poll(() => price.inputValue()).not.toBe(before)
  await window.close()
  await expect(book(page)).toBeVisible()

  const orders = await popOut(page, "Orders and positions")
  await expect(orders.getByRole("tab", { name: /^Open orders/ })).toBeVisible()
  await expect(page.getByRole("tab", { name: /^Open orders/ })).toHaveCount(0)
  // Another screen has no room there: the desk shows it.
  await orders.getByRole("tab", { name: "Balances" }).click()
  await expect(orders.getByRole("columnheader", { name: "Coin" })).toBeVisible()
})
