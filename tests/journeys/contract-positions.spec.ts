/** Does a trader see their positions live, close a part of one, move its margin, and hear what is refused? */

import type { Page } from "@playwright/test"
import { PROBLEMS } from "#core/wire/problem.ts"
import {
  DESK,
  expect,
  expectToChange,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
} from "../support/journey.ts"
import { newTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const SYMBOL = "BTC_USDT_PERP"

interface ServerPosition {
  id: number
  quantity: string
  margin: string
}

const positionsOf = async (url: string, trader: Trader) =>
  (await getFrom<{ rows: ServerPosition[] }>(url, "/contract/positions", trader.token)).data.rows

/** Somebody with 600 USDT in the contract account, and 0.010 BTC bought there. */
async function buyer(url: string, mode: "cross" | "isolated"): Promise<Trader> {
  const trader = await newTrader(url)
  const told = async (path: string, body: object) =>
    expect(await trader.post(path, body), path).toMatchObject({ code: 200 })
  const moved = { from: "funding", to: "contract", currency: "USDT", amount: "600", key: "in" }
  await told("/assets/transfer", moved)
  if (mode === "isolated") await told("/contract/marginMode", { instrument: SYMBOL, mode })
  await tradeContract(trader, { instrument: SYMBOL, side: "buy", quantity: "0.010" })
  return trader
}

async function openContracts(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/pages/assets/index`)
  await page.getByRole("button", { name: /^Contract/ }).click()
  await expect(page.getByRole("region", { name: "Positions" })).toBeVisible()
}

/** Presses the sheet's button, and answers the question that it asks. */
async function answer(page: Page, amount: RegExp): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: amount }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: amount }).click()
}

test("a position is seen live, closed in part and then whole @verify", async ({ page, saker }) => {
  await page.setViewportSize(PHONE)
  const trader = await buyer(saker.url, "cross")
  await openAs(page, trader)
  await openContracts(page, saker.url)
  const card = page.locator("[data-position]")
  await expect(card).toContainText("Long 20×")
  await expect(card).toContainText("Cross")
  const figure = (name: RegExp) => card.locator("dl > div", { hasText: name }).locator("dd")
  await expect(figure(/^Size/)).toHaveText("0.010")
  await expect(figure(/^Liq/)).toHaveText(/\d/)
  await expectToChange(() => figure(/^Mark/).textContent())

  await card.getByRole("button", { name: /^Close BTC/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel("Amount").fill("0.5")
  await expect(sheet).toContainText("At most 0.010 BTC")
  await sheet.getByLabel("Amount").fill("0.004")
  await expect(sheet.getByRole("slider")).toHaveValue("40")
  await answer(page, /^Close 0.004 BTC/)
  await expect(sheet).toBeHidden()
  await expect(figure(/^Size/)).toHaveText("0.006")
  expect(await positionsOf(saker.url, trader)).toMatchObject([{ quantity: "0.006" }])

  await card.getByRole("button", { name: /^Close BTC/ }).click()
  await answer(page, /^Close 0.006 BTC/)
  await expect(page.getByText("No open positions.")).toBeVisible()
  expect(await positionsOf(saker.url, trader)).toEqual([])
})

test("margin goes into an isolated position and out of it, with the liquidation price before and after @verify", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const trader = await buyer(saker.url, "isolated")
  await openAs(page, trader)
  await openContracts(page, saker.url)
  await page.getByRole("button", { name: /^Margin of/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel("Amount").fill("999999")
  await expect(sheet).toContainText("At most")
  await sheet.getByLabel("Amount").fill("25")
  await expect(sheet.locator("dl")).toContainText(/→/)
  const [before] = await positionsOf(saker.url, trader)
  await sheet.getByRole("button", { name: /^Add 25/ }).click()
  await expect(sheet).toBeHidden()
  const [after] = await positionsOf(saker.url, trader)
  expect(Number(after?.margin) - Number(before?.margin)).toBeCloseTo(25, 6)
})

test("a refused closing says why, in the sheet, and the position stays @verify", async ({ page, saker }) => {
  await page.setViewportSize(PHONE)
  const trader = await buyer(saker.url, "cross")
  await openAs(page, trader)
  await openContracts(page, saker.url)
  await page.route("**/contract/place", (route) =>
    route.fulfill({
      json: { code: PROBLEMS.MIN_NOTIONAL, message: "The order is below the smallest amount.", data: null },
    }),
  )
  await page.getByRole("button", { name: /^Close BTC/ }).click()
  const sheet = page.getByRole("dialog")
  await answer(page, /^Close 0.010 BTC/)
  await expect(sheet.getByRole("alert")).toContainText("The order is below the smallest amount.")
  expect(await positionsOf(saker.url, trader)).toHaveLength(1)
})

test("nothing is cut at 360 px, in German @verify", async ({ page, saker }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  await openAs(page, await buyer(saker.url, "isolated"))
  await page.goto(`${saker.url}/#/pages/assets/index`)
  await page.getByRole("button", { name: /^(Kontrakt|Contract)/ }).click()
  await expect(page.locator("[data-position]")).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)
})

test("every figure of a position is in view on a desk, in the longest words @verify", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const trader = await buyer(saker.url, "cross")
  const other = "ETH_USDT_PERP"
  expect(await trader.post("/contract/marginMode", { instrument: other, mode: "isolated" })).toMatchObject({
    code: 200,
  })
  await tradeContract(trader, { instrument: other, side: "sell", quantity: "0.500" })
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/contract/trade?symbol=${SYMBOL}`)
  for (const language of ["de", "it", "pl", "pt"]) {
    await page.evaluate((chosen) => localStorage.setItem("lang", chosen), language)
    await page.reload()
    const row = page.locator("tr", { has: page.locator("[data-position]") }).filter({ hasText: "ETH" })
    await expect(row.getByRole("cell").nth(4)).toContainText(/\d/)
    const [figures, actions] = [row.getByRole("cell").nth(5), row.getByRole("cell").nth(6)]
    const hidden = async () => {
      const [left, right] = [await figures.boundingBox(), await actions.boundingBox()]
      return left && right ? Math.round(left.x + left.width - right.x) : undefined
    }
    await expect.poll(hidden, language).toBeLessThanOrEqual(0)
  }
})

test("take-profit and stop-loss are set, one that would fire at once is refused, and a position is turned around", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const trader = await buyer(saker.url, "cross")
  await openAs(page, trader)
  await openContracts(page, saker.url)
  await page.getByRole("button", { name: /^TP \/ SL of/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByRole("textbox", { name: "Take profit at" }).fill("1000")
  await sheet.getByRole("button", { name: "Save" }).click()
  await expect(sheet.getByRole("alert")).toContainText("It would fire at once")
  await sheet.getByRole("textbox", { name: "Take profit at" }).fill("900000")
  await sheet.getByRole("textbox", { name: "Stop loss at" }).fill("1000")
  await sheet.getByRole("button", { name: "Save" }).click()
  await expect(sheet).toBeHidden()
  expect(await positionsOf(saker.url, trader)).toMatchObject([
    { targets: [{ takeProfit: { price: "900000.0" }, stopLoss: { price: "1000.0" } }] },
  ])
  await page.getByRole("button", { name: /^Reverse/ }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Reverse" }).click()
  await expect(page.locator("[data-position]")).toContainText("Short 20×")
})
