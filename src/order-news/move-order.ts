/** Moves an own order to another price: on the chart and in the price ladder. */

import i18next from "i18next"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { amendOrder } from "../api/change-order.ts"
import { market } from "../stores/market-store.ts"

/** What is told while a move is under way. */
export interface MoveTelling {
  /** It goes out now. `sequence`: of the row that it is built from; a later row tells what became of it. */
  onSent: (sequence: number) => void
  /** No answer came, and the server is asked: `text` says so. */
  onAsking: (text: string) => void
}

/**
 * Its price, or the price that a stop waits for. `price` is wire text on the market's grid.
 * Answers why it didn't go through; undefined: it did.
 */
export async function moveOrder(
  order: OwnOrder,
  kind: "price" | "stop",
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
