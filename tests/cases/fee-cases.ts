/** Fees of published cases, by the engine that charges them and the roundings that run in production. */

import * as z from "zod/mini"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { Decimal } from "#core/money/decimal.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import { roundFee } from "#core/order/fee.ts"
import { createEngine } from "#server/engine/engine.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor, decimal } from "./read-inputs.ts"

const liquidity = z.enum(["maker", "taker"])
const side = z.enum(["buy", "sell"])
const SIMPLE = z.object({ amount: decimal, price: decimal, liquidity, rate: decimal })
const SUMMED = z.object({
  side,
  liquidity,
  price: decimal,
  qty: decimal,
  maker: z.optional(decimal),
  taker: z.optional(decimal),
  buyer: z.optional(decimal),
  seller: z.optional(decimal),
})
const BINARY = z.object({
  price: decimal,
  rounding: z.string(),
  k: z.optional(decimal),
  contracts: z.optional(decimal),
  maker_rate: z.optional(decimal),
  taker_rate: z.optional(decimal),
})
const DISCOUNT = z.object({
  standard: decimal,
  tax: decimal,
  special: decimal,
  discount_asset_price: decimal,
  discount_multiplier: decimal,
})

type Trade = z.output<typeof SIMPLE> & { side?: z.output<typeof side> }

export const feeAdapters: Readonly<Record<string, Adapter>> = {
  "fee.simple": adapterFor(SIMPLE, (trade) => ({ fee: tradeFee(trade) })),
  "fee.rate_sum": adapterFor(SUMMED, (given) => ({ commission: summedFee(given) })),
  "fee.binary_p1p": adapterFor(BINARY, binaryFees),
  "fee.discount_asset": adapterFor(DISCOUNT, discounted),
  "spot.hold_with_fee": feePerLot,
  "spot.trade_with_fees": feePerLot,
  "margin.trade_with_fees": feePerLot,
}

/** Fees of so much a lot, whatever its price, aren't offered here: a fee is a rate of the turnover. */
function feePerLot(): never {
  throw new CannotRun("a fee per lot; fees here are rates of the turnover")
}

/** What the maker or the taker of one trade is charged by the engine, on a market of the case's own prices and rate, with the fee in the quote. */
function tradeFee({ amount, price, liquidity, rate, side = "buy" }: Trade): string {
  const [tick, lot] = [stepOf(price), stepOf(amount)]
  if ((tick * lot) % UNITS_PER_COIN !== 0n) throw new CannotRun("price and amount have too many decimals")
  const instrument: SpotInstrument = spotInstrument({
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    feeIn: "quote",
    maxQuantity: STEP_COUNT_MAX as Lots,
    maxMarketQuantity: STEP_COUNT_MAX as Lots,
    feeSchedule: [{ maker: amountOf(rate), taker: amountOf(rate) }],
  })
  const engine = createEngine()
  let seq = 0
  const run = (command: Parameters<typeof engine.apply>[0]["command"]) => {
    seq += 1
    return engine.apply({ seq, time: 0, command })
  }
  run({ type: "instrument.set", instrument })
  const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: (10n ** 22n) as Amount }))
  for (const account of ["maker", "taker"]) run({ type: "faucet.draw", account, amounts })
  const order = {
    type: "order.place",
    instrument: instrument.id,
    orderType: "limit",
    price: Number(amountOf(price) / tick) as Ticks,
    quantity: Number(amountOf(amount) / lot) as Lots,
  } as const
  const takes = liquidity === "taker"
  const takerSide = takes === (side === "buy") ? "buy" : "sell"
  run({ ...order, account: "maker", side: takerSide === "buy" ? "sell" : "buy" })
  const { events } = run({ ...order, account: "taker", side: takerSide })
  const fill = events.find((event) => event.type === "fill" && event.account === liquidity)
  if (fill?.type !== "fill") throw new CannotRun(`no fill of a ${liquidity}`)
  return formatAmount(fill.fee)
}

/** Two rates that are charged together: that of the role and that of the side. */
function summedFee(given: z.output<typeof SUMMED>): string {
  const ofRole = given[given.liquidity]
  const ofSide = given.side === "buy" ? given.buyer : given.seller
  if (ofRole === undefined && ofSide === undefined) throw new CannotRun("no rate of this role and side")
  const rate = new Decimal(ofRole ?? 0).plus(ofSide ?? 0).toFixed()
  return tradeFee({ ...given, amount: given.qty, rate })
}

/** `rate × contracts × p × (1 − p)`, rounded once to the cent: up, or to the nearest with a least fee. */
function binaryFees({ price, rounding, k, contracts, maker_rate, taker_rate }: z.output<typeof BINARY>) {
  const least = /minimum (\d+(?:\.\d+)?)/.exec(rounding)?.[1] ?? "0"
  const isNearest = rounding.startsWith("half-up")
  if (!isNearest && !rounding.startsWith("up")) throw new CannotRun(`rounding ${rounding}`)
  const feeOf = (rate: string, count: string) => {
    const cents = new Decimal(1).minus(price).times(price).times(count).times(rate).times(100)
    const fine = BigInt(cents.times(UNITS_PER_COIN.toString()).toFixed(0, Decimal.ROUND_UP))
    const rounded = isNearest ? divideNearest(fine, UNITS_PER_COIN) : roundFee(fine)
    return Decimal.max(new Decimal(rounded.toString()).div(100), least).toFixed()
  }
  const told: Record<string, string> = {}
  if (k !== undefined) told.fee = feeOf(k, contracts ?? "1")
  for (const [role, rate] of Object.entries({ maker: maker_rate, taker: taker_rate }))
    for (const count of rate === undefined ? [] : ["1", "100"])
      told[`${role}_${count}`] = feeOf(rate ?? "0", count)
  return told
}

/** Fees paid in another currency: what is discounted is the standard fee alone. */
function discounted(given: z.output<typeof DISCOUNT>): Record<string, string> {
  const inAsset = (fee: string) => new Decimal(fee).div(given.discount_asset_price)
  const standard = inAsset(given.standard).times(given.discount_multiplier)
  const [tax, special] = [inAsset(given.tax), inAsset(given.special)]
  return {
    standard_bnb: standard.toFixed(),
    tax_bnb: tax.toFixed(),
    special_bnb: special.toFixed(),
    total_bnb: standard.plus(tax).plus(special).toFixed(),
  }
}

function amountOf(text: string): Amount {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new CannotRun(`${text} is ${parsed.problem}`)
  return parsed.value
}

/** The step that a text's decimals need. */
const stepOf = (text: string): bigint => {
  const places = new Decimal(text).decimalPlaces()
  if (places > 8) throw new CannotRun(`${text} has more than 8 decimals`)
  return 10n ** BigInt(8 - places)
}
