/**
 * What happens to a position is seen by whom it happens to: funding, alarms and liquidation, a stop-loss and a take-profit.
 * The operator walks the simulated prices.
 */

import type { Page } from "@playwright/test"
import { runOperator } from "#server/operator/run-operator.ts"
import { DESK, expect, PHONE, test } from "../support/journey.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, openAs, type Trader } from "../support/page-trader.ts"
import type { SakerProcess } from "../support/saker-process.ts"
import { smallWith } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

/** Decimals of a quantity. Each journey has a contract of its own: the walk of one moves no position of another. */
const DECIMALS: Readonly<Record<string, number>> = {
  BTC_USDT_PERP: 3,
  BNB_USDT_PERP: 2,
  XRP_USDT_PERP: 1,
  DOGE_USDT_PERP: 0,
  ADA_USDT_PERP: 0,
}
/** Of a position, USDT; at 50× its margin ratio begins near 50 %, and is 100 % some percent further down. */
const WORTH = 3_000
const LEVERAGE = 50
/** How long a price takes to where a position is liquidated: 80 and 90 % are marks apart. */
const FALL_SECONDS = 40
const BEYOND = 4

test.use({
  setup: smallWith({ SAKER_MARKETS: "7", SAKER_PRICE_WALKS: "1" }, { options: { comesTo: "funding" } }),
})

const keys = new Map<string, string>()

/** The operator lets a price walk, to so many percent of where it would be. */
async function walk(saker: SakerProcess, symbol: string, to: number, seconds: number): Promise<void> {
  const operate = async (...args: string[]) => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const environment = { SAKER_DATA: saker.data, SAKER_OPERATOR_KEY: keys.get(saker.data) }
    expect(await runOperator(args, { environment, say, complain: say }), said.join("\n")).toBe(0)
    return said
  }
  if (!keys.has(saker.data)) keys.set(saker.data, (await operate("key-add", "olga"))[1] ?? "")
  const where = ["--to", to.toFixed(3), "--seconds", String(seconds)]
  await operate("walk", symbol, ...where, "--reason", "A journey.")
}

interface ServerPosition {
  instrument: string
  quantity: string
  mark: string
  liquidationPrice: string
}

const rowsOf = async <Row>(saker: SakerProcess, path: string, { token }: Trader) =>
  (await getFrom<{ rows: Row[] }>(saker.url, path, token)).data.rows

/** By market. A server that has just started has no price for a moment. */
async function buy(saker: SakerProcess, trader: Trader, symbol: string, worth = WORTH): Promise<void> {
  await trader.post("/contract/leverage", { instrument: symbol, leverage: LEVERAGE })
  await expect
    .poll(async () => {
      const quantity = (worth / Number(await priceAt(saker.url, symbol, 1))).toFixed(DECIMALS[symbol])
      const order = { instrument: symbol, side: "buy", type: "market", quantity }
      return (await trader.post<{ status: string } | null>("/contract/place", order)).data?.status
    })
    .toBe("filled")
}

async function positionIn(saker: SakerProcess, trader: Trader, symbol: string): Promise<ServerPosition> {
  const rows = await rowsOf<ServerPosition>(saker, "/contract/positions", trader)
  const position = rows.find(({ instrument }) => instrument === symbol)
  if (!position) throw new Error(`no position in ${symbol}`)
  return position
}

/** Past the price at which the position is liquidated. */
async function fall(saker: SakerProcess, trader: Trader, symbol: string): Promise<void> {
  const { mark, liquidationPrice } = await positionIn(saker, trader, symbol)
  const away = 100 * (1 - Number(liquidationPrice) / Number(mark))
  await walk(saker, symbol, 100 - BEYOND * away, BEYOND * FALL_SECONDS)
}

/** Everything that the page's live regions have said: what is no failure leaves by itself. */
async function listen(page: Page): Promise<(words: RegExp) => Promise<void>> {
  await page.addInitScript(() => {
    const heard = new Set<string>()
    Object.assign(window, { heard })
    const note = () => {
      for (const { textContent } of document.querySelectorAll("[role=status] span, [role=alert]"))
        if (textContent) heard.add(textContent)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const heard = () => page.evaluate(() => [...(window as unknown as { heard: Set<string> }).heard].join("\n"))
  return async (words) => await expect.poll(heard, { timeout: 120_000 }).toMatch(words)
}

/** The positions on the screen of their contract, or on a phone in the asset center. */
async function openPositions(page: Page, url: string, symbol: string): Promise<void> {
  if (page.viewportSize()?.width === DESK.width) {
    await page.goto(`${url}/#/pages/contract/trade?symbol=${symbol}`)
    await page.getByRole("tab", { name: /^Positions/ }).click()
  } else {
    await page.goto(`${url}/#/pages/assets/index`)
    await page.getByRole("button", { name: /^Contract/ }).click()
  }
  await expect(page.locator("[data-position]").first()).toBeVisible()
}

/** The newest row of a list of what was. */
async function newestOf(page: Page, url: string, tab: string) {
  await page.goto(`${url}/#/pages/contract/history`)
  await page.getByRole("tab", { name: tab, exact: true }).click()
  return page.locator("article, tbody tr").first()
}

test("funding is told on every device at its moment, and stands in the history @verify", async ({
  browser,
  saker,
}) => {
  const trader = await newContractTrader(saker.url, "500")
  await buy(saker, trader, "BTC_USDT_PERP")
  // Until the first premium there is no rate.
  await expect
    .poll(async () => {
      const { data } = await getFrom<{ rate: string }>(
        saker.url,
        "/contract/funding?instrument=BTC_USDT_PERP",
      )
      return data.rate
    })
    .not.toBe("0")
  const pages: { page: Page; heard: (words: RegExp) => Promise<void> }[] = []
  for (const viewport of [DESK, PHONE]) {
    const context = await browser.newContext({ viewport, serviceWorkers: "block", locale: "en-GB" })
    const page = await context.newPage()
    const heard = await listen(page)
    await openAs(page, trader)
    await openPositions(page, saker.url, "BTC_USDT_PERP")
    pages.push({ page, heard })
  }
  saker.goOn()
  for (const { page, heard } of pages) {
    await heard(/^BTC\/USDT Perp: (paid|received) [\d.,]+\sUSDT funding at a rate of [\d.]+\s%\.$/m)
    const row = await newestOf(page, saker.url, "Funding")
    await expect(row).toContainText("0.0")
    await expect(row).toContainText(/%/)
    await page.context().close()
  }
  expect(await rowsOf(saker, "/contract/fundingPaid", trader)).toHaveLength(1)
})

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("an isolated position is warned of at 80 and 90 %, then taken over, with the reason @verify", async ({
    page,
    saker,
  }) => {
    const symbol = "BNB_USDT_PERP"
    const trader = await newContractTrader(saker.url, "100")
    await trader.post("/contract/marginMode", { instrument: symbol, mode: "isolated" })
    await buy(saker, trader, symbol)
    const heard = await listen(page)
    await openAs(page, trader)
    await openPositions(page, saker.url, symbol)
    await fall(saker, trader, symbol)
    await heard(/BNB\/USDT Perp Long: the margin ratio has reached 80 %/)
    await heard(/BNB\/USDT Perp Long: the margin ratio has reached 90 %/)
    await heard(
      /BNB\/USDT Perp: the insurance fund took over [\d.,]+\sBNB at [\d.,]+, because the margin of -?[\d.,]+\sUSDT no longer covered the maintenance margin of [\d.,]+\sUSDT\./,
    )
    await expect(page.getByText("No open positions.")).toBeVisible()
    const closed = await newestOf(page, saker.url, "Closed positions")
    await expect(closed).toContainText("BNB/USDT")
    await expect(closed).toContainText("Take-over by the fund")
    await expect(closed).toContainText(/\u2212\d/)
    const step = await newestOf(page, saker.url, "Liquidations")
    await expect(step).toContainText("Take-over by the fund")
    await expect(step).toContainText(/\d\.\d/)
  })

  test("a stop-loss that fires is told, and the position is gone @verify", async ({ page, saker }) => {
    const symbol = "DOGE_USDT_PERP"
    const trader = await newContractTrader(saker.url, "500")
    await buy(saker, trader, symbol)
    const { mark, quantity } = await positionIn(saker, trader, symbol)
    const stopLoss = { price: (Number(mark) * 0.985).toFixed(5) }
    expect(await trader.post("/contract/targets", { instrument: symbol, stopLoss })).toMatchObject({
      code: 200,
    })
    const heard = await listen(page)
    await openAs(page, trader)
    await openPositions(page, saker.url, symbol)
    await walk(saker, symbol, 96.5, 60)
    await heard(new RegExp(`^Sold ${spoken(quantity)} DOGE Perp at [\\d.,]+`, "m"))
    await expect(page.getByText("No open positions.")).toBeVisible()
    await expect(await newestOf(page, saker.url, "Closed positions")).toContainText(/\u2212\d/)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("of cross positions the larger is liquidated by an order, with the reason and the numbers @verify", async ({
    page,
    saker,
  }) => {
    const symbol = "XRP_USDT_PERP"
    const trader = await newContractTrader(saker.url, "80")
    await buy(saker, trader, symbol)
    await buy(saker, trader, "BTC_USDT_PERP", 150)
    const heard = await listen(page)
    await openAs(page, trader)
    await openPositions(page, saker.url, symbol)
    await fall(saker, trader, symbol)
    await heard(/The margin ratio of your cross positions has reached 80 %/)
    await heard(/The margin ratio of your cross positions has reached 90 %/)
    await heard(
      /XRP\/USDT Perp: [\d.,]+\sXRP were liquidated, not worse than [\d.,]+, because the margin of [\d.,]+\sUSDT no longer covered the maintenance margin of [\d.,]+\sUSDT\./,
    )
    // What its fee left decides about the other.
    await expect(page.locator("[data-position]", { hasText: "XRP/USDT" })).toHaveCount(0)
    await newestOf(page, saker.url, "Closed positions")
    const closed = page.locator("article", { hasText: "XRP/USDT" })
    await expect(closed).toContainText("Liquidation")
    await expect(closed).toContainText(/\u2212\d/)
    await newestOf(page, saker.url, "Liquidations")
    const step = page.locator("article", { hasText: "XRP/USDT" }).first()
    await expect(step).toContainText("Liquidation")
    await expect(step).toContainText("Maintenance margin")
  })

  test("a take-profit that fires is told, and the gain stands in the history @verify", async ({
    page,
    saker,
  }) => {
    const symbol = "ADA_USDT_PERP"
    const trader = await newContractTrader(saker.url, "500")
    await buy(saker, trader, symbol)
    const { mark, quantity } = await positionIn(saker, trader, symbol)
    const takeProfit = { price: (Number(mark) * 1.015).toFixed(4) }
    expect(await trader.post("/contract/targets", { instrument: symbol, takeProfit })).toMatchObject({
      code: 200,
    })
    const heard = await listen(page)
    await openAs(page, trader)
    await openPositions(page, saker.url, symbol)
    await walk(saker, symbol, 103.5, 60)
    await heard(new RegExp(`^Sold ${spoken(quantity)} ADA Perp at [\\d.,]+`, "m"))
    await expect(page.getByText("No open positions.")).toBeVisible()
    await expect(await newestOf(page, saker.url, "Closed positions")).toContainText(/\+\d/)
  })
})

const spoken = (quantity: string): string => Number(quantity).toLocaleString("en-GB")
