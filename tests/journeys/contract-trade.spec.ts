/** A user trades a contract: leverage, a long by market, its close, what is refused, and what a lost answer does; desk and phone. */

import type { Page } from "@playwright/test"
import { drawPricesTogether } from "../support/chart-lines.ts"
import {
  DESK,
  expect,
  expectNoOverflowAt,
  PHONE,
  SMALL_PHONE,
  test,
  verifyUnless,
  watchComplaints,
} from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, newTrader, openAs, type Trader, watchOrders } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const PERP = "BTC_USDT_PERP"
const TRADE = `/pages/contract/trade?symbol=${PERP}`

const main = (page: Page) => page.getByRole("main")
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: "Price" | "Amount") =>
  ticket(page).getByRole("textbox", { name, exact: true })
const long = (page: Page) => main(page).getByRole("button", { name: /^Buy \/ Long/ })
const short = (page: Page) => main(page).getByRole("button", { name: /^Sell \/ Short/ })
const toast = (page: Page, text: RegExp) => page.getByRole("status").getByText(text)
const chip = (page: Page, name: RegExp) => ticket(page).getByRole("button", { name })

async function confirm(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog")
  await question.getByRole("button").last().click()
  await expect(question).toBeHidden()
}

/** The type, whether its choice is tabs or, beside a phone's book, a list. */
async function chooseMarket(page: Page): Promise<void> {
  const list = ticket(page).getByRole("combobox", { name: "Order type" })
  if (await list.count()) await list.selectOption("market")
  else await ticket(page).getByRole("tab", { name: "Market" }).click()
}

interface ServerPosition {
  side: string
  quantity: string
  leverage: number
}

async function positionsOf(base: string, { token }: Trader): Promise<ServerPosition[]> {
  const { data } = await getFrom<{ rows: ServerPosition[] }>(base, "/contract/positions", token)
  return data.rows
}

for (const [name, viewport] of [
  ["a desk", DESK],
  ["a phone", PHONE],
] as const)
  test.describe(`a contract on ${name}${verifyUnless(viewport === DESK)}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })
    let trader: Trader
    test.beforeEach(async ({ page, saker, open }) => {
      trader = await newContractTrader(saker.url)
      await openAs(page, trader)
      await open(TRADE)
      await expect(
        ticket(page)
          .getByText(/5,000\sUSDT/)
          .first(),
      ).toBeVisible()
    })

    test("leverage is set, a long opened by market at what was told, and closed by reduce-only", async ({
      page,
      saker,
    }) => {
      const complaints = watchComplaints(page)
      const sent = watchOrders(page, "contract")
      await chip(page, /^Leverage: 20×/).click()
      const sheet = page.getByRole("dialog", { name: /^Leverage/ })
      await sheet.getByRole("textbox").fill("10")
      await expect(sheet.getByRole("row", { name: /^Then, 10×/ })).toBeVisible()
      await sheet.getByRole("button", { name: "Use 10×" }).click()
      await expect(chip(page, /^Leverage: 10×/)).toBeVisible()

      await chooseMarket(page)
      await field(page, "Amount").fill("0.01")
      await expect(long(page)).toContainText("0.010 BTC")
      // What the engine says of the order, before it is sent.
      await expect(main(page).getByText("Liq. price").first()).toBeVisible()
      await long(page).click()
      await expect(page.getByRole("alertdialog")).toContainText("Buy / Long: 0.010 BTC?")
      await expect(page.getByRole("alertdialog")).toContainText("Cross, 10×")
      await confirm(page)
      await expect(toast(page, /^Bought 0\.010 BTC Perp at [\d,.]+\.$/)).toBeVisible()
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatchObject({ instrument: PERP, side: "buy", type: "market", quantity: "0.010" })
      expect(await positionsOf(saker.url, trader)).toMatchObject([
        { side: "long", quantity: "0.01", leverage: 10 },
      ])

      // The position is a tab beside the open orders, on a phone behind a line that counts.
      if (viewport === PHONE)
        await main(page)
          .getByRole("button", { name: /^Positions/ })
          .click()
      else
        await main(page)
          .getByRole("tab", { name: /^Positions/ })
          .click()
      await expect(
        page
          .getByRole("region", { name: "Positions" })
          .getByText(/Long 10×|10×/)
          .first(),
      ).toBeVisible()
      if (viewport === PHONE) await page.keyboard.press("Escape")
      else
        await expect(page.getByRole("region", { name: "Next funding" })).toContainText(
          /BTC Long (pays|gets)\s*\d\d:\d\d:\d\d[\s\S]*[−+]?0\.\d+/,
        )

      await ticket(page).getByRole("checkbox", { name: "Reduce-only" }).check()
      await field(page, "Amount").fill("0.01")
      const close = main(page).getByRole("button", { name: /^Close long/ })
      await expect(close).toContainText("0.010 BTC")
      // There is no short position that a buy could reduce.
      await expect(main(page).getByRole("button", { name: /^Close short/ })).toBeDisabled()
      await close.click()
      await confirm(page)
      await expect(toast(page, /^Sold 0\.010 BTC Perp at/)).toBeVisible()
      expect(sent[1]).toMatchObject({ side: "sell", reduceOnly: true })
      expect(await positionsOf(saker.url, trader)).toEqual([])
      expect(complaints).toEqual([])
    })

    test("what the rules forbid is said before it is sent, and mended by one tap", async ({ page }) => {
      const sent = watchOrders(page, "contract")
      await field(page, "Price").fill("50,123")
      await field(page, "Amount").fill("0.01")
      await expect(main(page).getByText("50,123 is ambiguous. Enter 50123 or 50.123.")).toBeVisible()
      await expect(long(page)).toBeDisabled()
      await expect(short(page)).toBeDisabled()

      await chooseMarket(page)
      await field(page, "Amount").fill("5")
      await expect(
        main(page)
          .getByText(/Insufficient margin: [\d,.]+ USDT required/)
          .first(),
      ).toBeVisible()
      await expect(long(page)).toBeDisabled()

      await ticket(page).getByRole("checkbox", { name: "Reduce-only" }).check()
      await field(page, "Amount").fill("0.01")
      await expect(
        main(page).getByText("There is no position that this order could reduce.").first(),
      ).toBeVisible()
      expect(sent).toEqual([])
    })
  })

test.describe("an order of a contract", () => {
  test.use({ viewport: DESK })

  test("rests with a mark in the book and a line on the chart, and is cancelled from its list @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newContractTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    const price = await priceAt(saker.url, PERP, 0.99)
    await page.getByRole("combobox", { name: "Price grouping" }).selectOption({ index: 3 })
    await field(page, "Price").fill(price)
    await field(page, "Amount").fill("0.01")
    await long(page).click()
    await confirm(page)
    await expect(toast(page, /Order placed: buy 0\.010 BTC Perp at/)).toBeVisible()
    await expect(page.getByRole("region", { name: "Order book" }).locator("[data-own]")).toHaveCount(1)
    // One percent below the market may be below what the chart shows: its prices are drawn together, as a user would.
    await drawPricesTogether(page)
    await expect(main(page).getByRole("button", { name: /^Buy 0\.010 at/ })).toBeVisible()
    const lists = page.getByRole("region", { name: "Contract orders" })
    await lists.getByRole("tab", { name: /^Open orders/ }).click()
    await expect(lists.getByRole("link", { name: "BTC/USDT Perp" })).toBeVisible()
    await lists.getByRole("button", { name: /^Cancel order/ }).click()
    // The mouse is on its row, which keeps its place.
    await expect(lists.getByText("Cancelled")).toBeVisible()
  })

  test("whose answer is lost is asked about and never sent twice @verify", async ({ page, open, saker }) => {
    const trader = await newContractTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    const sent = watchOrders(page, "contract")
    await page.route("**/contract/place", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await chooseMarket(page)
    await field(page, "Amount").fill("0.01")
    await long(page).click()
    await confirm(page)
    await expect(ticket(page).getByText(/The exchange received it: Bought 0\.010 BTC Perp/)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await positionsOf(saker.url, trader)).toMatchObject([{ side: "long", quantity: "0.01" }])
  })

  test("names its position once hedge mode is set, and isolated margin is a sheet away @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newContractTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    const sent = watchOrders(page, "contract")
    await chip(page, /^Margin mode: Cross/).click()
    const sheet = page.getByRole("dialog", { name: "Margin mode" })
    await sheet.getByText("Isolated", { exact: true }).click()
    await sheet.getByText("Hedge", { exact: true }).click()
    await sheet.getByRole("button", { name: "Apply" }).click()
    await expect(chip(page, /^Margin mode: Isolated/)).toBeVisible()
    await chooseMarket(page)
    await field(page, "Amount").fill("0.01")
    await short(page).click()
    await confirm(page)
    await expect(toast(page, /^Sold 0\.010 BTC Perp at/)).toBeVisible()
    expect(sent[0]).toMatchObject({ side: "sell", positionSide: "short" })

    // With a position there, neither mode can be changed: said in the server's words.
    await chip(page, /^Margin mode: Isolated/).click()
    await sheet.getByText("Cross", { exact: true }).click()
    await sheet.getByRole("button", { name: "Apply" }).click()
    await expect(sheet.getByText("Close your positions and cancel your open orders first.")).toBeVisible()
  })
})

test("a visitor is led to the login, and sees a contract's candles without one @verify", async ({
  page,
  open,
}) => {
  await open(TRADE)
  await expect(page).toHaveURL(/#\/login\?to=/)
  await open("/pages/contract/index")
  await main(page).locator(`[data-market="${PERP}"]`).click()
  await expect(page).toHaveURL(/kline\/index\?symbol=BTC_USDT_PERP/)
  await main(page).getByRole("link", { name: "Buy / Long" }).click()
  await expect(page).toHaveURL(/#\/login\?to=/)
})

test.describe("the screen", () => {
  test("at every size has nothing that sticks out, in the longest languages @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newTrader(saker.url))
    for (const language of ["de", "pl", "fr"]) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      await page.goto("about:blank")
      await open(TRADE)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      for (const viewport of [SMALL_PHONE, { width: 768, height: 1024 }, { width: 844, height: 390 }, DESK]) {
        await page.setViewportSize(viewport)
        await expect(
          main(page)
            .getByText(/\d× ?$/)
            .or(main(page).locator("canvas"))
            .first(),
        ).toBeVisible()
        await expectNoOverflowAt(page, viewport, language)
      }
    }
  })

  for (const look of LOOKS)
    test(`passes axe, also with the leverage open, ${lookName(look)} @verify`, async ({
      page,
      open,
      saker,
    }) => {
      await putOn(page, look)
      await openAs(page, await newContractTrader(saker.url))
      await open(TRADE)
      await field(page, "Amount").fill("0.01")
      await expect(long(page)).toContainText("0.010 BTC")
      await expectAccessible(page, "ticket")
      await chip(page, /^Leverage/).click()
      await expect(page.getByRole("dialog", { name: /^Leverage/ })).toBeVisible()
      await expectAccessible(page, "leverage")
    })
})
