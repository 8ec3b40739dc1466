/** Somebody works with several charts on a desk: own markets and intervals, links, keys, and what stays over a reload. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT&interval=15m"

const chart = (page: Page, number: number) => page.locator(`[data-chart="${number}"]`)
const figure = (page: Page, number: number) => chart(page, number).locator("figure")

/** Opens the sheet in the first chart's bar, and chooses how many. */
async function show(page: Page, count: 1 | 2 | 4 | 6): Promise<void> {
  await page.getByRole("button", { name: "Several charts" }).click()
  const sheet = page.getByRole("dialog", { name: "Several charts" })
  await sheet.getByText(String(count), { exact: true }).click()
  await expect(sheet.getByRole("radio", { name: String(count), exact: true })).toBeChecked()
  if (count > 1) await expect(page.locator("[data-chart]")).toHaveCount(count)
  // It stays, with the links in reach.
  await expect(sheet.getByRole("switch", { name: "Link market" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Several charts" })).toBeFocused()
}

async function link(page: Page, name: string, isOn: boolean): Promise<void> {
  await page.getByRole("button", { name: "Several charts" }).click()
  const sheet = page.getByRole("dialog", { name: "Several charts" })
  const box = sheet.getByRole("switch", { name })
  if ((await box.getAttribute("aria-checked")) !== String(isOn)) await box.click()
  await expect(box).toHaveAttribute("aria-checked", String(isOn))
  await page.keyboard.press("Escape")
  await expect(sheet).toHaveCount(0)
}

const filled = async (page: Page, count: number) => {
  for (let number = 1; number <= count; number += 1)
    await expect(figure(page, number)).toHaveAttribute("data-bars", /^[1-9]\d+$/)
}

const markets = async (page: Page): Promise<string[]> => {
  const names = await page
    .locator("[data-chart] > section")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""))
  return names.map((name) => name.replace(/^Chart \d: /, ""))
}

test("two charts on a desk have a market each; the order form follows only what is linked, and a reload keeps it all", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open(TRADE)
  await show(page, 2)
  await filled(page, 2)
  expect(await markets(page)).toEqual(["BTC/USDT", "BTC/USDT"])
  await expect(chart(page, 1).getByText("Ticket", { exact: true })).toBeVisible()

  // A person's press on it brings the focus along.
  await chart(page, 2).getByLabel("Market of chart 2").focus()
  await chart(page, 2).getByLabel("Market of chart 2").selectOption("ETH_USDT")
  await expect.poll(() => markets(page)).toEqual(["BTC/USDT", "ETH/USDT"])
  await filled(page, 2)
  await expect(page).toHaveURL(/symbol=BTC_USDT/)
  await expect(chart(page, 2).getByText("Ticket", { exact: true })).toHaveCount(0)
  await expect(chart(page, 2)).toHaveAttribute("data-chosen-chart", "")
  await expectAccessible(page)

  // Indicators, drawing and replay have no room in its bar, and are behind a button that says so.
  await chart(page, 2).getByRole("button", { name: "Tools", exact: true }).click()
  const tools = page.getByRole("dialog", { name: "Chart" })
  for (const name of ["Draw", "Chart settings"])
    await expect(tools.getByRole("button", { name, exact: true })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(tools).toHaveCount(0)
  // What was open had an entry of the history: a reload while the browser steps back from it is called off.
  await expect.poll(() => page.evaluate(() => "isGuard" in (window.history.state ?? {}))).toBe(false)

  await page.reload()
  await filled(page, 2)
  expect(await markets(page)).toEqual(["BTC/USDT", "ETH/USDT"])

  await link(page, "Link market", true)
  await expect.poll(() => markets(page)).toEqual(["BTC/USDT", "BTC/USDT"])
  await chart(page, 2).getByLabel("Market of chart 2").selectOption("SOL_USDT")
  await expect(page).toHaveURL(/symbol=SOL_USDT/)
  await expect.poll(() => markets(page)).toEqual(["SOL/USDT", "SOL/USDT"])
  await filled(page, 2)
  // Letting go leaves what is shown.
  await link(page, "Link market", false)
  expect(await markets(page)).toEqual(["SOL/USDT", "SOL/USDT"])
  await show(page, 1)
  await expect(page.locator("[data-chart]")).toHaveCount(0)
  await expect(page.getByRole("region", { name: "Chart" }).locator("figure")).toHaveAttribute(
    "data-bars",
    /^[1-9]\d+$/,
  )
  expect(complaints).toEqual([])
})

test("four charts share crosshair and interval where they are linked, and a key goes round them @verify", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open(TRADE)
  await show(page, 4)
  await filled(page, 4)
  // The legend of another chart tells the bar under the linked crosshair, and its newest once the pointer has left.
  const legend = chart(page, 2).locator('[aria-hidden="true"] p').first()
  const newest = await legend.innerText()
  const box = await figure(page, 1).boundingBox()
  if (!box) throw new Error("no chart")
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5)
  await expect.poll(() => legend.innerText()).not.toBe(newest)

  await figure(page, 1).focus()
  for (const number of [2, 3, 4, 1]) {
    await page.keyboard.press(".")
    await expect(figure(page, number)).toBeFocused()
    await expect(page.locator("[data-chosen-chart]")).toHaveAttribute("data-chart", String(number))
  }

  await link(page, "Link interval", true)
  await chart(page, 3)
    .getByRole("button", { name: /^15m, More/ })
    .click()
  await page.getByRole("dialog", { name: "Chart" }).getByText("5m", { exact: true }).click()
  await expect(page).toHaveURL(/interval=5m/)
  for (const number of [1, 2, 3, 4])
    await expect(chart(page, number).getByRole("button", { name: "5m, More, 5 minutes" })).toHaveText("5m")
  await filled(page, 4)
  expect(complaints).toEqual([])
})

test("a phone shows the one chart, whatever the desk had @verify", async ({ page, open }) => {
  await page.addInitScript(() =>
    localStorage.setItem("saker:charts", JSON.stringify({ count: 4, links: {}, others: [] })),
  )
  await page.setViewportSize(PHONE)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  await expect(page.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await expect(page.locator("figure")).toHaveCount(1)
  await expect(page.locator("[data-chart]")).toHaveCount(0)
})
