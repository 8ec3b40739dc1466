/** Where a line was dragged to, as the server is told it: an order is amended, a target of a position set anew. */

import i18next from "i18next"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { amendOrder } from "../../api/change-order.ts"
import { market } from "../../stores/market-store.ts"
import type { MovableLine, OrderLine } from "./own-lines.model.ts"
import { type MoveTelling, moveTarget } from "./target-moves.ts"

/** Answers why it didn't go through; undefined: it did. `price` is wire text on the market's grid. */
export const tellMove = (
  line: MovableLine,
  price: string,
  telling: MoveTelling & { traded: Pick<TradedMarket, "tick"> },
): Promise<string | undefined> =>
  "order" in line ? amendLine(line, price, telling) : moveTarget(line, price, telling)

async function amendLine(
  { order, kind }: OrderLine,
  price: string,
  { onSent, onAsking }: MoveTelling,
): Promise<string | undefined> {
  const wanted =
    kind === "stop"
      ? { stopPrice: price as OwnOrder["stopPrice"] }
      : { price: price as Extract<OwnOrder["price"], string> }
  const serverNow = Date.now() + market.connection.clockOffset
  onSent(order.sequence)
  const change = await amendOrder(order, wanted, {
    serverNow,
    onAsking: () => onAsking(i18next.t("trade:orders.asking")),
  })
  if (change.kind === "done") return undefined
  if (change.kind === "refused") return change.text
  return i18next.t(change.kind === "lost" ? "trade:orders.lost" : "trade:orders.unchanged")
}
