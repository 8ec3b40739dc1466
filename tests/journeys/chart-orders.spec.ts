/** Own orders on the chart: lines that are moved by their labels, and fills that stand on the candles. */

import { drawPricesTogether, labelOf, lineOf, middle, pull, shownPrice } from "../support/chart-lines.ts"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { place, priceAt } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { fingersOn } from "../support/touch.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT&interval=15m"

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("a line is moved by its label: the new price and what it means are said, then asked, then true", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.995)
    const order = await place(trader, { price, quantity: "0.00300" })
    await openAs(page, trader)
    await open(TRADE)
    await drawPricesTogether(page)
    await expect(labelOf(page, order.id)).toHaveText("Buy 0.00300")
    expect(await shownPrice(page, order.id)).toBe(Number(price))

    await pull(page, order.id, 24)
    await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "dragging")
    await expect(lineOf(page, order.id)).toContainText(/Total [\d.,]+.USDT/)
    await expect(lineOf(page, order.id)).toContainText(/% below the last price/)
    await expectAccessible(page, "dragged", "[data-line]")
    const wanted = await shownPrice(page, order.id)
    expect(wanted).toBeLessThan(Number(price))
    expect(await trader.openOrders()).toMatchObject([{ price }])
    await page.mouse.up()
    await lineOf(page, order.id)
      .getByRole("button", { name: /^Move to/ })
      .click()
    await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "still")
    expect(await trader.openOrders()).toMatchObject([{ id: order.id, price: wanted.toFixed(2) }])
    expect(await shownPrice(page, order.id)).toBe(wanted)
    expect(complaints).toEqual([])
  })

  test("Esc puts it back, while it is held and when it is asked @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.995)
    const order = await place(trader, { price })
    await openAs(page, trader)
    await open(TRADE)
    await drawPricesTogether(page)
    await expect(labelOf(page, order.id)).toBeVisible()
    for (const isReleased of [false, true]) {
      await pull(page, order.id, -20)
      await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "dragging")
      if (isReleased) {
        await page.mouse.up()
        await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "proposed")
      }
      await page.keyboard.press("Escape")
      await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "still")
      await page.mouse.up()
      expect(await shownPrice(page, order.id)).toBe(Number(price))
    }
    expect(await trader.openOrders()).toMatchObject([{ price }])
  })

  test("what the server refuses is said on the line, which goes back @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.998)
    const order = await place(trader, { price })
    await openAs(page, trader)
    await open(TRADE)
    await expect(labelOf(page, order.id)).toBeVisible()
    // A buy far above the market.
    await pull(page, order.id, -150)
    await page.mouse.up()
    await lineOf(page, order.id)
      .getByRole("button", { name: /^Move to/ })
      .click()
    await expect(lineOf(page, order.id).getByRole("alert")).toContainText(/price/)
    expect(await shownPrice(page, order.id)).toBe(Number(price))
    expect(await trader.openOrders()).toMatchObject([{ price }])
    await lineOf(page, order.id).getByRole("button", { name: "Close message" }).click()
    await expect(lineOf(page, order.id).getByRole("alert")).toHaveCount(0)
  })

  test("arrow keys move it by the tick, Enter sends; who doesn't want to be asked is not @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.995)
    const order = await place(trader, { price })
    await openAs(page, trader)
    await page.addInitScript(() =>
      localStorage.setItem(
        "saker:choices",
        JSON.stringify({ confirmOrders: { value: "off", at: Date.now() } }),
      ),
    )
    await open(TRADE)
    await drawPricesTogether(page)
    await labelOf(page, order.id).focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Enter")
    const stepped = (Number(price) - 0.11).toFixed(2)
    await expect.poll(async () => (await trader.openOrders())[0]?.price).toBe(stepped)

    await pull(page, order.id, 30)
    await page.mouse.up()
    await expect
      .poll(async () => Number((await trader.openOrders())[0]?.price))
      .toBeLessThan(Number(stepped) - 1)
    await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "still")
  })

  test("own fills stand on the candle they were made on, and its legend says them @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await place(trader, { type: "market", quantity: "0.00400" })
    await openAs(page, trader)
    await open(TRADE)
    const chart = page.getByRole("region", { name: "Chart" })
    await expect(chart.locator("figure")).toHaveAttribute("data-fills", "1")
    await expect(chart.getByText(/Bought 0.004 at/)).toBeVisible()
    // One that fills while one looks.
    await place(trader, { type: "market", side: "sell", quantity: "0.00200" })
    await expect(chart.getByText(/Sold 0.002 at/)).toBeVisible()
    await expect(chart.locator("figure")).toHaveAttribute("data-fills", "2")

    const order = await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.995) })
    await drawPricesTogether(page)
    await expect(labelOf(page, order.id)).toBeVisible()
    await page.getByRole("button", { name: "Indicators" }).click()
    await page.getByRole("switch", { name: "My fills" }).click()
    await page.getByRole("switch", { name: "My open orders" }).click()
    await page.keyboard.press("Escape")
    await expect(chart.locator("figure")).toHaveAttribute("data-fills", "0")
    await expect(lineOf(page, order.id)).toHaveCount(0)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a thumb takes the label by 44 px and moves the line, not the page @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.995)
    const order = await place(trader, { price })
    await openAs(page, trader)
    await open(`/pages/kline/index?symbol=BTC_USDT&interval=15m`)
    await drawPricesTogether(page)
    await expect(labelOf(page, order.id)).toBeVisible()
    const reach = await labelOf(page, order.id).evaluate((label) =>
      Number.parseFloat(getComputedStyle(label, "::after").height),
    )
    expect(reach).toBeGreaterThanOrEqual(44)
    const [x, y] = await middle(labelOf(page, order.id))
    const fingers = await fingersOn(page)
    // Beside the label's face, within its reach.
    await fingers.drag([x, y + 18], [x, y + 68])
    await expect(lineOf(page, order.id)).toHaveAttribute("data-state", "proposed")
    const wanted = await shownPrice(page, order.id)
    const move = lineOf(page, order.id).getByRole("button", { name: /^Move to/ })
    // A touch within some 50 ms of a drag's end Chromium takes for the one that stops its fling: no click comes of it.
    await expect(async () => {
      await move.tap({ timeout: 2000 })
      await expect(lineOf(page, order.id)).not.toHaveAttribute("data-state", "proposed", { timeout: 1000 })
    }).toPass()
    await expect(lineOf(page, order.id).getByRole("alert")).toHaveCount(0)
    await expect.poll(async () => (await trader.openOrders())[0]?.price).toBe(wanted.toFixed(2))
  })
})
