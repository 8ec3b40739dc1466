/**
 * Moves take-profit or stop-loss of a position. The server replaces both sides of a pair by what is sent, so the moves of
 * one position go out one after the other, each built from what the one before left.
 */

import i18next from "i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Position, PositionTarget, TargetPair } from "#core/wire/contract.ts"
import { setPositionTargets } from "#core/wire/contract-close-calls.ts"
import type { AskOf, ResponseOf } from "#core/wire/endpoint.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { call } from "../../api/call.ts"
import { type PositionChange, sendKeyed } from "../../api/change-position.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import type { MoveTelling } from "../../order-news/move-order.ts"
import { account } from "../../stores/account-store.ts"
import type { TargetLine } from "./own-lines.model.ts"

type Terms = NonNullable<AskOf<typeof setPositionTargets>["takeProfit"]>
type Tick = Pick<TradedMarket, "tick">
type Telling = MoveTelling & { traded: Tick }
/** `gone`: what was to be moved ended while the move before was under way, and nothing was sent. */
type Told = PositionChange<ResponseOf<typeof setPositionTargets>> | { kind: "gone" }

/** The last move of a position that isn't answered yet, by position id. */
const underWay = new Map<number, Promise<Told>>()
/** What the server answered to the last move, by position id: the private row of it may come later. */
const answered = new Map<number, Position>()

keepsPrivateAnswers(() => {
  underWay.clear()
  answered.clear()
})

/** Answers why it didn't go through; undefined: it did, or the line is gone. */
export async function moveTarget(
  line: TargetLine,
  price: string,
  telling: Telling,
): Promise<string | undefined> {
  const { id } = line.position
  const before = underWay.get(id)
  // After one of which nothing is known the other side isn't known either.
  const told = before
    ? before.then((end) => (end.kind === "lost" ? end : send(line, price, telling)))
    : send(line, price, telling)
  underWay.set(id, told)
  const end = await told
  if (underWay.get(id) === told) underWay.delete(id)
  if (end.kind === "done" || end.kind === "gone") return undefined
  return end.kind === "refused" ? end.text : i18next.t("positions:lost")
}

async function send(line: TargetLine, price: string, { traded, ...telling }: Telling): Promise<Told> {
  const position = newestOf(line.position.id)
  const pair = position?.targets.find(({ id }) => id === line.pair.id)
  if (!position || !pair?.[line.kind]) return { kind: "gone" }
  telling.onSent(position.sequence)
  const request = targetsWith({ ...line, position, pair }, price, traded)
  const change = await sendKeyed((key) => call(setPositionTargets, { ...request, key }), {
    onAsking: () => telling.onAsking(i18next.t("positions:asking")),
  })
  const row = change.kind === "done" ? change.data.rows.find(({ id }) => id === position.id) : undefined
  if (row) answered.set(row.id, row)
  return change
}

/** As the last private row says, or the last answer if that is newer; undefined once it is closed. */
function newestOf(id: number): Position | undefined {
  const row = account.positions.find((position) => position.id === id)
  const answer = answered.get(id)
  if (row && answer && answer.sequence > row.sequence) return answer
  answered.delete(id)
  return row
}

/** The side that isn't moved is sent as it stands. */
function targetsWith(
  { kind, position, pair }: { kind: TargetLine["kind"]; position: Position; pair: TargetPair },
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
