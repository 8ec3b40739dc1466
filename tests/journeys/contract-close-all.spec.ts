/** A trader closes all positions at once, hears which stayed and why, and sees how near each is to being deleveraged. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const BTC = "BTC_USDT_PERP"
const ETH = "ETH_USDT_PERP"
const TRADE = `/pages/contract/trade?symbol=${BTC}`

/** Somebody long of BTC and short of ETH. */
async function newHedger(url: string): Promise<Trader> {
  const trader = await newContractTrader(url)
  for (const order of [
    { instrument: BTC, side: "buy", quantity: "0.010" },
    { instrument: ETH, side: "sell", quantity: "0.10" },
  ])
    await tradeContract(trader, order)
  return trader
}

const positionsOf = async (url: string, { token }: Trader) =>
  (await getFrom<{ rows: { instrument: string }[] }>(url, "/contract/positions", token)).data.rows

/** The list of positions on the trade screen: a tab on a desk, behind a line on a phone. */
async function showPositions(page: Page): Promise<void> {
  const strip = page.getByRole("main").getByRole("button", { name: /^Positions/ })
  if (await strip.count()) await strip.click()
  else await page.getByRole("tab", { name: /^Positions/ }).click()
  await expect(page.locator("[data-position]")).toHaveCount(2)
}

const closeAll = (page: Page) => page.getByRole("button", { name: "Close all" })
const question = (page: Page) => page.getByRole("alertdialog")

test("all are closed after one question on a desk @verify", async ({ page, saker, open }) => {
  await page.setViewportSize(DESK)
  const trader = await newHedger(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  await expect(page.getByRole("tab", { name: /^Open orders/ })).toBeVisible()
  await showPositions(page)
  await closeAll(page).click()
  await expect(question(page)).toContainText("Close all 2 positions at the market price?")
  await question(page).getByRole("button", { name: "Keep it" }).click()
  expect(await positionsOf(saker.url, trader)).toHaveLength(2)
  await closeAll(page).click()
  await question(page).getByRole("button", { name: "Close all" }).click()
  await expect(page.getByText("No open positions.")).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(await positionsOf(saker.url, trader)).toEqual([])
})

test("Ctrl-Shift-X ends orders and positions of all markets after one question, from any screen @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  const trader = await newHedger(saker.url)
  const price = await priceAt(saker.url, ETH, 0.98)
  await trader.post("/contract/place", {
    ...{ instrument: ETH, side: "buy", type: "limit", quantity: "0.10", price },
  })
  await openAs(page, trader)
  await open("/pages/spot/index")
  await expect(page.getByRole("button", { name: "Search or run a command" })).toBeVisible()
  await page.getByRole("searchbox").focus()
  await page.keyboard.press("Control+Shift+X")
  for (const [name, count] of Object.entries({
    "Open spot orders": 0,
    "Open contract orders": 1,
    Positions: 2,
  }))
    await expect(question(page).getByRole("row", { name: `${name} ${count}` })).toBeVisible()
  await expectAccessible(page, "the way out of everything", "[role=alertdialog]")
  // The safe answer has the focus.
  await page.keyboard.press("Enter")
  await expect(question(page)).toBeHidden()
  expect(await positionsOf(saker.url, trader)).toHaveLength(2)

  await page.keyboard.press("Control+Shift+X")
  await question(page).getByRole("button", { name: "Cancel and close all" }).click()
  await expect(page.getByText("Orders cancelled: 1. Positions closed: 2.")).toBeVisible()
  expect(await positionsOf(saker.url, trader)).toEqual([])
})

test("on a phone one that is refused is told with its reason, and the other is gone @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(PHONE)
  const trader = await newHedger(saker.url)
  await openAs(page, trader)
  await open("/pages/assets/index")
  await page.getByRole("button", { name: /^Contract/ }).click()
  await expect(page.locator("[data-position]")).toHaveCount(2)
  // One contract alone is closed; of the other the answer says that it was refused.
  await page.route("**/contract/closeAll", async (route) => {
    const answer = await route.fetch({ postData: JSON.stringify({ instrument: BTC }) })
    const envelope = await answer.json()
    const refused = { instrument: ETH, positionSide: "", order: 0, problem: "TRADING_STATE", values: {} }
    envelope.data.closed.push(refused)
    await route.fulfill({ json: envelope })
  })
  await closeAll(page).click()
  await question(page).getByRole("button", { name: "Close all" }).click()
  await expect(question(page).getByRole("alert")).toContainText(
    "ETH/USDT Perp Short was not closed: This market takes no new orders right now.",
  )
  await question(page).getByRole("button", { name: "Keep it" }).click()
  await expect(page.locator("[data-position]")).toHaveCount(1)
  expect(await positionsOf(saker.url, trader)).toMatchObject([{ instrument: ETH }])

  // Without keys the way out of everything is in the menu.
  await page.unroute("**/contract/closeAll")
  await page.getByRole("button", { name: "Menu" }).click()
  await page.getByRole("button", { name: "Cancel all orders and close all positions" }).click()
  await question(page).getByRole("button", { name: "Cancel and close all" }).click()
  await expect(page.getByText("Orders cancelled: 0. Positions closed: 1.")).toBeVisible()
  expect(await positionsOf(saker.url, trader)).toEqual([])
})

test("the place in the line of deleveraging is told in words and explained @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(PHONE)
  const trader = await newHedger(saker.url)
  await openAs(page, trader)
  await open("/pages/assets/index")
  await page.getByRole("button", { name: /^Contract/ }).click()
  const light = page.getByRole("button", {
    name: /^ADL [1-5] of 5, .*: Deleveraging queue, BTC\/USDT Perp Long$/,
  })
  await expect(light).toContainText(/ADL\s*[1-5] of 5, /)
  await light.click()
  await expect(page.getByRole("dialog")).toContainText("the insurance fund cannot cover it")
})

test("for the left hand ticket and book change places on a phone @verify", async ({ page, saker, open }) => {
  await page.setViewportSize(SMALL_PHONE)
  await openAs(page, await newHedger(saker.url))
  await page.addInitScript(() =>
    localStorage.setItem("saker:choices", JSON.stringify({ hand: { value: "left", at: Date.now() } })),
  )
  await open(TRADE)
  const ticket = page.getByRole("region", { name: "Order ticket" })
  const book = page.getByRole("region", { name: /^Order book/ })
  await expect(ticket).toBeVisible()
  await expect(book).toBeVisible()
  const left = async (part: typeof ticket) => (await part.boundingBox())?.x ?? Number.NaN
  await expect.poll(async () => (await left(book)) < (await left(ticket))).toBe(true)
  expect(await sidewaysOverflow(page)).toBe(0)
})

for (const look of LOOKS)
  test(`axe finds nothing on the list, the question and the light, ${lookName(look)} @verify`, async ({
    page,
    saker,
    open,
  }) => {
    await putOn(page, look)
    await openAs(page, await newHedger(saker.url))
    await open("/pages/assets/index")
    await page.getByRole("button", { name: /^Contract/ }).click()
    await expect(page.locator("[data-position]")).toHaveCount(2)
    await expect(page.getByRole("button", { name: /^ADL [1-5] of 5, / })).toHaveCount(2)
    await expectAccessible(page, "list")
    await closeAll(page).click()
    await expect(question(page)).toBeVisible()
    await expectAccessible(page, "question")
    await question(page).getByRole("button", { name: "Keep it" }).click()
    await page.getByRole("button", { name: /^ADL/ }).first().click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page, "light")
  })
