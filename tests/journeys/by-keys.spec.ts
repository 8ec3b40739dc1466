/** A trade by the keyboard alone: a market is found, an order placed, changed and cancelled, without a pointer. */

import { DESK, expect, test } from "../support/journey.ts"
import { tabTo } from "../support/keys.ts"
import { panelOf } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK })

test("an order is placed, changed and cancelled with keys alone, and each is told politely", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open("/pages/spot/trade?symbol=ETH_USDT")
  const ticket = page.getByRole("region", { name: "Order ticket" })
  const field = (name: string) => ticket.getByRole("textbox", { name, exact: true })
  await expect(field("Price")).toHaveValue(/\d/)

  await page.keyboard.press("/")
  await page.keyboard.type("btc/usdt")
  await expect(page.locator("a[data-market]").first()).toHaveAttribute("data-market", "BTC_USDT")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/symbol=BTC_USDT/)
  await expect(field("Price")).toHaveValue(/^\d{4,}\.\d\d$/)

  await page.keyboard.press("b")
  await expect(field("Amount")).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await tabTo(page, field("Price"))
  const low = (Number(await field("Price").inputValue()) * 0.97).toFixed(2)
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type(low)
  await tabTo(page, field("Amount"))
  await page.keyboard.type("0.002")
  const send = ticket.getByRole("button", { name: /^Buy 0\.002/ })
  await tabTo(page, send)
  await page.keyboard.press("Enter")
  const question = page.getByRole("alertdialog")
  await expect(question).toBeVisible()
  await tabTo(page, question.getByRole("button", { name: /^Buy 0\.002/ }))
  await page.keyboard.press("Enter")
  const live = page.locator("[role=status][aria-live=polite]")
  await expect(live.getByText(/0\.00200 BTC/)).toBeVisible()
  await expect.poll(async () => (await trader.openOrders()).length).toBe(1)

  const [order] = await trader.openOrders()
  const row = panelOf(page).locator(`[data-order="${order?.id}"]`)
  await tabTo(page, row.getByRole("button", { name: `Edit order ${order?.id}` }))
  await page.keyboard.press("Enter")
  const amount = row.getByRole("textbox", { name: "Amount" })
  await tabTo(page, amount)
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type("0.0015")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await trader.openOrders())[0]?.quantity).toBe("0.00150")

  await tabTo(page, row.getByRole("button", { name: `Cancel order ${order?.id}` }))
  await page.keyboard.press("Enter")
  await expect.poll(() => trader.openOrders()).toEqual([])
})
