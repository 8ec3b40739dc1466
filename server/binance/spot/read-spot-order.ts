/** What an order of spot asks, in Binance's parameters, as a request of our own call. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AskOf, placeSpotOrder } from "#core/wire/index.ts"
import { DoorError } from "../door-error.ts"
import type { DoorGround } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { kindAt, type StopKind, watchedPrice } from "../stop-types.ts"
import { SPOT_ORDER_TYPES, STP_MODES } from "./spot-info.ts"

type SpotAsk = AskOf<typeof placeSpotOrder>
type SpotType = (typeof SPOT_ORDER_TYPES)[number]

export interface ReadOrder {
  market: SpotInstrument
  type: SpotType
  ask: SpotAsk
  /** Of a stop with a limit: what it was placed as. */
  kind?: StopKind
}

/** A trailing delta is in basis points; ours is a rate. */
const BASIS_POINT = 10_000n

/** @throws DoorError -1102, -1106, -1115, -1116, -1117, -1121, -1128, -2010 */
export function readSpotOrder(ground: DoorGround, parameters: Parameters): ReadOrder {
  const market = ground.symbols.spot(parameters.required("symbol"))
  const side = readSide(parameters)
  parameters.required("type")
  const type = parameters.oneOf("type", SPOT_ORDER_TYPES, -1116, "Invalid orderType.") ?? "LIMIT"
  refuseIceberg(parameters)
  const stp = parameters.oneOf("selfTradePreventionMode", STP_MODES)
  const clientOrderId = parameters.clientId("newClientOrderId")
  const common = {
    ...{ instrument: market.id, side },
    ...(stp !== undefined && { stp }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  }
  const isStop = type === "STOP_LOSS_LIMIT" || type === "TAKE_PROFIT_LIMIT"
  const ask: SpotAsk = { ...common, ...fieldsOf(type, side, parameters) } as SpotAsk
  if (!isStop) return { market, type, ask }
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

function fieldsOf(type: SpotType, side: "buy" | "sell", parameters: Parameters): object {
  const price = () => parameters.requiredDecimal("price")
  const quantity = () => parameters.requiredDecimal("quantity")
  const timeInForce = () => readTimeInForce(parameters)
  switch (type) {
    case "LIMIT":
      refuseSent(parameters, "stopPrice", "trailingDelta", "quoteOrderQty")
      return { type: "limit", timeInForce: timeInForce(), price: price(), quantity: quantity() }
    case "LIMIT_MAKER":
      refuseSent(parameters, "timeInForce", "stopPrice", "trailingDelta", "quoteOrderQty")
      return { type: "limit", postOnly: true, price: price(), quantity: quantity() }
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
        price: price(),
        quantity: quantity(),
        stopPrice,
      }
    }
  }
}

function sizeOf(parameters: Parameters): object {
  const [quantity, budget] = [parameters.decimal("quantity"), parameters.decimal("quoteOrderQty")]
  if (quantity !== undefined && budget !== undefined)
    throw new DoorError(-1128, "Combination of optional parameters invalid.")
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

function refuseSent(parameters: Parameters, ...names: string[]): void {
  const sent = names.find((name) => parameters.has(name))
  if (sent !== undefined) throw new DoorError(-1106, `Parameter '${sent}' sent when not required.`)
}

function refuseIceberg(parameters: Parameters): void {
  const shown = parameters.decimal("icebergQty")
  if (shown !== undefined && unitsOf(shown) > 0n)
    throw new DoorError(-2010, "Iceberg orders are not supported for this symbol.")
}
