/** A market's past is played and traded with practice money; no order call is made, and the live desk is one press away. */

import type { Page, Request } from "@playwright/test"
import { DESK, expect, expectNoOverflowAt, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, openAs } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const PERP = "BTC_USDT_PERP"
const stage = (page: Page) => page.getByRole("dialog", { name: /^Replay · / })
const result = (page: Page) => page.getByRole("dialog", { name: "Result of the replay" })
const chart = (page: Page) => stage(page).locator("figure")
const field = (page: Page, name: string) => stage(page).getByLabel(name, { exact: true })
const button = (page: Page, name: string | RegExp) => stage(page).getByRole("button", { name })
const account = (page: Page) => stage(page).getByRole("region", { name: "Practice account" })

/** What the live ticket behind the replay goes on asking: what an order would cost. It changes nothing. */
const QUESTION = "/contract/estimate"

/** Everything else that isn't a GET: what could change something at the exchange. */
function watchOrders(page: Page): string[] {
  const sent: string[] = []
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== "GET" && pathname !== QUESTION) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

/** Open time of the newest bar on the chart. */
const newestBar = async (page: Page) => Number(await chart(page).getAttribute("data-last"))

/** The moment that the head tells, epoch ms; the page is in UTC. */
async function moment(page: Page): Promise<number> {
  const text = await stage(page).locator("header .num").innerText()
  return Date.parse(`${text.replace(",", "")} UTC`)
}

/** Nothing on the chart began later than the moment. */
async function expectNoFuture(page: Page): Promise<void> {
  expect(await newestBar(page)).toBeLessThan(await moment(page))
}

test("on a desk a moment is pressed, a trade is played to its result, and the exchange hears of none of it", async ({
  page,
  saker,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  const trader = await newContractTrader(saker.url)
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/contract/trade?symbol=${PERP}&interval=15m`)
  const live = page.getByRole("region", { name: "Chart" })
  await expect(live.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const sent = watchOrders(page)
  await live.getByRole("button", { name: "Replay" }).click()
  await expect(chart(page)).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await expect(page).toHaveTitle("Replay · BTC/USDT Perp")
  expect(await page.evaluate(() => document.getElementById("root")?.inert)).toBe(true)

  const usual = await field(page, "Start at").inputValue()
  const box = await chart(page).boundingBox()
  if (!box) throw new Error("no chart")
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.5)
  await expect(field(page, "Start at")).not.toHaveValue(usual)
  const chosen = await field(page, "Start at").inputValue()
  await field(page, "Practice money").fill("5000")
  await field(page, "Leverage").fill("500")
  await expect(button(page, "Start replay")).toBeDisabled()
  await field(page, "Leverage").fill("20")
  await expectAccessible(page, "replay start", "[role=dialog]")
  await button(page, "Start replay").click()
  await expect(button(page, /^Play/)).toBeVisible()
  expect(await moment(page)).toBe(Date.parse(`${chosen}Z`))
  await expectNoFuture(page)

  await stage(page).getByRole("button", { name: /^25/ }).click()
  await button(page, "Buy / Long").click()
  await expect(account(page).getByRole("list", { name: "Open practice orders" })).toContainText("at market")
  await page.keyboard.press("m")
  await expect(account(page).getByRole("status")).toContainText("Bought")
  await expect(account(page)).toContainText("Long")
  expect(await moment(page)).toBe(Date.parse(`${chosen}Z`) + 60_000)

  const before = await moment(page)
  await page.keyboard.press("n")
  await expect.poll(() => moment(page)).toBe(before - 60_000 + 15 * 60_000)
  await stage(page)
    .getByRole("combobox", { name: /^Speed/ })
    .selectOption("100")
  await chart(page).hover()
  await stage(page).focus()
  await page.keyboard.press(" ")
  await expect.poll(() => moment(page)).toBeGreaterThan(before + 60 * 60_000)
  await expectNoFuture(page)
  await page.keyboard.press(" ")
  await expect(button(page, /^Play/)).toBeVisible()
  await account(page).getByRole("button", { name: "Close" }).click()
  await page.keyboard.press("m")
  await expect(account(page)).toContainText("No position.")
  await expectAccessible(page, "replay", "[role=dialog]")

  await page.keyboard.press("r")
  await expect(result(page).getByRole("row")).toHaveCount(2)
  await expect(result(page)).toContainText(/[01] of 1/)
  await expectAccessible(page, "replay result", "[role=dialog]")
  await result(page).getByRole("button", { name: "Back to live" }).click()
  await expect(stage(page)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Replay/)
  expect(await page.evaluate(() => document.getElementById("root")?.inert)).toBe(false)
  await expect(live.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)

  expect(sent).toEqual([])
  const rows = async (path: string) =>
    (await getFrom<{ rows: unknown[] }>(saker.url, path, trader.token)).data.rows
  expect(await rows("/contract/open")).toEqual([])
  expect(await rows("/contract/positions")).toEqual([])
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a replay is begun, traded and left by finger @verify", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
    const live = page.getByRole("region", { name: "Chart" })
    await expect(live.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
    const sent = watchOrders(page)
    await live.getByRole("button", { name: "More" }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Replay", exact: true }).tap()
    await expect(chart(page)).toHaveAttribute("data-bars", /^[1-9]\d+$/)
    const usual = await field(page, "Start at").inputValue()
    const box = await chart(page).boundingBox()
    if (!box) throw new Error("no chart")
    await page.touchscreen.tap(box.x + box.width * 0.5, box.y + box.height * 0.5)
    await expect(field(page, "Start at")).not.toHaveValue(usual)
    await field(page, "Start at").fill("2025-03-04T10:07")
    await button(page, "Start replay").tap()
    await expect(button(page, /^Play/)).toBeVisible()
    expect(await moment(page)).toBe(Date.UTC(2025, 2, 4, 10, 7))
    await expectNoFuture(page)
    // While it plays nobody scrolls to them.
    await expect(button(page, "Buy")).toBeInViewport({ ratio: 1 })
    await expect(button(page, "Sell")).toBeInViewport({ ratio: 1 })

    await field(page, "Quantity").fill("0.01")
    await button(page, "Sell").tap()
    await expect(stage(page).getByRole("alert")).toHaveText(
      "Spot can’t be sold short: you hold less than that.",
    )
    await button(page, "Buy").tap()
    await button(page, /^Next minute/).tap()
    await expect(account(page).getByRole("status")).toContainText("Bought 0.01")
    await button(page, /^Next bar/).tap()
    await expect.poll(() => moment(page)).toBe(Date.UTC(2025, 2, 4, 10, 15))
    const small = await stage(page)
      .getByRole("button")
      .evaluateAll((all) =>
        all.flatMap((each) => {
          const { width, height } = each.getBoundingClientRect()
          return width > 0 && (width < 44 || height < 44)
            ? [each.getAttribute("aria-label") ?? each.textContent]
            : []
        }),
      )
    expect(small).toEqual([])
    await expectNoOverflowAt(page, { width: 360, height: 640 }, "replay")
    await page.setViewportSize(PHONE)
    await button(page, "Back to live").tap()
    await expect(stage(page)).toHaveCount(0)
    await expect(live.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
    expect(sent).toEqual([])
    expect(complaints).toEqual([])
  })
})
