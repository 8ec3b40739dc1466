/** A real market is as old as its exchange says. */

import { expect, test } from "vitest"
import { type CcxtExchange, PRECISION_MODES } from "./ccxt-exchange.ts"
import { listedMarkets } from "./listed-markets.ts"

const steps = { precision: { price: "0.01", amount: "0.001" }, limits: {} }
const market = (base: string, created?: number | null) => ({
  symbol: `${base}/USDT`,
  base,
  quote: "USDT",
  spot: true,
  active: true,
  created,
  ...steps,
})

test("the exchange's own listing time is told, for what follows the market too; without one it is unknown", () => {
  const listing = Date.UTC(2026, 10, 3)
  const markets = [market("BTC", listing), market("ETH"), market("SOL", null), market("SAND", -1)]
  const exchange = {
    markets: Object.fromEntries(markets.map((one) => [one.symbol, one])),
    precisionMode: PRECISION_MODES.tickSize,
  } as unknown as CcxtExchange
  const { traded, seconds } = listedMarkets(exchange, null)
  const dates = Object.fromEntries(
    [...traded, ...seconds].map(({ instrument }) => [instrument.id, instrument.listedAt]),
  )
  expect(dates).toMatchObject({
    BTC_USDT: listing,
    BTC_USDT_PERP: listing,
    BTC_USDT_SEC: listing,
    ETH_USDT: 0,
    SOL_USDT: 0,
    // Not the day in the simulation's calendar.
    SAND_USDT: 0,
  })
})
