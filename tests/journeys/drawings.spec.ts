/** Somebody draws on the chart: each kind by mouse, kept over a reload, an interval and a device; a line by finger. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, newTrader, openAs } from "../support/page-trader.ts"
import { fingersOn } from "../support/touch.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT&interval=15m"

/** The chart's figure, once it has bars. */
async function chartOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  return box
}

const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true })
const chosen = (page: Page) => page.locator("[data-chosen]")

/** How many drawings the list has. */
async function drawn(page: Page): Promise<number> {
  await tool(page, "Drawings").click()
  const dialog = page.getByRole("dialog", { name: "Drawings" })
  await expect(dialog).toBeVisible()
  const count = await dialog.getByRole("listitem").count()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  return count
}

const KINDS = [
  ["Trend line", 2],
  ["Ray", 2],
  ["Horizontal line", 1],
  ["Vertical line", 1],
  ["Parallel channel", 3],
  ["Box", 2],
  ["Fibonacci retracement", 2],
  ["Measure", 2],
  ["Note", 1],
  ["Long position", 1],
  ["Short position", 1],
] as const

test("on a desk each kind is drawn, kept over reload, interval and device, taken back and deleted", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  const { x, y, width, height } = await chartOf(page)
  await page.getByRole("button", { name: "Draw", exact: true }).click()
  await expect(tool(page, "Trend line")).toBeVisible()

  const places = [
    [0.3, 0.6],
    [0.5, 0.4],
    [0.4, 0.3],
  ] as const
  for (const [at, [kind, presses]] of KINDS.entries()) {
    await tool(page, kind).click()
    await expect(page.getByRole("status").filter({ hasText: /Press/ })).toBeVisible()
    for (const [right, down] of places.slice(0, presses)) {
      await page.mouse.move(x + width * right + at * 6, y + height * down)
      await page.mouse.click(x + width * right + at * 6, y + height * down)
    }
    await expect(chosen(page)).toHaveAttribute("aria-label", kind)
    await page.keyboard.press("Escape")
    if (kind === "Note") await page.keyboard.press("Escape")
  }
  expect(await drawn(page)).toBe(KINDS.length)
  await expectAccessible(page, "drawn", 'section[aria-label="Chart"]')

  // A line is chosen by a press, moved by a drag, and put back by Ctrl+Z.
  await tool(page, "Horizontal line").click()
  const level = y + height * 0.7
  await page.mouse.click(x + 200, level)
  await page.keyboard.press("Escape")
  await page.mouse.move(x + 260, level)
  await page.mouse.down()
  await page.mouse.move(x + 260, level + 20)
  await page.mouse.move(x + 260, level + 40)
  await page.mouse.up()
  const handle = page.locator("[data-handle]")
  const heightOf = async () => Math.round(((await handle.boundingBox())?.y ?? 0) - level)
  await expect.poll(heightOf).toBeGreaterThan(25)
  await page.keyboard.press("Control+z")
  await expect.poll(heightOf).toBeLessThan(15)
  await page.keyboard.press("Control+Shift+Z")
  await expect.poll(heightOf).toBeGreaterThan(25)
  await page.keyboard.press("Delete")
  await expect(handle).toHaveCount(0)
  expect(await drawn(page)).toBe(KINDS.length)

  const saved = async () => {
    const headers = { authorization: `Bearer ${trader.token}`, lang: "en" }
    const answer = await fetch(`${saker.url}/drawing/index?instrument=BTC_USDT`, { headers })
    return ((await answer.json()) as { data: { drawings: { kind: string }[] } }).data.drawings.length
  }
  await expect.poll(saved).toBe(KINDS.length)
  await page.reload()
  await chartOf(page)
  await expect.poll(() => drawn(page)).toBe(KINDS.length)
  await page.getByRole("button", { name: "1 hour" }).click()
  await chartOf(page)
  expect(await drawn(page)).toBe(KINDS.length)

  // On the chart, not only in the list: a press on the level chooses it on another interval, too.
  await tool(page, "Drawings").click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Horizontal line/ })
    .click()
  await expect(handle).toHaveCount(1)

  const other = await browser.newContext({ viewport: DESK, serviceWorkers: "block" })
  const second = await other.newPage()
  await openAs(second, trader)
  await second.goto(`${saker.url}/#${TRADE}`)
  await chartOf(second)
  await second.getByRole("button", { name: "Draw", exact: true }).click()
  await expect.poll(() => drawn(second)).toBe(KINDS.length)
  await other.close()
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a visitor draws a trend line by finger, moves its end by a handle, and finds it again @verify", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
    await chartOf(page)
    await page.getByRole("button", { name: "More", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Draw", exact: true }).click()
    await tool(page, "Trend line").tap()
    const { x, y, width, height } = await chartOf(page)
    const fingers = await fingersOn(page)
    const [from, to] = [
      [x + width * 0.25, y + height * 0.5],
      [x + width * 0.6, y + height * 0.35],
    ] as const
    await fingers.down(from)
    await expect(page.locator('[aria-hidden="true"] > canvas').last()).toBeVisible()
    await fingers.up()
    await fingers.down(to)
    await fingers.up()
    const handles = page.locator("[data-handle]")
    await expect(handles).toHaveCount(2)
    const end = handles.last()
    const before = await end.boundingBox()
    if (!before) throw new Error("no handle")
    const middle = [before.x + before.width / 2, before.y + before.height / 2] as const
    // Its reach is 44 px: a finger beside the dot takes it all the same.
    await fingers.drag([middle[0] + 16, middle[1] + 16], [middle[0] + 16, middle[1] + 76])
    await expect.poll(async () => (await end.boundingBox())?.y).toBeGreaterThan(before.y + 40)
    await page.reload()
    await chartOf(page)
    await expect.poll(() => drawn(page)).toBe(1)
    expect(complaints).toEqual([])
  })

  test("a position is drawn by finger, its stop pulled wider, and fills the ticket from the risk @verify", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    await openAs(page, await newContractTrader(saker.url))
    await open("/pages/contract/trade?symbol=BTC_USDT_PERP&interval=15m")
    await page.getByRole("tab", { name: "Chart", exact: true }).tap()
    await chartOf(page)
    await page.getByRole("button", { name: "More", exact: true }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Draw", exact: true }).tap()
    await tool(page, "Long position").tap()
    const { x, y, width, height } = await chartOf(page)
    const fingers = await fingersOn(page)
    await fingers.down([x + width * 0.4, y + height * 0.5])
    await fingers.up()
    await expect(chosen(page)).toHaveAttribute("aria-label", "Long position")
    await chosen(page).getByRole("textbox", { name: /^Risk/ }).fill("20")
    const button = chosen(page).getByRole("button", { name: /^Fill order form · / })
    const size = async () => Number(/· ([\d.]+)/.exec(await button.innerText())?.[1])
    await expect(button).toBeEnabled()
    const before = await size()
    // Its stop is the lowest of the three: pulled further away, less is bought for the same risk.
    const handles = page.locator("[data-handle]")
    const boxes = await handles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    const stop = (boxes as DOMRect[]).toSorted((one, other) => other.y - one.y)[0] as DOMRect
    const middle = [stop.x + stop.width / 2, stop.y + stop.height / 2] as const
    await fingers.drag(middle, [middle[0], middle[1] + 40])
    await expect.poll(size).toBeLessThan(before)
    const smaller = await size()
    await button.tap()
    const field = (name: string) => page.getByRole("main").getByRole("textbox", { name, exact: true })
    await expect(field("Amount")).toHaveValue(String(smaller))
    await expect(field("Stop loss")).toHaveValue(/\d/)

    // From the chart's own page it leads to the trade screen.
    await open("/pages/kline/index?symbol=BTC_USDT_PERP&interval=15m")
    await chartOf(page)
    await tool(page, "Drawings").tap()
    const list = page.getByRole("dialog", { name: "Drawings" })
    await list.getByRole("button", { name: /^Long position/ }).tap()
    await expect.poll(size).toBe(smaller)
    await button.tap()
    await expect(page).toHaveURL(/contract\/trade/)
    await expect(field("Amount")).toHaveValue(String(smaller))
    expect(complaints).toEqual([])
  })
})
