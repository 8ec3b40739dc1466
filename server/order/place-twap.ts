/** Requests to trade a total in slices: text read by the market's steps, own limits, then the command (S20). */

import { randomInt } from "node:crypto"
import {
  type changeTwap,
  type ProblemName,
  type placeTwap,
  type RequestOf,
  type Result,
  refuse,
  type TwapRow,
} from "#core/wire/index.ts"
import type { AnswerOf } from "#server/engine/answer.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { PlaceTwap } from "#server/engine/twap/twap-command.ts"
import { twapRowOf } from "#server/read-model/twap-rows.ts"
import { readNumbers } from "../calls/order-text.ts"
import { type GroupParts, tradedNamed } from "./place-group.ts"

/** Seeds have 32 bits. */
const SEEDS = 2 ** 32
type TwapResult = Promise<Result<TwapRow, ProblemName>>

export async function placeInSlices(
  parts: GroupParts,
  userId: number,
  request: RequestOf<typeof placeTwap>,
): TwapResult {
  const { instrument: id, side, quantity: total, price: limit } = request
  const instrument = tradedNamed(parts.reader, id)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
  const numbers = readNumbers(instrument, { quantity: total, price: limit })
  if (!numbers.ok) return numbers
  const { quantity, price } = numbers.value
  if (quantity === undefined) return refuse("WRONG_SIZE")
  const valued = { side, quantity, ...(price !== undefined && { price }) }
  // Whoever only wants to get out isn't held back by what they allow themselves.
  const beyond = request.reduceOnly ? undefined : await parts.limits.check(userId, instrument, valued)
  if (beyond) return { ok: false, problem: beyond }
  return rowIn(parts, await parts.exchange.submit(commandOf(parts, userId, request, { quantity, price })))
}

function commandOf(
  { keysMax }: GroupParts,
  userId: number,
  request: RequestOf<typeof placeTwap>,
  { quantity, price }: { quantity: PlaceTwap["quantity"]; price: PlaceTwap["price"] | undefined },
): PlaceTwap {
  const { instrument, side, duration, interval, randomise, reduceOnly, positionSide, key, sentAt } = request
  return {
    type: "twap.place",
    account: accountOf(userId),
    ...{ instrument, side, quantity, durationMs: duration * 1000, intervalMs: interval * 1000 },
    ...(price !== undefined && { price }),
    // In the command, so that a replay throws the same dice.
    ...(randomise && { seed: randomInt(SEEDS) }),
    ...(reduceOnly && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
    ...(key !== undefined && { key, keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
}

export const change = async (
  parts: GroupParts,
  userId: number,
  { id, act }: RequestOf<typeof changeTwap>,
): TwapResult =>
  rowIn(
    parts,
    await parts.exchange.submit({ type: "twap.change", account: accountOf(userId), twap: id, act }),
  )

const rowIn = ({ textsOf }: GroupParts, answer: AnswerOf<PlaceTwap>): Result<TwapRow, ProblemName> =>
  answer.ok ? { ok: true, value: twapRowOf(answer.value.twap, textsOf) } : answer
