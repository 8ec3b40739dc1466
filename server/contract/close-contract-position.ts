/** Requests to close positions, turn them around, and set their take-profit and stop-loss (P22, P23). */

import type { Lots } from "#core/money/units.ts"
import {
  type closeAllPositions,
  type closePosition,
  type Position,
  type ProblemName,
  type RequestOf,
  type ResponseOf,
  type Result,
  refuse,
  type reversePosition,
  type setPositionTargets,
} from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { sideOfSlot } from "#server/read-model/contract-rows.ts"
import { readNumbers } from "../calls/order-text.ts"
import {
  type ContractOrderParts,
  contractNamed,
  type OrderResult,
  orderIn,
  refusedByOwnLimit,
} from "./change-contract-order.ts"
import { readTargets } from "./read-targets.ts"

/** A reduce-only order, by market or with a limit. */
export async function close(
  parts: ContractOrderParts,
  userId: number,
  request: RequestOf<typeof closePosition>,
): OrderResult {
  const instrument = contractNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, { price: request.price, quantity: request.quantity })
  if (!numbers.ok) return numbers
  const { positionSide = "net", timeInForce, postOnly, clientOrderId, sentAt } = request
  const answer = await parts.exchange.submit({
    type: "position.close",
    account: accountOf(userId),
    instrument: instrument.id,
    slot: positionSide,
    ...numbers.value,
    ...(timeInForce !== undefined && { timeInForce }),
    ...(postOnly !== undefined && { postOnly }),
    ...(clientOrderId !== undefined && { clientOrderId, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  })
  return orderIn(parts, answer)
}

/** Each part tells its order, or what it was refused for. */
export async function closeAll(
  { exchange, reader }: ContractOrderParts,
  userId: number,
  { instrument }: RequestOf<typeof closeAllPositions>,
): Promise<Result<ResponseOf<typeof closeAllPositions>, ProblemName>> {
  if (instrument !== undefined && !contractNamed(reader, instrument))
    return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const answer = await exchange.submit({
    type: "position.close-all",
    account: accountOf(userId),
    ...(instrument !== undefined && { instrument }),
  })
  if (!answer.ok) return answer
  const closed = answer.value.closed.map(({ instrument: id, slot, order = 0, problem }) => ({
    ...{ instrument: id, positionSide: sideOfSlot(slot), order },
    ...{ problem: problem?.name ?? "", values: { ...problem?.values } },
  }))
  return { ok: true, value: { closed } }
}

/** Both parts, or nothing; the one that opens counts against the user's own limit. */
export async function reverse(
  parts: ContractOrderParts,
  userId: number,
  { instrument: id, positionSide, clientOrderId, sentAt }: RequestOf<typeof reversePosition>,
): OrderResult {
  const instrument = contractNamed(parts.reader, id)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
  const [position] = positionRows(parts, userId, { instrument: id, positionSide })
  const numbers = readNumbers(instrument, { quantity: position?.quantity })
  const { quantity = 0 as Lots } = numbers.ok ? numbers.value : {}
  const beyond = await refusedByOwnLimit(parts, userId, {
    ...{ instrument, clientOrderId },
    order: { side: position?.side === "long" ? "sell" : "buy", quantity },
  })
  if (beyond) return beyond
  const answer = await parts.exchange.submit({
    type: "position.reverse",
    account: accountOf(userId),
    instrument: id,
    slot: positionSide ?? "net",
    ...(clientOrderId !== undefined && { clientOrderId, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  })
  return orderIn(parts, answer)
}

export async function setTargets(
  parts: ContractOrderParts,
  userId: number,
  request: RequestOf<typeof setPositionTargets>,
): Promise<Result<ResponseOf<typeof setPositionTargets>, ProblemName>> {
  const instrument = contractNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, { quantity: request.quantity })
  if (!numbers.ok) return numbers
  const targets = readTargets(instrument, request)
  if (!targets.ok) return targets
  const { positionSide, pair, key, sentAt } = request
  const done = await parts.exchange.submit({
    type: "position.tpsl",
    account: accountOf(userId),
    instrument: instrument.id,
    slot: positionSide ?? "net",
    ...numbers.value,
    ...targets.value,
    ...(pair !== undefined && { pair }),
    ...(key !== undefined && { key, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  })
  return done.ok ? { ok: true, value: positionAnswer(parts, userId, request) } : done
}

/** Which position a request is about. */
interface PositionName {
  instrument: string
  positionSide?: Position["positionSide"] | undefined
}

const positionRows = (
  { accounts }: ContractOrderParts,
  userId: number,
  { instrument, positionSide = "" }: PositionName,
): Position[] =>
  accounts
    .positions(accountOf(userId))
    .filter((row) => row.instrument === instrument && row.positionSide === positionSide)

/** The position as it stands; no row where it closed meanwhile. */
export const positionAnswer = (parts: ContractOrderParts, userId: number, named: PositionName) => ({
  rows: positionRows(parts, userId, named),
  time: parts.reader.now(),
})
