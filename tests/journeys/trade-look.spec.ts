/** What a trade screen leaves free: chart, book, trades and open orders under legends and toasts, on phone and desk. */

import type { Locator, Page } from "@playwright/test"
import { LANGUAGES } from "#core/wire/language.ts"
import { DESK, expect, PHONE, SMALL_PHONE, test } from "../support/journey.ts"
import { place, priceAt, rowOf } from "../support/own-orders.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import { WHOLE } from "../support/setups.ts"

test.use({ setup: WHOLE })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

const main = (page: Page) => page.getByRole("main")
const strip = (page: Page) => main(page).getByRole("button", { name: /^Open orders/ })
const bought = (page: Page) => page.getByRole("status").getByText(/^Bought /)

/** Bought by another program: the page tells of it with a toast. */
async function buy(trader: Trader): Promise<void> {
  const order = { instrument: "BTC_USDT", side: "buy", type: "market", quantity: "0.00100" }
  expect(await trader.post("/spot/place", order)).toMatchObject({ code: 200 })
}

/** Waited for: what was painted before any script makes room for the page's own. */
async function boxOf(part: Locator) {
  let found = { x: 0, y: 0, width: 0, height: 0 }
  await expect(async () => {
    const box = await part.boundingBox()
    if (!box) throw new Error("not on screen")
    found = box
  }).toPass({ timeout: 45_000 })
  return { ...found, right: found.x + found.width, bottom: found.y + found.height }
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  const isApart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y
  expect(isApart, `${JSON.stringify(a)} beside ${JSON.stringify(b)}`).toBe(true)
}

/** What a tap in the middle of the toast's words would reach. */
const takesTap = (toast: Locator) =>
  toast.evaluate((words) => {
    const { x, y, width, height } = words.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return words.parentElement?.contains(hit) ?? false
  })

test.describe("the chart inside a small phone's trade screen", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  test("has one line of legend, own fills as marks only, and open orders stay one tap away @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    const order = await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9) })
    await buy(trader)
    await openAs(page, trader)
    // Looked at balances last: the line of open orders opens them all the same.
    await page.addInitScript(() => localStorage.setItem("saker:orders", JSON.stringify({ tab: "balances" })))
    await open(TRADE)
    await main(page).getByRole("tab", { name: "Chart" }).tap()
    const chart = main(page).getByRole("region", { name: "Chart" })
    await expect(chart.locator("figure")).toHaveAttribute("data-fills", "1")
    const drawing = await boxOf(chart.locator("figure"))
    const lines = chart.getByText(/^(O|MA7)\b/)
    await expect(lines.first()).toBeAttached()
    const words = await chart.locator("[aria-hidden=true] p:visible").evaluateAll((all) =>
      all
        .map((line) => line.getBoundingClientRect())
        .map(({ top, bottom }) => ({ top, bottom }))
        .filter(({ top, bottom }) => bottom > top),
    )
    // What is cut off below the first line isn't seen: the legend itself is one line high.
    const legend = await chart
      .locator("[aria-hidden=true]:has(> p)")
      .first()
      .evaluate((element) => element.clientHeight)
    expect(words.length).toBeGreaterThan(0)
    expect(legend).toBeLessThanOrEqual(20)
    expect(legend / drawing.height).toBeLessThan(0.2)
    await expect(chart.getByText(/Bought/)).toBeHidden()
    await expect(strip(page)).toBeInViewport({ ratio: 1 })

    await strip(page).tap()
    const sheet = page.getByRole("dialog", { name: "Orders and balances" })
    await expect(sheet.getByRole("tab", { name: /^Open orders/ })).toHaveAttribute("aria-selected", "true")
    await expect(rowOf(page, order)).toBeVisible()
  })
})

test.describe("a toast on a phone", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  test("covers neither book, trades nor the line of open orders, and takes no tap of theirs", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9) })
    await openAs(page, trader)
    await open(TRADE)
    await expect(strip(page)).toContainText("Buy 0.00100 at")
    await buy(trader)
    await expect(bought(page)).toBeVisible()
    const toast = bought(page).locator("..")
    expect(await takesTap(bought(page))).toBe(false)
    for (const name of ["Order book", "Trades"])
      await expectApart(toast, main(page).getByRole("region", { name }))
    await expectApart(toast, strip(page))
  })
})

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("a toast covers neither book nor trades, and a click goes through its words @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    await expect(main(page).getByRole("tab", { name: /^Open orders/ })).toContainText("0")
    await buy(trader)
    await expect(bought(page)).toBeVisible()
    const toast = bought(page).locator("..")
    expect(await takesTap(bought(page))).toBe(false)
    for (const name of ["Order book", "Trades"])
      await expectApart(toast, main(page).getByRole("region", { name }))
  })

  test("limits and warnings are a sheet over the ticket, which keeps what was typed @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newTrader(saker.url))
    await open(TRADE)
    const amount = main(page).getByRole("textbox", { name: "Amount", exact: true })
    await amount.fill("0.012")
    await main(page).getByRole("button", { name: "Limits and warnings" }).click()
    const sheet = page.getByRole("dialog", { name: "Limits and warnings" })
    await sheet.getByRole("combobox").first().selectOption({ index: 0 })
    await page.keyboard.press("Escape")
    await expect(sheet).toHaveCount(0)
    await expect(amount).toHaveValue("0.01200")
    await expect(page).toHaveURL(/\/pages\/spot\/trade/)
    const looks = await main(page)
      .getByRole("checkbox")
      .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).appearance))
    expect(looks).toEqual(["none", "none"])
  })

  test("no name in the list beside the chart is shortened @verify", async ({ page, open }) => {
    await open(TRADE)
    const rows = main(page).locator("[data-market]")
    for (const query of ["", "/BTC", "FLOKI"]) {
      await main(page).getByPlaceholder("Search markets").fill(query)
      await expect(rows.first()).toBeVisible()
      await expect
        .poll(() =>
          rows.evaluateAll((links) =>
            links
              .flatMap((link) => [...link.querySelectorAll("span")])
              .filter((part) => part.scrollWidth > part.clientWidth)
              .map((part) => part.textContent),
          ),
        )
        .toEqual([])
    }
  })

  test("the tabs of the list beside the chart are whole in every language @verify", async ({
    page,
    open,
  }) => {
    for (const language of LANGUAGES) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      await page.goto("about:blank")
      await open(TRADE)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      const tabs = page.locator('[role=tablist]:has(> [id^="rail-tab-"])')
      await expect(tabs.getByRole("tab")).toHaveCount(5)
      const room = await tabs.evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)
      expect(room, language).toBeGreaterThanOrEqual(0)
    }
  })

  test("the candlestick page has the book beside the chart, and buttons of their words' size @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newTrader(saker.url))
    await open("/pages/kline/index?symbol=BTC_USDT")
    const book = main(page).getByRole("region", { name: "Order book" })
    await expect(book).toBeVisible()
    const chart = await boxOf(main(page).getByRole("region", { name: "Chart" }))
    const beside = await boxOf(book)
    expect(beside.x).toBeGreaterThanOrEqual(chart.right)
    expect(chart.width).toBeGreaterThan(DESK.width / 2)
    const sell = main(page).getByRole("link", { name: "Sell BTC" })
    expect((await boxOf(sell)).width).toBeLessThan(160)
    await sell.click()
    await expect(main(page).getByRole("radio", { name: "Sell" })).toBeChecked()
  })

  test("the menu comes from the side of its button @verify", async ({ page, open }) => {
    for (const [viewport, side] of [
      [DESK, "right"],
      [PHONE, "left"],
    ] as const) {
      await page.setViewportSize(viewport)
      await open("/")
      const button = page.getByRole("banner").getByRole("button", { name: "Menu" })
      const { x } = await boxOf(button)
      expect(x > viewport.width / 2).toBe(side === "right")
      await button.click()
      const menu = page.getByRole("dialog", { name: "Menu" })
      await expect
        .poll(async () => {
          const box = await boxOf(menu)
          return side === "right" ? box.right : box.x
        })
        .toBe(side === "right" ? viewport.width : 0)
      await page.keyboard.press("Escape")
    }
  })
})
