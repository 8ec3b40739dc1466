/** A user opens second contracts up and down, watches them run and end, and checks a result from the published ticks; phone and desk. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, verifyUnless, watchComplaints } from "../support/journey.ts"
import { newSecondTrader, openAs, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const TRADE = "/pages/option/trade?symbol=BTC_USDT_SEC"

const main = (page: Page) => page.getByRole("main")
const stake = (page: Page) => main(page).getByRole("textbox", { name: /^Stake/ })
const up = (page: Page) => main(page).getByRole("button", { name: /^Up/ })
const down = (page: Page) => main(page).getByRole("button", { name: /^Down/ })
const result = (page: Page) =>
  main(page)
    .getByRole("status")
    .getByText(/^(Won|Lost|Equal|Refunded)/)

interface ServerContract {
  id: number
  direction: string
  stake: string
  status: string
  open: { seq: number; price: string }
}

async function rowsOf(base: string, path: "running" | "records", { token }: Trader) {
  const { data } = await getFrom<{ rows: ServerContract[] }>(base, `/option/${path}`, token)
  return data.rows
}

for (const [name, viewport] of [
  ["a desk", DESK],
  ["a phone", PHONE],
] as const)
  test.describe(`second contracts on ${name}${verifyUnless(viewport === DESK)}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })

    test("up and down are opened at the tick on screen, run by the server's clock, end with their tick, and the check holds", async ({
      page,
      saker,
      open,
    }) => {
      const trader = await newSecondTrader(saker.url)
      const complaints = watchComplaints(page)
      const sent: Record<string, unknown>[] = []
      page.on("request", (request) => {
        if (request.url().endsWith("/option/open")) sent.push(request.postDataJSON())
      })
      await openAs(page, trader)
      await open(TRADE)
      await expect(main(page).getByText(/^Index, tick \d/)).toBeVisible()
      await expect(page).toHaveTitle(/BTC\/USDT Seconds/)
      await stake(page).fill("50")
      await expect(main(page).getByText(/^\+\d+\.\d\d\sUSDT$/)).toBeVisible()
      await expect(up(page)).toBeEnabled()
      await up(page).click()
      await expect.poll(async () => (await rowsOf(saker.url, "running", trader)).length).toBe(1)
      await expect(main(page).getByText(/^Up, open /)).toBeVisible()
      await stake(page).fill("20")
      await expect(down(page)).toBeEnabled()
      // Pressed again at once it would be another contract: a second tap so soon is none.
      await down(page).dblclick()
      await expect.poll(async () => (await rowsOf(saker.url, "running", trader)).length).toBe(2)
      expect(sent).toHaveLength(2)
      expect(sent[0]).toMatchObject({ direction: "bullish", stake: "50", seconds: "30" })
      expect(sent[1]).toMatchObject({ direction: "bearish", stake: "20" })
      expect(sent.every(({ seenPrice, maxMove, key }) => seenPrice && maxMove && key)).toBe(true)

      const running = await rowsOf(saker.url, "running", trader)
      expect(running.map(({ direction }) => direction)).toEqual(["bullish", "bearish"])
      const card = main(page).locator(`[data-second="${running[0]?.id}"]`)
      await expect(card).toContainText("50.00")
      await expect(card).toContainText(/00:[012]\d/)
      await expect(card).toContainText(/(above|below|equal)/)

      await expect(result(page)).toBeVisible({ timeout: 60_000 })
      await expect(result(page)).toContainText(/\(tick [\d,]+\)/)
      await expect.poll(async () => (await rowsOf(saker.url, "records", trader)).length).toBe(2)
      await expect(main(page).locator("[data-second]")).toHaveCount(0)
      const [last] = await rowsOf(saker.url, "records", trader)

      // It stays until it is put away, and leads to the record.
      await main(page).getByRole("link", { name: "See the ticks" }).click()
      const sheet = page.getByRole("dialog", { name: `Contract ${last?.id}` })
      await expect(sheet.getByRole("table")).toContainText("Deciding")
      await sheet.getByRole("button", { name: "Check this result" }).click()
      await expect(sheet.getByText(/^Every step holds/)).toBeVisible()
      await expect(sheet.locator("[data-step]")).toHaveCount(9)
      await expect(sheet.locator('[data-state="right"]')).toHaveCount(9)
      expect(complaints).toEqual([])
    })

    test("a file in which a digit was changed is refused, and the line is named @verify", async ({
      page,
      saker,
      open,
    }) => {
      const trader = await newSecondTrader(saker.url)
      const order = { instrument: "BTC_USDT_SEC", direction: "bullish", seconds: 30, stake: "5", key: "one" }
      await expect.poll(async () => (await trader.post("/option/open", order)).code).toBe(200)
      await expect
        .poll(async () => (await rowsOf(saker.url, "records", trader)).length, { timeout: 60_000 })
        .toBe(1)
      await page.route("**/market/index/file/**", async (route) => {
        const response = await route.fetch()
        const lines = (await response.text()).split("\n")
        lines[2] = (lines[2] ?? "").replace(
          /\|(\d+\.\d*)(\d)\|/,
          (_, head, digit) => `|${head}${(Number(digit) + 1) % 10}|`,
        )
        await route.fulfill({ response, body: lines.join("\n") })
      })
      await openAs(page, trader)
      await open("/pages/option/record")
      await main(page).getByRole("button", { name: "Details" }).click()
      const sheet = page.getByRole("dialog")
      await sheet.getByRole("button", { name: "Check this result" }).click()
      await expect(sheet.getByText(/^One step doesn’t hold/)).toBeVisible()
      await expect(sheet.locator('[data-state="wrong"]')).toContainText("Line 3.")
    })
  })

test.describe("the records", () => {
  test.use({ viewport: DESK })

  test("are filtered by market and result, and taken along as a file with their ticks @verify", async ({
    page,
    saker,
    open,
  }) => {
    const trader = await newSecondTrader(saker.url)
    for (const direction of ["bullish", "bearish"]) {
      const order = { instrument: "ETH_USDT_SEC", direction, seconds: 30, stake: "5", key: direction }
      await expect.poll(async () => (await trader.post("/option/open", order)).code).toBe(200)
    }
    await openAs(page, trader)
    await open("/pages/option/record")
    await expect(main(page).getByText("No contract has ended yet.")).toBeVisible()
    // They come by themselves.
    await expect(main(page).getByRole("button", { name: "Details" })).toHaveCount(2, { timeout: 60_000 })
    await main(page).getByRole("combobox", { name: "Market" }).selectOption("BTC_USDT_SEC")
    await expect(main(page).getByText("No results for these filters.")).toBeVisible()
    await main(page).getByRole("combobox", { name: "Market" }).selectOption("ETH_USDT_SEC")
    await expect(main(page).getByRole("button", { name: "Details" })).toHaveCount(2)
    const saved = page.waitForEvent("download")
    await main(page).getByRole("button", { name: "CSV" }).click()
    const file = await saved
    const stream = await file.createReadStream()
    let text = ""
    for await (const part of stream) text += part
    expect(text.split("\r\n").filter(Boolean).length).toBe(3)
    expect(text).toContain("settle.price")
  })
})
