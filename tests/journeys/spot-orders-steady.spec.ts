/** Do thousands of rows stand still? Places and identity are kept, and only the cells that say something else change. */

import type { Locator } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { panelOf, place, priceAt, rowOf } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

/** Marks every row's element, and notes from now on in which cells of which orders the page is changed. */
const watchCells = (list: Locator) =>
  list.evaluate((element) => {
    for (const row of element.querySelectorAll<HTMLElement>("[data-order]"))
      Object.assign(row, { marked: row.dataset.order })
    const seen = { cells: [] as string[] }
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement
        const cell = at?.closest('[role="cell"]')
        const row = at?.closest<HTMLElement>("[data-order]")
        const column = cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : -1
        seen.cells.push(row ? `${row.dataset.order}:${column}` : (at?.className ?? "?"))
      }
    }).observe(element, { subtree: true, childList: true, characterData: true })
  })
const changedCells = (list: Locator) =>
  list.evaluate(() => [...new Set((window as unknown as { seen: { cells: string[] } }).seen.cells)])
const marksOf = (list: Locator) =>
  list.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement & { marked?: string }>("[data-order]")].map(
      (row) => row.marked === row.dataset.order,
    ),
  )
/** Of the rows in view: those kept ready beyond its edges come and go as the list pleases. */
const placesOf = (list: Locator) =>
  list.evaluate((element) => {
    const view = (element.querySelector("[data-virtuoso-scroller]") ?? element).getBoundingClientRect()
    return [...element.querySelectorAll<HTMLElement>("[data-order]")]
      .map((row) => ({ id: row.dataset.order, at: row.getBoundingClientRect() }))
      .filter(({ at }) => at.bottom > view.top && at.top < view.bottom)
      .map(({ id, at }) => `${id} ${at.top}`)
  })

test("one order's change reaches the cells that say it, and no other @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const orders = []
  for (let count = 0; count < 60; count += 1) orders.push(await place(trader, { price, quantity: "0.00200" }))
  const [, , , target] = orders.toReversed()
  if (!target) throw new Error("no order")
  await openAs(page, trader)
  await open(TRADE)
  const list = panelOf(page).getByRole("table", { name: "Open orders" })
  await expect(rowOf(page, target)).toBeVisible()
  await watchCells(list)
  const before = await placesOf(list)

  const { code } = await trader.post("/spot/amend", { id: target.id, quantity: "0.00150" })
  expect(code).toBe(200)
  await expect(rowOf(page, target)).toContainText("0.00150")
  // Filled / amount, and the total.
  expect((await changedCells(list)).sort()).toEqual([`${target.id}:5`, `${target.id}:6`])
  expect(await marksOf(list)).not.toContain(false)
  expect(await placesOf(list)).toEqual(before)
})

test("rows under the mouse keep their places while orders come and go @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const orders = []
  for (let count = 0; count < 5; count += 1) orders.push(await place(trader, { price }))
  await openAs(page, trader)
  await open(TRADE)
  const panel = panelOf(page)
  const list = panel.getByRole("table", { name: "Open orders" })
  const [, second] = orders.toReversed()
  if (!second) throw new Error("no order")
  await rowOf(page, second).hover()
  const before = await placesOf(list)

  const fresh = await place(trader, { price })
  await trader.post("/spot/cancel", { id: second.id })
  await expect(rowOf(page, second)).toContainText("Cancelled")
  await expect(panel.getByRole("tab", { name: /Open orders/ })).toContainText("5")
  expect(await placesOf(list)).toEqual(before)

  await page.mouse.move(700, 300)
  await expect(rowOf(page, fresh)).toBeVisible()
  await expect(rowOf(page, second)).toHaveCount(0)
})

test("the history is read page after page, and ends appear on top without a reload @verify", async ({
  page,
  open,
  saker,
}) => {
  test.setTimeout(90_000)
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: 70 }, () => place(trader, { price })))
    await trader.post("/spot/cancelAll", {})
  }
  await openAs(page, trader)
  const pages: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/spot/history?")) pages.push(new URL(request.url()).search)
  })
  await open(TRADE)
  const panel = panelOf(page)
  await panel.getByRole("tab", { name: "Order history" }).click()
  const list = panel.getByRole("table", { name: "Order history" })
  const scroller = list.locator("[data-virtuoso-scroller]")
  const rows = list.locator("[data-order]")
  await expect(rows.first()).toBeVisible()
  await expect.poll(() => pages.length).toBe(1)

  const met = new Set<string>()
  await expect
    .poll(
      async () => {
        for (const id of await rows.evaluateAll((all) =>
          all.map((row) => row.getAttribute("data-order") ?? ""),
        ))
          met.add(id)
        await scroller.evaluate((element) => element.scrollBy(0, element.clientHeight))
        return met.size
      },
      { timeout: 60_000 },
    )
    .toBe(140)
  expect(pages).toHaveLength(3)
  expect(new Set(pages).size).toBe(3)
  // Only what is in view is in the page.
  expect(await rows.count()).toBeLessThan(40)

  // Away from the top nothing moves; what is new waits behind a button.
  const before = await placesOf(list)
  const fresh = await place(trader, { price })
  await trader.post("/spot/cancel", { id: fresh.id })
  const button = panel.getByRole("button", { name: "1 new" })
  await expect(button).toBeVisible()
  expect(before.length).toBeGreaterThan(0)
  expect(await placesOf(list)).toEqual(before)
  await button.click()
  await expect(rowOf(page, fresh)).toBeVisible()
  await expect(rows.first()).toHaveAttribute("data-order", String(fresh.id))
})

test("filters ask the server, and hold for what ends meanwhile @verify", async ({ page, open, saker }) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const cancelled = await place(trader, { price })
  await trader.post("/spot/cancel", { id: cancelled.id })
  const filled = await place(trader, { type: "market", side: "sell", quantity: "0.00100" })
  await openAs(page, trader)
  await open(TRADE)
  const panel = panelOf(page)
  await panel.getByRole("tab", { name: "Order history" }).click()
  await expect(rowOf(page, filled)).toContainText("Filled")
  await expect(rowOf(page, cancelled)).toBeVisible()
  const answer = page.waitForRequest(/spot\/history\?.*status=cancelled/)
  await panel.getByRole("combobox", { name: "Status" }).selectOption("cancelled")
  await answer
  await expect(rowOf(page, filled)).toHaveCount(0)
  await expect(rowOf(page, cancelled)).toBeVisible()
  const later = await place(trader, { type: "market", side: "buy", quantity: "0.00100" })
  const ended = await place(trader, { price })
  await trader.post("/spot/cancel", { id: ended.id })
  await expect(rowOf(page, ended)).toBeVisible()
  await expect(rowOf(page, later)).toHaveCount(0)

  await panel.getByRole("tab", { name: "Fills" }).click()
  await expect(rowOf(page, later)).toContainText("Buy")
  await panel.getByRole("combobox", { name: "Side" }).selectOption("sell")
  await expect(rowOf(page, later)).toHaveCount(0)
  await expect(rowOf(page, filled)).toContainText("Taker")
})
