/** Somebody reads their orders and fills of some days: by a finger or keys, in their own time zone. */

import type { Page } from "@playwright/test"
import { DESK, expect, SMALL_PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { panelOf, place, priceAt, rowOf } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK, timezoneId: "Asia/Tokyo" })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const daysOf = (page: Page) => page.getByRole("dialog", { name: "Time range" })
/** The day it is in Tokyo, ahead or behind by days. */
const dayThere = (ahead: number) =>
  new Date(Date.now() + 9 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)
const midnightThere = (day: string) => Date.parse(`${day}T00:00+09:00`)

/** Queries of a list that the page asked for. */
function watchLists(page: Page, path: string): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) asked.push(url.searchParams)
  })
  return asked
}

test("history and fills are asked for by whole days of the own zone, and say day and clock", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  const ended = await place(trader, { type: "market", quantity: "0.00123" })
  await openAs(page, trader)
  const history = watchLists(page, "/spot/history")
  const fills = watchLists(page, "/spot/fills")
  await open(TRADE)
  const panel = panelOf(page)
  await panel.getByRole("tab", { name: "Order history" }).click()
  await expect(rowOf(page, ended)).toContainText(/\d{1,2} [A-Z][a-z]+, \d{2}:\d{2}:\d{2}/)
  await expect(rowOf(page, ended).locator("time")).toHaveAttribute("title", / UTC\+9$/)

  const time = panel.getByRole("columnheader").first().getByRole("button")
  await time.click()
  await daysOf(page).getByRole("button", { name: "Today" }).click()
  await expect.poll(() => history.at(-1)?.get("from")).toBe(String(midnightThere(dayThere(0))))
  await expect(rowOf(page, ended)).toBeVisible()
  // What ends meanwhile is of today as well.
  const next = await place(trader, { type: "market", side: "sell", quantity: "0.00123" })
  await expect(rowOf(page, next)).toBeVisible()

  await time.click()
  await daysOf(page).getByRole("button", { name: "Custom" }).click()
  await daysOf(page).getByRole("button", { name: "Previous month" }).click()
  await daysOf(page).locator("[data-day$='-10']").click()
  await daysOf(page).locator("[data-day$='-11']").click()
  const month = (await daysOf(page).locator("[data-day$='-10']").getAttribute("data-day")) ?? ""
  await daysOf(page).getByRole("button", { name: "Apply" }).click()
  await expect(panel.getByText("No results for these filters.")).toBeVisible()
  const asked = history.at(-1)
  expect([asked?.get("from"), asked?.get("to")]).toEqual([
    String(midnightThere(month)),
    String(midnightThere(month) + 2 * 86_400_000 - 1),
  ])
  await panel.getByRole("tab", { name: "Fills" }).click()
  await expect(panel.getByText("No results for these filters.")).toBeVisible()
  expect(fills.at(-1)?.get("to")).toBe(asked?.get("to"))
  await panel.getByRole("button", { name: "Show all" }).click()
  await expect(rowOf(page, next).or(panel.getByRole("row").nth(1)).first()).toBeVisible()
  await expect(time).toHaveText("Time")
  expect(complaints).toEqual([])
})

test("another zone that is chosen moves rows and days at once @verify", async ({ page, open, saker }) => {
  const trader = await newTrader(saker.url)
  const ended = await place(trader, { type: "market", quantity: "0.00123" })
  await openAs(page, trader)
  await page.addInitScript(() => localStorage.setItem("saker:orders", '{"tab":"history"}'))
  await open("/pages/user/preferences")
  await page.getByLabel("Time zone").selectOption("Pacific/Honolulu")
  await open(TRADE)
  await expect(rowOf(page, ended).locator("time")).toHaveAttribute("title", / UTC\u221210$/)
})

test.describe("on a small phone", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  test("days are chosen by a finger: targets of 44 px, nothing cut, axe has nothing to say @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9), quantity: "0.00200" })
    const ended = await place(trader, { type: "market", quantity: "0.00123" })
    await openAs(page, trader)
    await open(TRADE)
    await page.getByRole("button", { name: /^Open orders/ }).click()
    await page.getByRole("tab", { name: "Order history" }).tap()
    await expect(rowOf(page, ended)).toBeVisible()
    await page.getByRole("button", { name: "Time range" }).click()
    const sheet = daysOf(page)
    await sheet.getByRole("button", { name: "Custom" }).click()
    // Chips have theirs around them.
    const small = await sheet
      .locator("button:not([class*=chip])")
      .evaluateAll((buttons) =>
        buttons
          .map((button) => button.getBoundingClientRect())
          .filter(({ width, height }) => Math.round(height) < 44 || Math.round(width) < 43),
      )
    expect(small).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await expectAccessible(page, "the days", "[role=dialog]")
    await sheet.locator("[aria-current=date]").tap()
    await sheet.getByRole("button", { name: "Apply" }).tap()
    await expect(page.getByRole("button", { name: /^Time range: From/ })).toBeVisible()
    await expect(rowOf(page, ended)).toBeVisible()
  })
})
