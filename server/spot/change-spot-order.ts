/** Requests to place, amend, cancel and query: text read by the market's steps, own limits, then the command. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { parseLots, parseTicks } from "#core/money/steps.ts"
import {
  type amendSpotOrder,
  type ProblemName,
  type placeSpotOrder,
  type RequestOf,
  type Result,
  type reduceSpotOrder,
  refuse,
  type SpotOrder,
} from "#core/wire/index.ts"
import type { OrderAnswer } from "#server/engine/answer.ts"
import type { AmendOrder, PlaceOrder, ReduceOrder } from "#server/engine/command.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import {
  cancelNamed,
  isNamedOnce,
  type NamedOrders,
  namesOf,
  type OrderName,
  stateOfNamed,
  whetherKnown,
} from "#server/exchange/named-order.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import { spotOrderOf } from "#server/read-model/account-rows.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import type { OwnLimits } from "#server/read-model/own-limits.ts"
import { readNumbers } from "../calls/order-text.ts"
import { type OrderReading, storedSpotOrder } from "./spot.queries.ts"

export interface SpotParts extends OrderReading {
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  limits: OwnLimits
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

export async function place(
  parts: SpotParts,
  userId: number,
  request: RequestOf<typeof placeSpotOrder>,
): Promise<Result<SpotOrder, ProblemName>> {
  const instrument = spotNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, request)
  if (!numbers.ok) return numbers
  const { side, type, bestPrice, timeInForce, expiresAt, postOnly, stp, clientOrderId, sentAt } = request
  const account = accountOf(userId)
  const command: PlaceOrder = {
    type: "order.place",
    account,
    instrument: instrument.id,
    side,
    orderType: type,
    ...numbers.value,
    ...(bestPrice !== undefined && { bestPrice }),
    ...(timeInForce !== undefined && { timeInForce }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(postOnly !== undefined && { postOnly }),
    ...(stp !== undefined && { stp }),
    ...(clientOrderId !== undefined && { clientOrderId, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
  const beyond = await parts.limits.check(userId, instrument, { side, ...numbers.value })
  // What was accepted already is answered as the first time, whatever limits say by now (S12).
  if (beyond) {
    const known = await whetherKnown(parts.exchange, account, { kind: "spot", clientOrderId })
    if (!known.ok) return known.problem.name === "UNKNOWN_ORDER" ? { ok: false, problem: beyond } : known
  }
  return orderIn(parts, await parts.exchange.submit(command))
}

export async function amend(
  parts: SpotParts,
  userId: number,
  request: RequestOf<typeof amendSpotOrder>,
): Promise<Result<SpotOrder, ProblemName>> {
  if (!isNamedOnce(request)) return refuse("TYPE_COMBINATION")
  const order = await findOrder(parts, userId, request)
  const instrument = order && spotNamed(parts.reader, order.instrument)
  if (!instrument) return refuse("UNKNOWN_ORDER")
  const { price, stopPrice, quantity, key, sentAt } = request
  const numbers = readNumbers(instrument, { price, stopPrice, quantity })
  if (!numbers.ok) return numbers
  const command: AmendOrder = {
    type: "order.amend",
    account: accountOf(userId),
    ...namesOf("spot", request),
    ...numbers.value,
    ...(key !== undefined && { key, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
  const beyond = await parts.limits.check(userId, instrument, amended(instrument, order, numbers.value))
  if (beyond && isLarger(instrument, order, numbers.value)) return { ok: false, problem: beyond }
  return orderIn(parts, await parts.exchange.submit(command))
}

/** S6: lots off what is open, once for each key (S12). */
export async function reduce(
  parts: SpotParts,
  userId: number,
  request: RequestOf<typeof reduceSpotOrder>,
): Promise<Result<SpotOrder, ProblemName>> {
  if (!isNamedOnce(request)) return refuse("TYPE_COMBINATION")
  const order = await findOrder(parts, userId, request)
  const instrument = order && spotNamed(parts.reader, order.instrument)
  if (!instrument) return refuse("UNKNOWN_ORDER")
  const numbers = readNumbers(instrument, { quantity: request.by })
  if (!numbers.ok) return numbers
  const { quantity: by } = numbers.value
  if (by === undefined) return refuse("WRONG_SIZE")
  const { key, sentAt } = request
  const command: ReduceOrder = {
    type: "order.reduce",
    account: accountOf(userId),
    ...namesOf("spot", request),
    by,
    ...(key !== undefined && { key, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
  return orderIn(parts, await parts.exchange.submit(command))
}

export const cancel = (parts: SpotParts, userId: number, request: OrderName) =>
  cancelNamed(named(parts), userId, request)

export const stateOf = (parts: SpotParts, userId: number, request: OrderName) =>
  stateOfNamed(named(parts), userId, request)

const named = (parts: SpotParts): NamedOrders<SpotOrder> => ({
  exchange: parts.exchange,
  kind: "spot",
  find: (userId, name) => findOrder(parts, userId, name),
  onWire: (order) => spotOrderOf(order, parts.textsOf),
})

/** The order of an engine's answer, as on the wire. */
function orderIn({ textsOf }: SpotParts, answer: OrderAnswer): Result<SpotOrder, ProblemName> {
  if (!answer.ok) return answer
  return { ok: true, value: spotOrderOf(answer.value.order, textsOf) }
}

export function spotNamed(reader: MarketReader, id: string): SpotInstrument | undefined {
  const instrument = reader.instrument(id)
  return instrument?.kind === "spot" ? instrument : undefined
}

/** Where it is traded decides how its numbers are read; ended ones too, for an amendment may be sent again. */
const findOrder = async (parts: SpotParts, userId: number, name: OrderName): Promise<SpotOrder | undefined> =>
  parts.accounts.openOrder(accountOf(userId), "spot", name) ?? (await storedSpotOrder(parts, userId, name))

/** The order as it would be valued after the amendment. */
function amended(
  instrument: SpotInstrument,
  order: SpotOrder,
  change: { price?: PlaceOrder["price"]; quantity?: PlaceOrder["quantity"] },
) {
  const old = oldNumbers(instrument, order)
  const { price = old.price, quantity = old.quantity } = change
  return {
    side: order.side,
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
  }
}

/** A limit that was set later never keeps anybody from making an order smaller. */
function isLarger(
  instrument: SpotInstrument,
  order: SpotOrder,
  change: { price?: PlaceOrder["price"]; quantity?: PlaceOrder["quantity"] },
): boolean {
  const old = oldNumbers(instrument, order)
  return (change.price ?? 0) > (old.price ?? 0) || (change.quantity ?? 0) > (old.quantity ?? 0)
}

function oldNumbers({ tick, lot }: SpotInstrument, order: SpotOrder) {
  const [price, quantity] = [parseTicks(order.price, tick), parseLots(order.quantity, lot)]
  return {
    price: price.ok ? price.value : undefined,
    quantity: quantity.ok ? quantity.value : undefined,
  }
}
