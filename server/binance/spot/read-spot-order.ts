/** What an order of spot asks, in Binance's parameters, as a request of our own call. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AskOf, placeSpotOrder } from "#core/wire/index.ts"
import { newClientId } from "../client-id.ts"
import { badCombination, DoorError } from "../door-error.ts"
import type { DoorGround } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { kindAt, type StopKind, watchedPrice } from "../stop-types.ts"
import { SPOT_ORDER_TYPES, STP_MODES } from "./spot-info.ts"

type SpotAsk = AskOf<typeof placeSpotOrder>
type SpotType = (typeof SPOT_ORDER_TYPES)[number]

/** The best price of its own side of the book, or of the other (S18). */
const PEGS = { PRIMARY_PEG: "queue", MARKET_PEG: "counterparty" } as const
type PegType = keyof typeof PEGS

export interface ReadOrder {
  market: SpotInstrument
  type: SpotType
  ask: SpotAsk
  /** Of a stop with a limit: what it was placed as. */
  kind?: StopKind
  /** Of a limit order without a price: whose best price is to be its. */
  peg?: PegType
}

/** A trailing delta is in basis points; ours is a rate. */
const BASIS_POINT = 10_000n

/** @throws DoorError -1102, -1106, -1115, -1116, -1117, -1121, -1128, -2010 */
export function readSpotOrder(ground: DoorGround, parameters: Parameters): ReadOrder {
  const market = ground.symbols.spot(parameters.required("symbol"))
  const side = readSide(parameters)
  parameters.required("type")
  const type = parameters.oneOf("type", SPOT_ORDER_TYPES, -1116, "Invalid orderType.") ?? "LIMIT"
  const peg = readPeg(parameters, type)
  const stp = parameters.oneOf("selfTradePreventionMode", STP_MODES)
  const clientOrderId = parameters.clientId("newClientOrderId") ?? newClientId()
  const common = {
    ...{ instrument: market.id, side, clientOrderId },
    ...(stp !== undefined && { stp }),
    ...readShown(parameters, type),
  }
  const isStop = type === "STOP_LOSS_LIMIT" || type === "TAKE_PROFIT_LIMIT"
  const ask: SpotAsk = { ...common, ...fieldsOf(type, { side, peg }, parameters) } as SpotAsk
  if (!isStop) return { market, type, ask, ...(peg && { peg }) }
  const kind = type === "STOP_LOSS_LIMIT" ? "STOP" : "TAKE_PROFIT"
  const last = watchedPrice(ground.reader, market.id, "last")
  if (last !== "" && kindAt(side, String(ask.stopPrice), last) !== kind)
    throw new DoorError(-2010, "Stop price would trigger immediately.")
  return { market, type, ask, kind }
}

/** @throws DoorError -1102, -1117 */
export function readSide(parameters: Parameters): "buy" | "sell" {
  parameters.required("side")
  return parameters.oneOf("side", ["BUY", "SELL"], -1117, "Invalid side.") === "BUY" ? "buy" : "sell"
}

/**
 * Only limit orders have one, and no price beside it: the price is found as the order is accepted. Levels behind the best
 * can't be named.
 * @throws DoorError -1128, -1130
 */
function readPeg(parameters: Parameters, type: SpotType): PegType | undefined {
  const peg = parameters.oneOf("pegPriceType", Object.keys(PEGS) as PegType[])
  const offset = parameters.whole("pegOffsetValue", 0, 0)
  if (peg === undefined) {
    if (offset !== undefined || parameters.has("pegOffsetType")) throw badCombination()
    return undefined
  }
  const isResting = type === "LIMIT_MAKER" || parameters.text("timeInForce") === "GTC"
  const isFit = peg === "PRIMARY_PEG" ? isResting : type === "LIMIT"
  if (!isFit || !type.startsWith("LIMIT") || parameters.has("price")) throw badCombination()
  return peg
}

/** Of an iceberg (S19). @throws DoorError -1106, -1128, -2010 */
function readShown(parameters: Parameters, type: SpotType): object {
  const shown = parameters.decimal("icebergQty")
  // One that is too fine is no nothing: the call says so.
  if (shown === undefined || !/[1-9]/.test(shown)) return {}
  if (!type.startsWith("LIMIT")) refuseSent(parameters, "icebergQty")
  if (type === "LIMIT" && parameters.text("timeInForce") !== "GTC") throw badCombination()
  if (unitsOf(shown) > unitsOf(parameters.requiredDecimal("quantity")))
    throw new DoorError(-2010, "IcebergQty exceeds QTY.")
  return { shownQuantity: shown }
}

function fieldsOf(
  type: SpotType,
  { side, peg }: { side: "buy" | "sell"; peg: PegType | undefined },
  parameters: Parameters,
): object {
  const price = () =>
    peg === undefined ? { price: parameters.requiredDecimal("price") } : { bestPrice: PEGS[peg] }
  const quantity = () => parameters.requiredDecimal("quantity")
  const timeInForce = () => readTimeInForce(parameters)
  switch (type) {
    case "LIMIT":
      refuseSent(parameters, "stopPrice", "trailingDelta", "quoteOrderQty")
      return { type: "limit", timeInForce: timeInForce(), ...price(), quantity: quantity() }
    case "LIMIT_MAKER":
      refuseSent(parameters, "timeInForce", "stopPrice", "trailingDelta", "quoteOrderQty")
      return { type: "limit", postOnly: true, ...price(), quantity: quantity() }
    case "MARKET":
      refuseSent(parameters, "timeInForce", "price", "stopPrice", "trailingDelta")
      return { type: "market", ...sizeOf(parameters) }
    case "STOP_LOSS":
      return trailing(side, parameters)
    default: {
      refuseSent(parameters, "trailingDelta", "quoteOrderQty")
      const stopPrice = parameters.requiredDecimal("stopPrice")
      return {
        type: "stop-limit",
        timeInForce: timeInForce(),
        ...price(),
        quantity: quantity(),
        stopPrice,
      }
    }
  }
}

function sizeOf(parameters: Parameters): object {
  const [quantity, budget] = [parameters.decimal("quantity"), parameters.decimal("quoteOrderQty")]
  if (quantity !== undefined && budget !== undefined) throw badCombination()
  return budget === undefined ? { quantity: parameters.requiredDecimal("quantity") } : { budget }
}

/** A stop by market is there as one that trails, of a sell: a buy's money couldn't be held for a quantity (S9). */
function trailing(side: "buy" | "sell", parameters: Parameters): object {
  const delta = parameters.whole("trailingDelta", 1, 1_000_000)
  if (delta === undefined || side === "buy") throw new DoorError(-1116, "Invalid orderType.")
  refuseSent(parameters, "price", "timeInForce", "quoteOrderQty")
  const stopPrice = parameters.decimal("stopPrice")
  return {
    type: "trailing-stop",
    quantity: parameters.requiredDecimal("quantity"),
    distance: formatAmount(BigInt(delta) * BASIS_POINT),
    ...(stopPrice !== undefined && { stopPrice }),
  }
}

/** @throws DoorError -1102, -1115 */
function readTimeInForce(parameters: Parameters): "gtc" | "ioc" | "fok" {
  parameters.required("timeInForce")
  const named = parameters.oneOf("timeInForce", ["GTC", "IOC", "FOK"], -1115, "Invalid timeInForce.")
  return (named?.toLowerCase() ?? "gtc") as "gtc" | "ioc" | "fok"
}

/** @throws DoorError -1106 */
export function refuseSent(parameters: Parameters, ...names: string[]): void {
  const sent = names.find((name) => parameters.has(name))
  if (sent !== undefined) throw new DoorError(-1106, `Parameter '${sent}' sent when not required.`)
}
