/** Requests to place, amend, cancel and query contract orders: text read by the market's steps, own limit, then the command. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import {
  type amendContractOrder,
  type PerpetualOrder,
  type Problem,
  type ProblemName,
  type placeContractOrder,
  type RequestOf,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { OrderAnswer } from "#server/engine/answer.ts"
import type { AmendOrder, PlaceOrder } from "#server/engine/command.ts"
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
import { perpetualOrderOf } from "#server/read-model/contract-rows.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import type { OwnLimits, ValuedOrder } from "#server/read-model/own-limits.ts"
import { type OrderNumbers, readNumbers } from "../calls/order-text.ts"
import { type ContractReading, storedContractOrder } from "./contract.queries.ts"
import { readTargets } from "./read-targets.ts"

export interface ContractOrderParts extends ContractReading {
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  limits: OwnLimits
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}
export type OrderResult = Promise<Result<PerpetualOrder, ProblemName>>

export async function place(
  parts: ContractOrderParts,
  userId: number,
  request: RequestOf<typeof placeContractOrder>,
): OrderResult {
  const instrument = contractNamed(parts.reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const numbers = readNumbers(instrument, request)
  if (!numbers.ok) return numbers
  const targets = readTargets(instrument, request)
  if (!targets.ok) return targets
  const { side, type, clientOrderId } = request
  const command: PlaceOrder = {
    type: "order.place",
    account: accountOf(userId),
    instrument: instrument.id,
    side,
    orderType: type,
    ...numbers.value,
    ...targets.value,
    ...optionsOf(request),
    ...(clientOrderId !== undefined && { clientOrderId, keysMax: parts.keysMax }),
  }
  // Whoever only wants to get out isn't held back by what they allow themselves.
  const beyond =
    request.reduceOnly || request.closePosition
      ? undefined
      : await refusedByOwnLimit(parts, userId, {
          instrument,
          order: valued(side, numbers.value),
          clientOrderId,
        })
  return beyond ?? orderIn(parts, await parts.exchange.submit(command))
}

/**
 * The refusal of what is above the limit that the user set for themselves; undefined within it, and for what was accepted
 * already: that is answered as the first time, whatever the limit is by now (S12).
 */
export async function refusedByOwnLimit(
  parts: ContractOrderParts,
  userId: number,
  of: { instrument: PerpetualInstrument; order: ValuedOrder; clientOrderId: string | undefined },
): Promise<{ ok: false; problem: Problem } | undefined> {
  const beyond = await parts.limits.check(userId, of.instrument, of.order)
  if (!beyond) return undefined
  const known = await whetherKnown(parts.exchange, accountOf(userId), {
    kind: "perpetual",
    clientOrderId: of.clientOrderId,
  })
  if (known.ok) return undefined
  return known.problem.name === "UNKNOWN_ORDER" ? { ok: false, problem: beyond } : known
}

/** At its limit; a stop by market at the price that it waits for. */
function valued(side: ValuedOrder["side"], { price, stopPrice, quantity }: OrderNumbers): ValuedOrder {
  const at = price ?? stopPrice
  return { side, ...(at !== undefined && { price: at }), ...(quantity !== undefined && { quantity }) }
}

const optionsOf = (request: RequestOf<typeof placeContractOrder>) => {
  const { timeInForce, expiresAt, postOnly, reduceOnly, positionSide, stp, sentAt } = request
  const { bestPrice, stopSource, closePosition, targetsPart } = request
  return {
    ...(bestPrice !== undefined && { bestPrice }),
    ...(stopSource !== undefined && { stopSource }),
    ...(closePosition && { closePosition }),
    ...(targetsPart && { targetsPart }),
    ...(timeInForce !== undefined && { timeInForce }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(postOnly !== undefined && { postOnly }),
    ...(reduceOnly !== undefined && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
    ...(stp !== undefined && { stp }),
    ...(sentAt !== undefined && { sentAt }),
  }
}

export async function amend(
  parts: ContractOrderParts,
  userId: number,
  request: RequestOf<typeof amendContractOrder>,
): OrderResult {
  if (!isNamedOnce(request)) return refuse("TYPE_COMBINATION")
  const order = await findOrder(parts, userId, request)
  const instrument = order && contractNamed(parts.reader, order.instrument)
  if (!instrument) return refuse("UNKNOWN_ORDER")
  const { price, stopPrice, quantity, key, sentAt } = request
  const numbers = readNumbers(instrument, { price, stopPrice, quantity })
  if (!numbers.ok) return numbers
  const command: AmendOrder = {
    type: "order.amend",
    account: accountOf(userId),
    ...namesOf("perpetual", request),
    ...numbers.value,
    ...(key !== undefined && { key, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  }
  const old = numbersOf(instrument, order)
  const [before, after] = [valued(order.side, old), valued(order.side, { ...old, ...numbers.value })]
  // A limit that was set later never keeps anybody from making an order smaller.
  const isLarger = (after.price ?? 0) > (before.price ?? 0) || (after.quantity ?? 0) > (before.quantity ?? 0)
  if (isLarger && !order.reduceOnly && !order.closePosition) {
    const beyond = await parts.limits.check(userId, instrument, after)
    if (beyond) return { ok: false, problem: beyond }
  }
  return orderIn(parts, await parts.exchange.submit(command))
}

export const cancel = (parts: ContractOrderParts, userId: number, request: OrderName): OrderResult =>
  cancelNamed(named(parts), userId, request)

export const stateOf = (parts: ContractOrderParts, userId: number, request: OrderName): OrderResult =>
  stateOfNamed(named(parts), userId, request)

const named = (parts: ContractOrderParts): NamedOrders<PerpetualOrder> => ({
  exchange: parts.exchange,
  kind: "perpetual",
  find: (userId, name) => findOrder(parts, userId, name),
  onWire: (order) => perpetualOrderOf(order, parts.textsOf),
})

export function contractNamed(reader: MarketReader, id: string): PerpetualInstrument | undefined {
  const instrument = reader.instrument(id)
  return instrument?.kind === "perpetual" ? instrument : undefined
}

export function orderIn(
  { textsOf }: ContractOrderParts,
  answer: OrderAnswer,
): Result<PerpetualOrder, ProblemName> {
  if (!answer.ok) return answer
  return { ok: true, value: perpetualOrderOf(answer.value.order, textsOf) }
}

/** Where it is traded decides how its numbers are read; ended ones too, for an amendment may be sent again. */
const findOrder = async (
  parts: ContractOrderParts,
  userId: number,
  name: OrderName,
): Promise<PerpetualOrder | undefined> =>
  parts.accounts.openOrder(accountOf(userId), "perpetual", name) ??
  (await storedContractOrder(parts, userId, name))

/** Steps of a market don't change: what was written in them is read in them. */
function numbersOf(instrument: PerpetualInstrument, order: PerpetualOrder): OrderNumbers {
  const { price, stopPrice, quantity } = order
  const numbers = readNumbers(instrument, {
    price: price || undefined,
    stopPrice: stopPrice || undefined,
    quantity,
  })
  return numbers.ok ? numbers.value : {}
}
