/** Where a line was dragged to, as the server is told it: an order is amended, a target of a position set anew. */

import type { TradedMarket } from "#core/wire/market.ts"
import { type MoveTelling, moveOrder } from "../../order-news/move-order.ts"
import type { MovableLine } from "./own-lines.model.ts"
import { moveTarget } from "./target-moves.ts"

/** Answers why it didn't go through; undefined: it did. `price` is wire text on the market's grid. */
export const tellMove = (
  line: MovableLine,
  price: string,
  telling: MoveTelling & { traded: Pick<TradedMarket, "tick"> },
): Promise<string | undefined> =>
  "order" in line ? moveOrder(line.order, line.kind, price, telling) : moveTarget(line, price, telling)
