/** Where a line was dragged to, as the server is told it: an order is amended, a target of a position set anew. */

import i18next from "i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { PositionTarget } from "#core/wire/contract.ts"
import { setPositionTargets } from "#core/wire/contract-close-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { call } from "../../api/call.ts"
import { amendOrder } from "../../api/change-order.ts"
import { sendKeyed } from "../../api/change-position.ts"
import { market } from "../../stores/market-store.ts"
import type { MovableLine, OrderLine, TargetLine } from "./own-lines.model.ts"

type Terms = NonNullable<AskOf<typeof setPositionTargets>["takeProfit"]>
type Tick = Pick<TradedMarket, "tick">

/** Answers why it didn't go through; undefined: it did. `price` is wire text on the market's grid. */
export const tellMove = (line: MovableLine, price: string, traded: Tick): Promise<string | undefined> =>
  "order" in line ? amendLine(line, price) : setTarget(line, price, traded)

async function amendLine({ order, kind }: OrderLine, price: string): Promise<string | undefined> {
  const wanted =
    kind === "stop"
      ? { stopPrice: price as OwnOrder["stopPrice"] }
      : { price: price as Extract<OwnOrder["price"], string> }
  const serverNow = Date.now() + market.connection.clockOffset
  const change = await amendOrder(order, wanted, { serverNow, onAsking: () => undefined })
  if (change.kind === "done") return undefined
  if (change.kind === "refused") return change.text
  return i18next.t(change.kind === "lost" ? "trade:orders.lost" : "trade:orders.unchanged")
}

async function setTarget(line: TargetLine, price: string, traded: Tick): Promise<string | undefined> {
  const request = targetsWith(line, price, traded)
  const change = await sendKeyed((key) => call(setPositionTargets, { ...request, key }), {
    onAsking: () => undefined,
  })
  if (change.kind === "done") return undefined
  return change.kind === "refused" ? change.text : i18next.t("positions:lost")
}

/** Both sides of a pair are replaced by what is sent: the other one is sent as it stands. */
function targetsWith(
  { kind, position, pair }: TargetLine,
  price: string,
  traded: Tick,
): AskOf<typeof setPositionTargets> {
  const { instrument, positionSide } = position
  const { takeProfit, stopLoss } = pair
  const termsOf = (name: typeof kind, target: PositionTarget): Terms => {
    const moved = name === kind ? movedTo(target, price, traded) : target
    return {
      price: moved.price,
      source: moved.source,
      ...(moved.limit !== "" && { limit: moved.limit }),
    }
  }
  return {
    instrument,
    ...(positionSide !== "" && { positionSide }),
    ...(pair.quantity !== "" && { pair: pair.id }),
    ...(takeProfit && { takeProfit: termsOf("takeProfit", takeProfit) }),
    ...(stopLoss && { stopLoss: termsOf("stopLoss", stopLoss) }),
  }
}

/** The worst price of its order keeps its distance. */
function movedTo(target: PositionTarget, price: string, { tick }: Tick): PositionTarget {
  const moved = { ...target, price: price as PositionTarget["price"] }
  if (target.limit === "") return moved
  const least = unitsOf(tick)
  const limit = unitsOf(target.limit) + unitsOf(price) - unitsOf(target.price)
  const decimals = tick.split(".")[1]?.length ?? 0
  const text = formatAmount(limit < least ? least : (limit as typeof least), decimals)
  return { ...moved, limit: text as PositionTarget["price"] }
}
