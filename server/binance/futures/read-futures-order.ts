/** What an order of futures asks, in Binance's parameters, as a request of our own call. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AskOf, placeContractOrder } from "#core/wire/index.ts"
import { newClientId } from "../client-id.ts"
import { badCombination, DoorError, missing } from "../door-error.ts"
import type { DoorGround } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { readSide } from "../spot/read-spot-order.ts"
import { STP_MODES } from "../spot/spot-info.ts"
import { kindAt, type StopKind, watchedPrice } from "../stop-types.ts"
import { FUTURES_ORDER_TYPES, FUTURES_TIMES_IN_FORCE } from "./futures-info.ts"

type FuturesAsk = AskOf<typeof placeContractOrder>
type FuturesType = (typeof FUTURES_ORDER_TYPES)[number]

/** What the two calls that place orders call the same things. */
export interface OrderNames {
  clientId: string
  stopPrice: string
}
export const PLAIN_NAMES: OrderNames = { clientId: "newClientOrderId", stopPrice: "stopPrice" }
export const ALGO_NAMES: OrderNames = { clientId: "clientAlgoId", stopPrice: "triggerPrice" }

export interface ReadFuturesOrder {
  market: PerpetualInstrument
  ask: FuturesAsk
  /** Of a stop that isn't a trailing one: what it was placed as. */
  kind?: StopKind
}

/** @throws DoorError -1102, -1115, -1116, -1117, -1121, -1128, -2021, -4061 … */
export function readFuturesOrder(
  ground: DoorGround,
  parameters: Parameters,
  names: OrderNames,
): ReadFuturesOrder {
  const market = ground.symbols.future(parameters.required("symbol"))
  const side = readSide(parameters)
  parameters.required("type")
  const type = parameters.oneOf("type", FUTURES_ORDER_TYPES, -1116, "Invalid orderType.") ?? "LIMIT"
  const ask = {
    ...{ instrument: market.id, side },
    ...optionsOf(parameters, names),
    ...fieldsOf(type, parameters, names),
  } as FuturesAsk
  const kind = stopKindOf(type)
  if (!kind) return { market, ask }
  const watched = watchedPrice(ground.reader, market.id, ask.stopSource ?? "last")
  if (watched !== "" && kindAt(side, String(ask.stopPrice), watched) !== kind)
    throw new DoorError(-2021, "Order would immediately trigger.")
  return { market, ask, kind }
}

function stopKindOf(type: FuturesType): StopKind | undefined {
  if (type.startsWith("TAKE_PROFIT")) return "TAKE_PROFIT"
  return type === "STOP" || type === "STOP_MARKET" ? "STOP" : undefined
}

/** @throws DoorError -1130 */
export function readPositionSide(parameters: Parameters): "long" | "short" | undefined {
  const side = parameters.oneOf("positionSide", ["BOTH", "LONG", "SHORT"], -4060, "Invalid position side.")
  if (side === undefined || side === "BOTH") return undefined
  return side === "LONG" ? "long" : "short"
}

function optionsOf(parameters: Parameters, names: OrderNames): object {
  const stp = parameters.oneOf("selfTradePreventionMode", ["NONE", ...STP_MODES])
  const clientOrderId = parameters.clientId(names.clientId) ?? newClientId()
  const positionSide = readPositionSide(parameters)
  const isReducing = parameters.flag("reduceOnly") === true
  return {
    // There it is what a user gets who names none.
    ...(stp !== undefined && stp !== "NONE" && { stp }),
    clientOrderId,
    ...(positionSide !== undefined && { positionSide }),
    ...(isReducing && { reduceOnly: true }),
  }
}

/** The best price of the other side of the book, or of its own (S18); levels behind it can't be named. */
const MATCHES = { OPPONENT: "counterparty", QUEUE: "queue" } as const

/** @throws DoorError -1102, -1128, -1130 */
function priceOf(type: FuturesType, parameters: Parameters): object {
  const match = parameters.oneOf("priceMatch", [
    "NONE",
    ...(Object.keys(MATCHES) as (keyof typeof MATCHES)[]),
  ])
  if (match === undefined || match === "NONE") return { price: parameters.requiredDecimal("price") }
  if (type !== "LIMIT" || parameters.has("price")) throw badCombination()
  return { bestPrice: MATCHES[match] }
}

function fieldsOf(type: FuturesType, parameters: Parameters, names: OrderNames): object {
  const price = () => priceOf(type, parameters)
  const quantity = () => parameters.requiredDecimal("quantity")
  switch (type) {
    case "LIMIT":
      return { type: "limit", ...price(), quantity: quantity(), ...lifeOf(parameters, true) }
    case "MARKET":
      if ((parameters.text("priceMatch") ?? "NONE") !== "NONE") throw badCombination()
      return { type: "market", quantity: quantity() }
    case "TRAILING_STOP_MARKET":
      return { type: "trailing-stop", ...sizeOf(parameters), ...sourceOf(parameters), ...trailOf(parameters) }
    case "STOP":
    case "TAKE_PROFIT":
      return {
        ...{ type: "stop-limit", ...price(), quantity: quantity(), ...lifeOf(parameters, false) },
        ...{ ...sourceOf(parameters), stopPrice: parameters.requiredDecimal(names.stopPrice) },
      }
    default:
      return {
        ...{ type: "stop-market", ...sizeOf(parameters), ...sourceOf(parameters) },
        stopPrice: parameters.requiredDecimal(names.stopPrice),
      }
  }
}

/** @throws DoorError -1128 where both a quantity and the whole position are named */
function sizeOf(parameters: Parameters): object {
  if (parameters.flag("closePosition") !== true) return { quantity: parameters.requiredDecimal("quantity") }
  if (parameters.has("quantity") || parameters.flag("reduceOnly") === true) throw badCombination()
  return { closePosition: true }
}

function sourceOf(parameters: Parameters): object {
  const named = parameters.oneOf("workingType", ["MARK_PRICE", "CONTRACT_PRICE"])
  return named === undefined ? {} : { stopSource: named === "MARK_PRICE" ? "mark" : "last" }
}

/** A callback of 1 is 1 %. */
function trailOf(parameters: Parameters): object {
  const rate = parameters.requiredDecimal("callbackRate")
  const stopPrice = parameters.decimal("activationPrice") ?? parameters.decimal("activatePrice")
  return {
    distance: formatAmount(unitsOf(rate) / 100n),
    ...(stopPrice !== undefined && { stopPrice }),
  }
}

/** @throws DoorError -1102, -1115 */
function lifeOf(parameters: Parameters, isNeeded: boolean): object {
  if (isNeeded) parameters.required("timeInForce")
  const named = parameters.oneOf("timeInForce", FUTURES_TIMES_IN_FORCE, -1115, "Invalid timeInForce.")
  switch (named) {
    case undefined:
      return {}
    case "GTX":
      return { timeInForce: "gtc", postOnly: true }
    case "GTD": {
      const expiresAt = parameters.whole("goodTillDate")
      if (expiresAt === undefined) throw missing("goodTillDate")
      return { timeInForce: "gtc", expiresAt }
    }
    default:
      return { timeInForce: named.toLowerCase() }
  }
}
