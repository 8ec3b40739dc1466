/**
 * The order preview against the engine.
 * What it says an order costs, brings and charges is compared with what the engine then
 * posts, to the last unit, over books and orders by chance.
 */

import { expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { type Fees, type PreviewedOrder, previewOrder } from "#core/order/order-preview.ts"
import type { Ladder } from "#core/order/walk-book.ts"
import { orderOf, spotInstrument, TestExchange } from "../support/test-exchange.ts"
import { SeededChance } from "./seeded-chance.ts"

/** Fee level 0 (N1). */
const RATES = { maker: 100_000n, taker: 100_000n }
/** `npm run verify` asks for 400. */
const ROUNDS = Number(process.env.SAKER_PREVIEW_ROUNDS ?? 80)

const ladderOf = (exchange: TestExchange): Ladder => ({
  asks: exchange.levels("sell").flat(),
  bids: exchange.levels("buy").flat(),
})

test.each([
  ["received", 1],
  ["received", 2],
  ["quote", 3],
  ["quote", 4],
] as const)("fees in %s, seed %i: the engine posts what the ticket said", (feeIn, seed) => {
  const chance = new SeededChance(seed)
  const instrument = spotInstrument({
    tick: 1_000_000n,
    lot: 10_000n,
    notionalUnit: 100n,
    marketProtection: 5_000_000n,
    feeIn,
  })
  const fees: Fees = { ...RATES, feeIn }
  for (let round = 0; round < ROUNDS; round += 1) {
    const exchange = new TestExchange(instrument)
    for (let level = 0; level < chance.whole(0, 8); level += 1) {
      exchange.sell("house-maker", 10_000 + chance.whole(1, 900), chance.whole(1, 3000))
      exchange.buy("house-maker", 10_000 - chance.whole(0, 900), chance.whole(1, 3000))
    }
    const order = randomOrder(chance)
    const preview = previewOrder(instrument, order, fees, ladderOf(exchange))
    if (!preview) throw new Error("there is a preview of every whole order")
    const before = holdings(exchange)
    const outcome = exchange.place("ann", order.side, {
      orderType: order.orderType,
      ...(order.price === undefined ? {} : { price: order.price as Ticks }),
      ...(order.quantity === undefined ? {} : { quantity: order.quantity as Lots }),
      ...(order.budget === undefined ? {} : { budget: order.budget as Amount }),
    })
    const view = orderOf(outcome)
    const after = holdings(exchange)
    const spent = { base: before.base - after.base, quote: before.quote - after.quote }
    const context = `round ${round}: ${JSON.stringify(order, (_, value) => (typeof value === "bigint" ? String(value) : value))}`
    const paid = order.side === "buy" ? spent.quote : spent.base
    const got = order.side === "buy" ? -spent.base : -spent.quote
    if (order.orderType === "market") {
      expect(view.executed, context).toBe(preview.lots)
      expect([paid, got], context).toEqual([preview.pays.amount, preview.gets.amount])
    } else if (view.executed === order.quantity) {
      // A limit pays at most and gets at least what was said.
      expect(paid <= preview.pays.amount, context).toBe(true)
      expect(got >= preview.gets.amount, context).toBe(true)
    } else if (view.executed === 0) {
      const { held } = exchange.engine.state.ledger.balance(
        "ann",
        "funding",
        order.side === "buy" ? "USDT" : "ABC",
      )
      expect(held, context).toBe(preview.hold.amount)
    }
  }
})

function randomOrder(chance: SeededChance): PreviewedOrder {
  const side = chance.pick<"buy" | "sell">(["buy", "sell"])
  if (chance.happens(0.4))
    return {
      side,
      orderType: "limit",
      price: 10_000 + chance.whole(-500, 500),
      quantity: chance.whole(1, 9000),
    }
  if (chance.happens(0.5)) return { side, orderType: "market", quantity: chance.whole(1, 20_000) }
  return { side, orderType: "market", budget: BigInt(chance.whole(1, 2_000_000_000)) * 10n }
}

/** Available and held together: what is only frozen isn't spent. */
function holdings(exchange: TestExchange) {
  const total = (currency: string) => {
    const { available, held } = exchange.engine.state.ledger.balance("ann", "funding", currency)
    return available + held
  }
  return { base: total("ABC"), quote: total("USDT") }
}
