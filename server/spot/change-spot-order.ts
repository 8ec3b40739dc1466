/** How does a request to place, amend or cancel reach the engine? Text read by the market's steps, own limits, command. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { parseLots, parseTicks } from "#core/money/steps.ts"
import {
  type amendSpotOrder,
  type ProblemName,
  type placeSpotOrder,
  type RequestOf,
  type Result,
  refuse,
  type SpotOrder,
} from "#core/wire/index.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { AmendOrder, PlaceOrder } from "#server/engine/command.ts"
import type { CommandDoor } from "#server/feed/feed.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import { accountOf, spotOrderOf } from "#server/read-model/account-rows.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { readNumbers } from "./order-text.ts"
import type { OwnLimits } from "./own-limits.ts"
import { type OrderReading, storedOrder } from "./spot.queries.ts"

/** Open orders of one user in all markets: what a snapshot of the account must hold at once. */
export const OPEN_ORDERS_MAX = 2000

export interface SpotParts extends OrderReading {
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  limits: OwnLimits
}

type PlaceProblem = (typeof placeSpotOrder)["problems"][number]
/** An order's name in a request: one of the two. */
interface Named {
  id?: number | undefined
  clientOrderId?: string | undefined
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
  const { side, type, timeInForce, postOnly, stp, clientOrderId, sentAt } = request
  const account = accountOf(userId)
  const command: PlaceOrder = {
    type: "order.place",
    account,
    instrument: instrument.id,
    side,
    orderType: type,
    ...numbers.value,
    ...(timeInForce !== undefined && { timeInForce }),
    ...(postOnly !== undefined && { postOnly }),
    ...(stp !== undefined && { stp }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(sentAt !== undefined && { sentAt }),
  }
  const beyond =
    (await parts.limits.check(userId, instrument, { side, ...numbers.value })) ?? tooMany(parts, account)
  // What was accepted already is answered as the first time, whatever limits say by now (S12).
  if (beyond && !(await isKnown(parts, account, clientOrderId))) return { ok: false, problem: beyond }
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
  const numbers = readNumbers(instrument, { price: request.price, quantity: request.quantity })
  if (!numbers.ok) return numbers
  const { key, sentAt } = request
  const command: AmendOrder = {
    type: "order.amend",
    account: accountOf(userId),
    ...namesOf(request),
    ...numbers.value,
    ...(key !== undefined && { key }),
    ...(sentAt !== undefined && { sentAt }),
  }
  const beyond = await parts.limits.check(userId, instrument, amended(instrument, order, numbers.value))
  if (beyond && isLarger(instrument, order, numbers.value)) return { ok: false, problem: beyond }
  return orderIn(parts, await parts.exchange.submit(command))
}

export async function cancel(
  parts: SpotParts,
  userId: number,
  request: Named,
): Promise<Result<SpotOrder, ProblemName>> {
  if (!isNamedOnce(request)) return refuse("TYPE_COMBINATION")
  const account = accountOf(userId)
  return orderIn(parts, await parts.exchange.submit({ type: "order.cancel", account, ...namesOf(request) }))
}

/**
 * What became of an order. The question goes the way that orders go, so it is answered behind everything that was sent
 * before: an order that nobody knows then was never accepted.
 */
export async function stateOf(
  parts: SpotParts,
  userId: number,
  request: Named,
): Promise<Result<SpotOrder, ProblemName>> {
  if (!isNamedOnce(request)) return refuse("TYPE_COMBINATION")
  const account = accountOf(userId)
  const asked = await parts.exchange.submit({ type: "order.query", account, ...namesOf(request) })
  const answered = orderIn(parts, asked)
  if (!answered.ok && answered.problem.name !== "UNKNOWN_ORDER") return answered
  // A remembered first answer is older than what came of the order since.
  const named = answered.ok ? { id: answered.value.id } : request
  const newest = openNamed(parts, account, named) ?? (await storedOrder(parts, userId, named))
  return newest ? { ok: true, value: newest } : answered
}

/** The order of an engine's answer, as on the wire. */
function orderIn({ textsOf }: SpotParts, answer: Answer): Result<SpotOrder, ProblemName> {
  if (!answer.ok) return answer
  if (!("order" in answer.value)) throw new Error("the engine answered an order without one")
  return { ok: true, value: spotOrderOf(answer.value.order, textsOf) }
}

export function spotNamed(reader: MarketReader, id: string): SpotInstrument | undefined {
  const instrument = reader.instrument(id)
  return instrument?.kind === "spot" ? instrument : undefined
}

const isNamedOnce = ({ id, clientOrderId }: Named): boolean =>
  (id === undefined) !== (clientOrderId === undefined)

const namesOf = ({ id, clientOrderId }: Named) => ({
  ...(id !== undefined && { order: id }),
  ...(clientOrderId !== undefined && { clientOrderId }),
})

function openNamed({ accounts }: SpotParts, account: string, { id, clientOrderId }: Named) {
  if (id !== undefined) return accounts.openOrder(account, { id })
  return clientOrderId === undefined ? undefined : accounts.openOrder(account, { clientOrderId })
}

/** Where it is traded decides how its numbers are read; ended ones too, for an amendment may be sent again. */
const findOrder = async (parts: SpotParts, userId: number, named: Named): Promise<SpotOrder | undefined> =>
  openNamed(parts, accountOf(userId), named) ?? (await storedOrder(parts, userId, named))

async function isKnown(
  parts: SpotParts,
  account: string,
  clientOrderId: string | undefined,
): Promise<boolean> {
  if (clientOrderId === undefined) return false
  return (await parts.exchange.submit({ type: "order.query", account, clientOrderId })).ok
}

function tooMany({ accounts }: SpotParts, account: string) {
  const count = accounts.openCount(account)
  return count < OPEN_ORDERS_MAX ? undefined : ({ name: "OPEN_ORDERS" } satisfies { name: PlaceProblem })
}

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
