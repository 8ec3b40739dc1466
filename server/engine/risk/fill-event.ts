/** The fill event of each side of a trade, common to all kinds. */

import type { Amount, TimeMs } from "#core/money/units.ts"
import type { PositionSlot } from "../command.ts"
import type { FillEvent } from "../event.ts"
import type { Order } from "../matching/order.ts"
import type { BookedTrade } from "./clearing.ts"

/** `order`: the side that is reported; `fee` in 1e-8 of its fee currency, a rebate is negative. */
export const fillOf = (
  { id, maker, quantity, turnover }: BookedTrade,
  order: Order,
  fee: Amount,
  time: TimeMs,
): FillEvent => ({
  type: "fill",
  kind: order.kind,
  account: order.account,
  order: order.id,
  instrument: order.instrument,
  id,
  side: order.side,
  price: maker.price,
  quantity,
  turnover,
  fee,
  feeCurrency: order.feeCurrency,
  liquidity: order === maker ? "maker" : "taker",
  time,
})

/** The same of a contract: the profit that it realised (1e-8 of the quote), and the position that it changed. One literal, as above. */
export const contractFillOf = (
  { id, maker, quantity, turnover }: BookedTrade,
  order: Order,
  { fee, time, realised, slot }: { fee: Amount; time: TimeMs; realised: Amount; slot: PositionSlot },
): FillEvent => ({
  type: "fill",
  kind: order.kind,
  account: order.account,
  order: order.id,
  instrument: order.instrument,
  id,
  side: order.side,
  price: maker.price,
  quantity,
  turnover,
  fee,
  feeCurrency: order.feeCurrency,
  liquidity: order === maker ? "maker" : "taker",
  time,
  realised,
  slot,
})
