/** Can a trader look back at what was of their contracts: each list, by contract and days, with its file? */

import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { newTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"

const SYMBOL = "BTC_USDT_PERP"

/** Somebody who has bought 0.010 BTC in a contract and sold it again. */
async function formerBuyer(url: string): Promise<Trader> {
  const trader = await newTrader(url)
  const told = async (path: string, body: object) =>
    expect(await trader.post(path, body), path).toMatchObject({ code: 200 })
  await told("/assets/transfer", {
    from: "funding",
    to: "contract",
    currency: "USDT",
    amount: "600",
    key: "in",
  })
  const order = { instrument: SYMBOL, quantity: "0.010" }
  await tradeContract(trader, { ...order, side: "buy" })
  await tradeContract(trader, { ...order, side: "sell", reduceOnly: true })
  return trader
}

/** What a token of the theme is as a colour. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"))
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)

test("each list tells what was, narrowed by contract and days, and goes into a file", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  await openAs(page, await formerBuyer(saker.url))
  await open("/pages/contract/history")
  const rows = page.locator("tbody tr")
  const tab = (name: string) => page.getByRole("tab", { name, exact: true })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText("Sell")
  await tab("Fills").click()
  await expect(rows.first()).toContainText("Taker")
  await expect(rows.first().getByText("Sell")).toHaveCSS("color", await colourOf(page, "--down"))
  // What was paid is never told as less than it was.
  const fee = rows.first().getByRole("cell").nth(6).locator("[title]")
  const exact = Number.parseFloat((await fee.getAttribute("title")) ?? "")
  expect(Number(await fee.innerText())).toBeGreaterThan(exact)
  await tab("Closed positions").click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText("Long")
  await expect(rows).toContainText("Own order")
  await expect(rows).toContainText(/[+\u2212]\d/)

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ])
  const [heads, line, ...more] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(heads).toContain("instrument,side,")
  expect(line).toContain(SYMBOL)
  expect(more).toEqual([])

  await page.getByRole("combobox", { name: "Contract" }).selectOption("ETH_USDT_PERP")
  await expect(page.getByText("No results for these filters.")).toBeVisible()
  await page.getByRole("combobox", { name: "Contract" }).selectOption(SYMBOL)
  await expect(rows).toHaveCount(1)
  await tab("Liquidations").click()
  await expect(page.getByText("No results for these filters.")).toBeVisible()
})

test("a closed position gets a note and a tag, by which the journal counts it, with the day's result @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  await openAs(page, await formerBuyer(saker.url))
  await open("/pages/contract/history")
  const tab = (name: string) => page.getByRole("tab", { name, exact: true })
  await tab("Closed positions").click()
  await page.getByRole("button", { name: "Write a note on BTC/USDT Perp" }).click()
  const sheet = page.getByRole("dialog", { name: "Note on BTC/USDT Perp" })
  await sheet.getByLabel("Note").fill("Too early.")
  await sheet.getByLabel("Tags").fill("a, b, c, d, e, f, g, h, i")
  await expect(sheet.getByText("Use up to 8 tags of up to 24 characters.")).toBeVisible()
  await expect(sheet.getByRole("button", { name: "Save note" })).toBeDisabled()
  await sheet.getByLabel("Tags").fill("breakout, late")
  await sheet.getByRole("button", { name: "Save note" }).click()
  await expect(page.locator("tbody tr")).toContainText("#breakout #late · Too early.")

  await tab("Journal").click()
  const row = (name: string) => page.getByRole("row", { name })
  await expect(row("breakout").getByRole("cell")).toContainText(["1", /^(0|100)\s%$/])
  await expect(row("All").getByRole("cell").first()).toHaveText("1")
  // What the curve comes to is what the one position came to: its fees at least.
  await expect(page.getByRole("img", { name: /^Result [+−]?\d/ })).toBeVisible()
  await page.getByRole("radio", { name: "Weekday" }).check({ force: true })
  await expect(page.getByRole("rowheader", { name: /day$/ })).toHaveCount(1)
  await expectAccessible(page, "journal")
})

test.describe("by thumb", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a note is written, and the journal counts by it @verify", async ({ page, saker, open }) => {
    await openAs(page, await formerBuyer(saker.url))
    await open("/pages/contract/history")
    await page.getByRole("tab", { name: "Closed positions", exact: true }).tap()
    await page.getByRole("button", { name: "Write a note on BTC/USDT Perp" }).tap()
    const sheet = page.getByRole("dialog", { name: "Note on BTC/USDT Perp" })
    await sheet.getByLabel("Note").fill("Too early.")
    await sheet.getByLabel("Tags").fill("breakout")
    await sheet.getByRole("button", { name: "Save note" }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page.locator("article")).toContainText("#breakout · Too early.")
    await page.getByRole("tab", { name: "Journal", exact: true }).tap()
    await expect(page.getByText("breakout")).toBeVisible()
    await expect(page.getByRole("img", { name: /^Result [+−]?\d/ })).toBeVisible()
    expect(await sidewaysOverflow(page)).toBe(0)
  })
})

test("new rows appear by themselves while a list is open @verify", async ({ page, saker, open }) => {
  await page.setViewportSize(DESK)
  const trader = await formerBuyer(saker.url)
  await openAs(page, trader)
  await open("/pages/contract/history")
  const rows = page.locator("tbody tr")
  const tab = (name: string) => page.getByRole("tab", { name, exact: true })
  const order = { instrument: SYMBOL, quantity: "0.010" }
  await expect(rows).toHaveCount(2)
  await tradeContract(trader, { ...order, side: "sell" })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText("Sell")
  await tab("Fills").click()
  await expect(rows.first()).toContainText("Sell")
  await tab("Closed positions").click()
  await expect(rows).toHaveCount(1)
  await tradeContract(trader, { ...order, side: "buy", reduceOnly: true })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText("Short")
  await tab("Fills").click()
  await expect(rows.first()).toContainText("Buy")
  // Of another contract it has nothing to do here.
  await page.getByRole("combobox", { name: "Contract" }).selectOption("ETH_USDT_PERP")
  await expect(page.getByText("No results for these filters.")).toBeVisible()
})

test("nothing is cut at 360 px, in German @verify", async ({ page, saker, open }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  await openAs(page, await formerBuyer(saker.url))
  await open("/pages/contract/history")
  await expect(page.locator("article")).toHaveCount(2)
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.getByRole("tab").nth(2).click()
  await expect(page.locator("article")).toHaveCount(1)
  expect(await sidewaysOverflow(page)).toBe(0)
})

for (const look of LOOKS)
  test(`axe finds nothing on the history and the positions, ${lookName(look)} @verify`, async ({
    page,
    saker,
    open,
  }) => {
    const trader = await formerBuyer(saker.url)
    await trader.post("/contract/place", {
      ...{ instrument: SYMBOL, type: "market", quantity: "0.010", side: "sell" },
    })
    await putOn(page, look)
    await openAs(page, trader)
    await open("/pages/contract/history")
    await expect(page.locator("article, tbody tr").first()).toBeVisible()
    await expectAccessible(page, "history")
    await open("/pages/assets/index")
    await page.getByRole("button", { name: /^Contract/ }).click()
    await expect(page.locator("[data-position]")).toBeVisible()
    await expectAccessible(page, "positions")
    await page.getByRole("button", { name: /^Close BTC/ }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page, "closing")
  })
