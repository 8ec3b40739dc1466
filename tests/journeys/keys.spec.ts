/** A trader with a keyboard: the list of keys, the way to a market, an interval, an amount and a price. */

import type { Page } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { WHOLE } from "../support/setups.ts"

test.use({ viewport: DESK, setup: WHOLE })

const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: "Price" | "Amount") =>
  ticket(page).getByRole("textbox", { name, exact: true })
const search = (page: Page) => page.getByRole("searchbox", { name: "Search markets" })
const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" })

test.beforeEach(async ({ page, saker, open }) => {
  await openAs(page, await newTrader(saker.url))
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await expect(field(page, "Price")).toHaveValue(/^\d+\.\d\d$/)
})

test("? lists the keys, the menu leads there too, and each does what it says @verify", async ({ page }) => {
  await page.keyboard.press("?")
  await expect(list(page).getByRole("definition")).toHaveCount(50)
  await expect(list(page).getByRole("heading", { level: 3 })).toHaveText([
    "Everywhere",
    "On trade screens",
    "With the focus on the chart",
    "While drawing, or with a drawing chosen",
    "With the focus in the price ladder",
    "In the replay",
    "In lists and the order book",
    "Keys that trade",
  ])
  await page.keyboard.press("Escape")
  await expect(list(page)).toBeHidden()
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click()
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click()
  await expect(list(page)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(list(page)).toBeHidden()

  const intervals = page.locator("[data-interval]")
  for (const [key, interval] of Object.entries({ 1: "1m", 5: "1h", 9: "1M" })) {
    await page.keyboard.press(key)
    await expect(intervals.and(page.locator("[aria-pressed=true]"))).toHaveAttribute(
      "data-interval",
      interval,
    )
  }

  await page.keyboard.press("/")
  await expect(search(page)).toBeFocused()
  // A sign in a name, while one types.
  await page.keyboard.type("?")
  await expect(search(page)).toHaveValue("?")
  await expect(list(page)).toBeHidden()
  await page.keyboard.press("Escape")
  await expect(search(page)).toHaveValue("")
  await expect(search(page)).not.toBeFocused()

  await page.keyboard.press("/")
  await page.keyboard.type("eth/usdt")
  await expect(page.locator("a[data-market]").first()).toHaveAttribute("data-market", "ETH_USDT")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/symbol=ETH_USDT/)

  await expect(field(page, "Price")).toHaveValue(/^\d+\.\d\d$/)
  for (const [key, word] of Object.entries({ s: "Sell", b: "Buy" })) {
    await page.keyboard.press(key)
    await expect(field(page, "Amount")).toBeFocused()
    await expect(ticket(page).getByRole("button", { name: new RegExp(`^${word} ETH`) })).toBeVisible()
    await field(page, "Amount").blur()
  }
})

test("the price is a few stops of the tab key from the top of the page @verify", async ({ page }) => {
  const isThere = () => field(page, "Price").evaluate((element) => element === document.activeElement)
  const skip = page.getByRole("button", { name: "Skip to the order form" })
  let stops = 0
  while (stops < 25 && !(await isThere())) {
    await page.keyboard.press("Tab")
    stops += 1
    if (await skip.evaluate((element) => element === document.activeElement)) {
      await expect(skip).toBeInViewport()
      await page.keyboard.press("Enter")
    }
  }
  await expect(field(page, "Price")).toBeFocused()
  expect(stops).toBeLessThanOrEqual(25)
})

test("the list of markets is one stop of the tab key, and its keys reach every market and its star @verify", async ({
  page,
  open,
}) => {
  await open("/pages/spot/index")
  const market = (at: number) => page.getByRole("table").locator("a[data-market]").nth(at)
  const nameOf = async (at: number) => (await market(at).getAttribute("data-market"))?.replace("_", "/") ?? ""
  const isInRows = () => page.evaluate(() => document.activeElement?.closest("tbody") !== null)
  await expect(market(3)).toBeVisible()
  await page.getByRole("searchbox").focus()
  const tab = async (key: "Tab" | "Shift+Tab") => {
    await page.keyboard.press(key)
    return isInRows()
  }
  while (!(await tab("Tab"))) await expect(page.locator(":focus")).toBeAttached()
  // The keyboard is on the rows: none changes its place any more.
  await expect(market(0)).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(market(1)).toBeFocused()
  await page.keyboard.press("ArrowLeft")
  await expect(page.getByRole("button", { name: `Add ${await nameOf(1)} to favourites` })).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("link", { name: `Trade ${await nameOf(1)}`, exact: true })).toBeFocused()
  await page.keyboard.press("ArrowLeft")
  await expect(market(1)).toBeFocused()

  // Away in one step on either side, and back to the same market, wherever it stands by then.
  const visited = page.locator(`tbody a[data-market="${await market(1).getAttribute("data-market")}"]`)
  expect(await tab("Tab")).toBe(false)
  await visited.focus()
  expect(await tab("Shift+Tab")).toBe(false)
  expect(await tab("Tab")).toBe(true)
  await expect(visited).toBeFocused()

  await page.keyboard.press("End")
  const isLast = () =>
    page.evaluate(
      () => document.activeElement?.closest("tr") === [...document.querySelectorAll("tbody tr")].at(-1),
    )
  await expect.poll(isLast).toBe(true)
  await page.keyboard.press("Home")
  await expect(market(0)).toBeFocused()
  const first = await nameOf(0)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`symbol=${first.replace("/", "_")}`))
})

test("Ctrl-K finds markets, pages and settings by their names, and goes back to what was looked at", async ({
  page,
}) => {
  const palette = page.getByRole("dialog", { name: "Command palette" })
  const text = palette.getByRole("combobox", { name: "Market, page or setting" })
  const group = (name: string) => palette.getByRole("group", { name })
  const chosen = palette.locator("[role=option][aria-selected=true]")

  // While one types, too.
  await field(page, "Amount").focus()
  await page.keyboard.press("Control+k")
  await expect(text).toBeFocused()
  await expect(group("Recently viewed").getByRole("option")).toHaveText([/^BTC\/USDT/])
  await expect(group("Markets")).toHaveCount(0)
  await expectAccessible(page, "the command palette", "[role=dialog]")

  await page.keyboard.type("eth spot")
  await expect(chosen).toHaveText(/^ETH\/USDT/)
  await page.keyboard.press("Enter")
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/spot\/trade\?symbol=ETH_USDT/)
  await expect(field(page, "Price")).toHaveValue(/^\d+\.\d\d$/)

  await page.keyboard.press("Control+k")
  await expect(group("Recently viewed").getByRole("option")).toHaveText([/^ETH\/USDT/, /^BTC\/USDT/])
  await page.keyboard.type("light")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "white")

  await page.keyboard.press("Meta+k")
  await page.keyboard.type("no such thing")
  await expect(palette.getByText("Nothing found.")).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(palette).toBeVisible()
  await text.fill("deposit")
  await expect(chosen).toHaveText("Deposit")
  await page.keyboard.press("ArrowDown")
  await expect(chosen).toHaveText("Deposit history")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Escape")
  await expect(palette).toBeHidden()

  // Another of the shell's surfaces takes its place; back closes it.
  await page.getByRole("banner").getByRole("button", { name: "Search or run a command" }).click()
  await text.fill("keyboard")
  await chosen.click()
  await expect(list(page)).toBeVisible()
  await page.goBack()
  await expect(list(page)).toBeHidden()
  await expect(page).toHaveURL(/symbol=ETH_USDT/)
})
