/** Judges an order by its form, its steps and its price, as the ticket does, without placing it. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { parseTicks } from "#core/money/steps.ts"
import { bestPriceSide } from "#core/order/best-price.ts"
import { readNumbers } from "../../calls/order-text.ts"
import type { DoorGround } from "../door-route.ts"
import { doorErrorOf } from "../refusals.ts"
import type { ReadOrder } from "./read-spot-order.ts"

const BOOK_SIDES = { buy: "bids", sell: "asks" } as const

/** @throws DoorError for what the order would be refused for, but for money and the book of orders */
export function testSpotOrder(ground: DoorGround, { market, ask }: ReadOrder): void {
  const best =
    ask.bestPrice && ground.reader.depth(market.id, 1)?.[BOOK_SIDES[bestPriceSide(ask.side, ask.bestPrice)]]
  if (ask.bestPrice && !best?.[0]) throw doorErrorOf({ name: "NO_BEST_PRICE" }, "spot")
  const numbers = readNumbers(market, best?.[0] ? { ...ask, price: best[0][0] } : ask)
  if (!numbers.ok) throw doorErrorOf(numbers.problem, "spot")
  const order = { ...numbers.value, side: ask.side, orderType: ask.type }
  const prices = pricesOf(ground, market)
  const problem = checkForm(market, order, prices) ?? checkPrice(market, order, prices)
  if (problem) throw doorErrorOf(problem, "spot")
}

function pricesOf({ reader }: DoorGround, { id, tick }: SpotInstrument): MarketPrices {
  const { bids, asks } = reader.depth(id, 1) ?? { bids: [], asks: [] }
  const ticks = (text: string | undefined) => {
    const parsed = parseTicks(text ?? "", tick)
    return parsed.ok ? parsed.value : undefined
  }
  return { bestBid: ticks(bids[0]?.[0]), bestAsk: ticks(asks[0]?.[0]), last: ticks(reader.ticker(id)?.[1]) }
}
