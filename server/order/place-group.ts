/** Requests to place orders as one group: text read by the market's steps, own limits, then the command. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type {
  PerpetualOrder,
  ProblemName,
  placeOco,
  placeScaled,
  RequestOf,
  Result,
  SpotOrder,
} from "#core/wire/index.ts"
import { refuse } from "#core/wire/index.ts"
import type { AnswerOf } from "#server/engine/answer.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { PlaceOco, PlaceScaled } from "#server/engine/orders/group-command.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { spotOrderOf, type TextsOf } from "#server/read-model/account-rows.ts"
import { perpetualOrderOf } from "#server/read-model/contract-rows.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import type { OwnLimits, ValuedOrder } from "#server/read-model/own-limits.ts"
import { readNumbers, readPrice } from "../calls/order-text.ts"

export interface GroupParts {
  exchange: CommandDoor
  reader: MarketReader
  limits: OwnLimits
  textsOf: TextsOf
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

interface PlacedGroup {
  group: number
  orders: (SpotOrder | PerpetualOrder)[]
}
type GroupResult = Promise<Result<PlacedGroup, ProblemName>>

export async function placePair(
  parts: GroupParts,
  userId: number,
  request: RequestOf<typeof placeOco>,
): GroupResult {
  const instrument = tradedNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, request)
  if (!numbers.ok) return numbers
  const limit = request.stopLimit && readPrice(instrument, "stopLimit", request.stopLimit)
  if (limit && !limit.ok) return limit
  const { quantity, price, stopPrice } = numbers.value
  if (quantity === undefined || price === undefined || stopPrice === undefined) return refuse("WRONG_SIZE")
  const command: PlaceOco = {
    type: "order.oco",
    ...commonOf(parts, userId, request),
    ...{ quantity, price, stopPrice },
    ...(limit && { stopLimit: limit.value }),
    ...(request.stopSource !== undefined && { stopSource: request.stopSource }),
  }
  // One of them fills at most: the pair is worth what the dearer is.
  const dearest = Math.max(price, command.stopLimit ?? stopPrice) as typeof price
  return submit(parts, userId, {
    command,
    instrument,
    valued: { side: request.side, quantity, price: dearest },
  })
}

export async function placeLadder(
  parts: GroupParts,
  userId: number,
  request: RequestOf<typeof placeScaled>,
): GroupResult {
  const instrument = tradedNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, { quantity: request.quantity })
  if (!numbers.ok) return numbers
  const from = readPrice(instrument, "from", request.from)
  if (!from.ok) return from
  const to = readPrice(instrument, "to", request.to)
  if (!to.ok) return to
  const { quantity } = numbers.value
  if (quantity === undefined) return refuse("WRONG_SIZE")
  const { count, distribution, side } = request
  const command: PlaceScaled = {
    type: "order.scaled",
    ...commonOf(parts, userId, request),
    ...{ quantity, from: from.value, to: to.value, count, distribution },
  }
  const price = Math.max(from.value, to.value) as typeof from.value
  return submit(parts, userId, { command, instrument, valued: { side, quantity, price } })
}

function commonOf(
  { keysMax }: GroupParts,
  userId: number,
  request: RequestOf<typeof placeOco> | RequestOf<typeof placeScaled>,
) {
  const { side, reduceOnly, positionSide, stp, expiresAt, key, sentAt } = request
  return {
    account: accountOf(userId),
    instrument: request.instrument,
    side,
    ...(reduceOnly !== undefined && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
    ...(stp !== undefined && { stp }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(key !== undefined && { key, keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
}

async function submit(
  parts: GroupParts,
  userId: number,
  of: { command: PlaceOco | PlaceScaled; instrument: TradedInstrument; valued: ValuedOrder },
): GroupResult {
  const { command, instrument, valued } = of
  // Whoever only wants to get out isn't held back by what they allow themselves.
  const beyond = command.reduceOnly ? undefined : await parts.limits.check(userId, instrument, valued)
  if (beyond) return { ok: false, problem: beyond }
  const answer: AnswerOf<PlaceOco> = await parts.exchange.submit(command)
  if (!answer.ok) return answer
  const orders = answer.value.orders.map((order) =>
    order.kind === "spot" ? spotOrderOf(order, parts.textsOf) : perpetualOrderOf(order, parts.textsOf),
  )
  return { ok: true, value: { group: answer.value.orders[0]?.group ?? 0, orders } }
}

/** The market, where it is one with a book. */
export function tradedNamed(reader: MarketReader, id: string): TradedInstrument | undefined {
  const instrument = reader.instrument(id)
  return instrument?.kind === "spot" || instrument?.kind === "perpetual" ? instrument : undefined
}
