/** A trader works in the price ladder: by press, by drag and by keys, with a question before each order or in one click. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, newTrader, openAs, watchOrders } from "../support/page-trader.ts"
import { SMALL } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ setup: SMALL, viewport: DESK })

const SPOT = "/pages/spot/trade?symbol=BTC_USDT"
const PERP = "/pages/contract/trade?symbol=BTC_USDT_PERP"

const ladder = (page: Page) => page.getByRole("region", { name: "Price ladder" })
const grid = (page: Page) => ladder(page).getByRole("grid", { name: "Price ladder" })
const bar = (page: Page) => page.locator("[data-one-click]")
const rowsOf = (page: Page) => grid(page).locator("tbody tr")
const chips = (page: Page, side: "buy" | "sell") => grid(page).locator(`[data-own=${side}]`)

/** By rows of 10: an order some rows below the market isn't reached within a journey, on a busy machine either. */
async function openLadder(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Book or ladder" }).selectOption("ladder")
  await ladder(page).getByRole("combobox", { name: "Grouping" }).selectOption({ label: "10" })
  await expect(rowsOf(page).locator("[data-figure=bid]").filter({ hasText: /\d/ }).first()).toBeVisible()
}

async function chooseSize(page: Page, size: string): Promise<void> {
  const field = ladder(page).getByRole("textbox", { name: "Size" })
  await field.fill(size)
}

async function turnOn(page: Page): Promise<void> {
  await ladder(page).getByRole("switch", { name: "One-click" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Turn on one-click trading?" })
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await expect(bar(page)).toContainText("One-click trading is on")
  await expect(dialog).toHaveCount(0)
}

/** Rows that stay below the one that is pressed: where an order is dragged to. */
const ROWS_LEFT = 3

/** The row so many steps below the best bid, where a buy rests and nothing warns; with room below it. */
async function rowBelow(page: Page, by: number): Promise<{ row: number; step: number }> {
  const found = async () => {
    // Its rows stay at their prices, so the market may be near their end by now, and again at the next look.
    await ladder(page).getByRole("button", { name: "Centre on the market" }).click()
    return await grid(page).evaluate((table, away) => {
      const rows = [...table.querySelectorAll<HTMLElement>("tbody tr")]
      const best = rows.findIndex((each) => each.dataset.best === "bid")
      const row = best + away
      return { row, step: Number(rows[row]?.dataset.step), left: best < 0 ? -1 : rows.length - 1 - row }
    }, by)
  }
  let at = { row: 0, step: 0, left: -1 }
  await expect
    .poll(async () => {
      at = await found()
      return at.left
    })
    .toBeGreaterThanOrEqual(ROWS_LEFT)
  return at
}

const press = (page: Page, row: number, side: "buy" | "sell") =>
  rowsOf(page).nth(row).locator(`[data-press=${side}]`)

/** By real pointer events, from the middle of an own order to the middle of a row. */
async function drag(page: Page, side: "buy" | "sell", toRow: number): Promise<void> {
  const from = await chips(page, side).first().locator("span").first().boundingBox()
  const to = await rowsOf(page).nth(toRow).boundingBox()
  if (!from || !to) throw new Error("nothing to drag")
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 4 })
}

test("one click orders at a price, a drag moves it, its cross cancels it; Esc puts back, and a switch ends it", async ({
  page,
  saker,
  open,
}) => {
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  const sent = watchOrders(page)
  await open(SPOT)
  await openLadder(page)
  await chooseSize(page, "0.002")
  await expectAccessible(page, "price ladder", "section[aria-label='Price ladder']")

  // Without the mode a press asks, and sends nothing by itself.
  const asked = await rowBelow(page, 3)
  await press(page, asked.row, "buy").click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("0.00200")
  await question.getByRole("button", { name: "Edit order" }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toEqual([])

  await turnOn(page)
  await expectAccessible(page, "one-click trading", "[data-one-click]")
  const at = await rowBelow(page, 4)
  // By its price: the ladder may follow the market until the pointer is over it.
  await grid(page).locator(`tr[data-step="${at.step}"] [data-press=buy]`).click()
  await expect.poll(async () => (await trader.openOrders()).length).toBe(1)
  expect(sent).toHaveLength(1)
  const [order] = await trader.openOrders()
  expect(order).toMatchObject({ side: "buy", type: "limit", quantity: "0.00200" })
  expect(Number(order?.price) * 100).toBeCloseTo(at.step, 4)
  await expect(chips(page, "buy")).toContainText("0.002")

  // Taken back with Esc, then dropped two rows lower: the prices stand still under the hand.
  const row = async () =>
    await grid(page).evaluate((table, side) => {
      const all = [...table.querySelectorAll("tbody tr")]
      return all.findIndex((each) => each.querySelector(`[data-own=${side}]`))
    }, "buy")
  await drag(page, "buy", (await row()) + 2)
  await expect(grid(page).locator("[data-state=carried]")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await page.mouse.up()
  await expect(grid(page).locator("[data-state=carried]")).toHaveCount(0)
  const target = (await row()) + 2
  const step = Number(await rowsOf(page).nth(target).getAttribute("data-step"))
  await drag(page, "buy", target)
  await page.mouse.up()
  await expect.poll(async () => Number((await trader.openOrders())[0]?.price) * 100).toBeCloseTo(step, 4)
  expect((await trader.openOrders())[0]?.id).toBe(order?.id)
  await expect(rowsOf(page).nth(target).locator("[data-own=buy][data-state=still]")).toHaveCount(1)

  await chips(page, "buy")
    .getByRole("button", { name: /^Cancel your orders at/ })
    .click()
  await expect.poll(async () => (await trader.openOrders()).length).toBe(0)
  await expect(chips(page, "buy")).toHaveCount(0)

  await bar(page).getByRole("button", { name: "Turn off" }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(ladder(page).getByRole("switch", { name: "One-click" })).toHaveAttribute(
    "aria-checked",
    "false",
  )
  // The face is remembered, the mode never is.
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test("beside the ladder the chart's intervals are whole or behind More, and all of them can be chosen @verify", async ({
  page,
  open,
}) => {
  for (const language of ["en", "pl"]) {
    await page.addInitScript((code) => localStorage.setItem("lang", code), language)
    await page.goto("about:blank")
    await open(`${SPOT}&interval=15m`)
    await page.locator("select:has(> option[value=ladder])").selectOption("ladder")
    const row = page.locator("fieldset:has([data-interval])").first()
    const shown = row.locator("[data-interval]:not([data-cut])")
    await expect.poll(() => shown.count()).toBeLessThan(9)
    const cut = await row.evaluate((bar) => {
      const { top, bottom, left, right } = bar.getBoundingClientRect()
      return [...bar.querySelectorAll("[data-interval]:not([data-cut])")]
        .map((each) => ({ box: each.getBoundingClientRect(), text: each.textContent }))
        .filter(({ box }) => box.left < left || box.right > right || box.top < top || box.bottom > bottom)
        .map(({ text }) => text)
    })
    expect(cut, language).toEqual([])
    const more = row.locator("xpath=following-sibling::button[1]")
    await more.click()
    const month = (await row.locator('[data-interval="1M"]').textContent()) ?? ""
    await page.getByRole("dialog").getByText(month, { exact: true }).click()
    await expect(page).toHaveURL(/interval=1M/)
    await expect(more).toHaveText(month)
  }
})

test("by keys alone: a price is chosen, ordered at, its order moved by a key of one’s own and cancelled; C centres @verify", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newContractTrader(saker.url)
  await openAs(page, trader)
  await open(PERP)
  await openLadder(page)
  await page.keyboard.press("?")
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await keys
    .getByRole("button", { name: "Change M: Move your orders at the chosen price of the ladder" })
    .click()
  await page.keyboard.press("g")
  await expect(keys.getByRole("button", { name: /^Change G: Move your orders/ })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(keys).toHaveCount(0)
  await chooseSize(page, "0.01")
  await turnOn(page)
  await page.mouse.move(5, 5)
  const { row } = await rowBelow(page, 3)
  await press(page, row, "buy").focus()
  await page.keyboard.press("ArrowDown")
  const step = Number(
    await rowsOf(page)
      .nth(row + 1)
      .getAttribute("data-step"),
  )
  // While its prices aren’t live, as for a moment on a busy machine, the ladder sends nothing.
  await expect(async () => {
    const { data } = await getFrom<{ rows: object[] }>(saker.url, "/contract/open", trader.token)
    if (data.rows.length === 0) await page.keyboard.press("Enter")
    await expect(chips(page, "buy")).toHaveCount(1, { timeout: 5000 })
  }).toPass()
  // It isn't the ladder's any more.
  await page.keyboard.press("m")
  await expect(grid(page).locator("[data-state=carried]")).toHaveCount(0)
  await page.keyboard.press("g")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(grid(page).locator("[data-state=carried]")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(
    rowsOf(page)
      .nth(row + 3)
      .locator("[data-own=buy][data-state=still]"),
  ).toHaveCount(1)
  expect(step).toBeGreaterThan(0)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Delete")
  await expect(chips(page, "buy")).toHaveCount(0)
  const top = await grid(page).getAttribute("data-top")
  await page.keyboard.press("PageUp")
  await expect(grid(page)).not.toHaveAttribute("data-top", top ?? "")
  // The market moves meanwhile: as often as it takes to leave it below.
  const below = ladder(page).getByRole("button", { name: "Market below: centre" })
  await expect(async () => {
    await page.keyboard.press("PageUp")
    await expect(below).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press("c")
  await expect(below).toHaveCount(0)
})

test("a warning asks in one-click mode too, a rule refuses with its reason, and both leave an order where it is @verify", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  const sent = watchOrders(page)
  await open(SPOT)
  await openLadder(page)
  await turnOn(page)
  // Nearly all that there is: asked about, and not sent.
  const { row, step } = await rowBelow(page, 5)
  await chooseSize(page, (Math.floor((9_800 / (step / 100)) * 1e5) / 1e5).toFixed(5))
  await press(page, row, "buy").click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("USDT")
  await expect(question.getByRole("button", { name: "Send anyway" })).toBeVisible()
  await question.getByRole("button", { name: "Edit order" }).click()
  expect(sent).toEqual([])
  // More than there is: refused in the words of the ticket.
  await chooseSize(page, "5")
  // Found anew: where the market has come below the first, another rule refuses.
  await press(page, (await rowBelow(page, 5)).row, "buy").click()
  await expect(ladder(page).getByRole("alert")).toContainText(/available|balance/i)
  expect(sent).toEqual([])
})

test("one-click mode counts its last minute, and goes off by itself, with the market and with the connection @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.clock.install()
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(SPOT)
  await openLadder(page)
  await ladder(page).getByRole("switch", { name: "One-click" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Turn on one-click trading?" })
  await dialog.getByRole("combobox", { name: "Goes off without use after" }).selectOption("2")
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await expect(bar(page)).toContainText("Off after 2 minutes without use.")
  await page.clock.runFor(75_000)
  await expect(bar(page).getByRole("timer")).toContainText(/Off in 00:\d\d/)
  await page.clock.runFor(50_000)
  await expect(bar(page)).toHaveCount(0)

  await turnOn(page)
  await open("/pages/spot/trade?symbol=ETH_USDT")
  await expect(page.getByText("One-click trading went off: the market was left.")).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test("while prices aren’t live a press sends nothing and says so, and the focus stays where it is @verify", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  const sent = watchOrders(page)
  await open(SPOT)
  await openLadder(page)
  await chooseSize(page, "0.01")
  const { row } = await rowBelow(page, 3)
  await press(page, row, "buy").focus()
  await page.context().setOffline(true)
  await expect(ladder(page)).toHaveAttribute("data-stale")
  await expect(press(page, row, "buy")).toBeFocused()
  for (const isByKey of [true, false]) {
    await (isByKey ? page.keyboard.press("Enter") : press(page, row, "buy").click({ force: true }))
    const why = ladder(page).getByRole("alert")
    await expect(why).toContainText("Nothing was sent: prices here aren’t live right now.")
    await why.getByRole("button", { name: "Close" }).click()
    await expect(why).toHaveCount(0)
    await press(page, row, "buy").focus()
  }
  await page.context().setOffline(false)
  await expect(ladder(page)).not.toHaveAttribute("data-stale")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /Buy/ })).toBeVisible()
  expect(sent).toEqual([])
})
