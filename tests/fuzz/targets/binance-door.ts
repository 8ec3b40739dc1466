/**
 * Fuzz target: what programs written for Binance send. An input is what it is for (`spot`, `futures`, `batch`, `ids`, `api`,
 * `stream`, `name`), a blank and a query, or the JSON of a message on a socket.
 */

import { Decimal } from "decimal.js"
import { endpoints } from "#core/wire/index.ts"
import { readBatch, readIdList } from "#server/binance/batch.ts"
import { DoorError } from "#server/binance/door-error.ts"
import type { DoorGround } from "#server/binance/door-route.ts"
import { PLAIN_NAMES, readFuturesOrder } from "#server/binance/futures/read-futures-order.ts"
import { type Parameters, readParameters } from "#server/binance/parameters.ts"
import { readSignedQuery } from "#server/binance/signed-query.ts"
import { readSpotOrder } from "#server/binance/spot/read-spot-order.ts"
import { StopTypes } from "#server/binance/stop-types.ts"
import { readApiRequest } from "#server/binance/streams/api-request.ts"
import { StreamNames } from "#server/binance/streams/stream-name.ts"
import { readStreamRequest } from "#server/binance/streams/stream-request.ts"
import { Symbols } from "#server/binance/symbols.ts"
import { readZone } from "#server/binance/time-zone.ts"
import { readWith } from "#server/calls/read-request.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { type FuzzTarget, must, mustBePlain, mustBeSame } from "../fuzz-target.ts"

const BATCH_MAX = 5
const MESSAGE_LENGTH_MAX = 400
/** As a price or quantity stands on our own wire. */
const SHORT_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const FIGURES = ["price", "quantity", "stopPrice", "quoteOrderQty", "icebergQty"] as const

const markets = [
  { id: "BTC_USDT", base: "BTC", quote: "USDT", kind: "spot" },
  { id: "BTC_USDT_PERP", base: "BTC", quote: "USDT", kind: "perpetual" },
]
// Of a reader, a market, and the ground of the door only what the parsers ask for.
const reader = {
  instruments: () => markets,
  instrument: (id: string) => markets.find((market) => market.id === id),
  ticker: (id: string) => [id, "67284.1"],
  mark: (id: string) => [id, "67284.1", "67284.1"],
} as unknown as MarketReader
const symbols = new Symbols(reader)
const ground = { reader, symbols, stops: new StopTypes() } as unknown as DoorGround
const names = new StreamNames(symbols)

/** A figure is the number that was sent, in its shortest form. */
function checkFigures(parameters: Parameters): void {
  for (const name of FIGURES) {
    const [read, text] = [tried(() => parameters.decimal(name)), tried(() => parameters.text(name))]
    if (read === undefined || text === undefined) continue
    must(SHORT_DECIMAL.test(read), `${name} isn't in its shortest form`)
    must(new Decimal(read).equals(text), `${name} is another number than was sent`)
  }
  const list = tried(() => parameters.list("symbols"))
  if (list) mustBeSame(JSON.parse(JSON.stringify(list)), list, "a list is another one when it is written")
  const zone = tried(() => readZone(parameters)) ?? 0
  must(Number.isSafeInteger(zone) && Math.abs(zone) <= 14 * 3_600_000, "a time zone lies beyond all")
}

function tried<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DoorError) return undefined
    throw error
  }
}

/** Reads a query and a body, a line each. */
function parametersOf(text: string): Parameters {
  const [query = "", body = ""] = text.split("\n", 2)
  const given = readParameters(query, body)
  // Body stands directly behind query: what looks like a signature there may be of both.
  if (body === "") must(!/(?:^|&)signature=/.test(given.signed), "a signature is over itself")
  must(given.signed.length <= text.length, "more is signed than was sent")
  checkFigures(given.parameters)
  return given.parameters
}

type Order = Record<string, unknown>

/** What comes of an order is what our own call takes, or refuses by a field. */
function checkAsk(
  ask: unknown,
  parameters: Parameters,
  call: "placeSpotOrder" | "placeContractOrder",
): string {
  mustBePlain(ask)
  const read = readWith(endpoints[call].request, ask)
  if (!read.ok) return `${call} refuses ${read.problem.values?.field}`
  const { price, quantity } = read.value as Order
  for (const [name, figure] of Object.entries({ price, quantity })) {
    if (figure === undefined || figure === "") continue
    const sent = parameters.text(name)
    must(sent !== undefined && new Decimal(String(figure)).equals(sent), `${name} isn't what was sent`)
  }
  return `${call} ${(read.value as Order).type} ${(read.value as Order).timeInForce}`
}

const KINDS: Readonly<Record<string, (text: string) => string>> = {
  spot(text) {
    const parameters = parametersOf(text)
    return checkAsk(readSpotOrder(ground, parameters).ask, parameters, "placeSpotOrder")
  },
  futures(text) {
    const parameters = parametersOf(text)
    return checkAsk(readFuturesOrder(ground, parameters, PLAIN_NAMES).ask, parameters, "placeContractOrder")
  },
  signed(text) {
    const by = { key: "sk_abc", address: "127.0.0.1", acts: true }
    const { time, window, once } = readSignedQuery(readParameters(text, ""), by)
    must(Number.isSafeInteger(time) && window >= 0 && /^[0-9a-f]{64}$/.test(once ?? ""), "a time is none")
    return "signed"
  },
  batch(text) {
    const all = readBatch(parametersOf(text), BATCH_MAX)
    must(all.length > 0 && all.length <= BATCH_MAX, "a batch is too long")
    return `batch ${all.map((each) => tried(() => readFuturesOrder(ground, each, PLAIN_NAMES)) !== undefined)}`
  },
  ids(text) {
    const all = readIdList(parametersOf(text), BATCH_MAX)
    must(all.length > 0 && all.length <= BATCH_MAX, "a list of ids is too long")
    return `ids ${all.length}`
  },
  api(text) {
    const said = readApiRequest(JSON.parse(text))
    must(!/(?:^|&)signature=/.test(said.signed), "a signature is over itself")
    checkFigures(said.parameters)
    return `api ${said.method in { "order.place": 1, "session.logon": 1 }} ${typeof said.id}`
  },
  stream(text) {
    const read = readStreamRequest(text)
    if ("code" in read) return `stream ${read.code} ${read.msg.slice(0, 40)}`
    mustBePlain(read)
    if (!("names" in read)) return `stream ${read.method}`
    const again = readStreamRequest(JSON.stringify({ id: read.id, method: read.method, params: read.names }))
    mustBeSame(again, read, "a request is read otherwise when it is written again")
    return `stream ${read.method}`
  },
  name(text) {
    return (["spot", "futures"] as const)
      .map((venue) => {
        const terms = names.read(venue, text)
        if (terms) must(terms.name === text && terms.everyMs >= 0, "a stream has another name")
        return `${venue} ${terms?.kind} ${terms?.everyMs} ${terms?.levels}`
      })
      .join()
  },
}

const order =
  "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.10&price=67000.5&newClientOrderId=a-1"
const orders = JSON.stringify([{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.1" }])
const api = {
  symbol: "BTCUSDT",
  side: "SELL",
  type: "LIMIT",
  price: "67000",
  quantity: 1,
  timestamp: 1,
  signature: "ab",
}

export const target: FuzzTarget = {
  form: "text",
  seeds: [
    ...[
      `spot ${order}`,
      `spot symbol=BTCUSDT&side=SELL&type=MARKET\nquantity=1`,
      `futures ${order}&reduceOnly=true`,
    ],
    "spot symbol=BTCUSDT&side=SELL&type=STOP_LOSS&trailingDelta=100&quantity=1",
    "spot symbol=BTCUSDT&side=SELL&type=STOP_LOSS_LIMIT&timeInForce=GTC&price=1&quantity=1&stopPrice=1",
    "spot symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&pegPriceType=PRIMARY_PEG&icebergQty=0.1",
    "futures symbol=BTCUSDT&side=SELL&type=STOP_MARKET&closePosition=true&stopPrice=1&workingType=MARK_PRICE",
    "futures symbol=BTCUSDT&side=BUY&type=TRAILING_STOP_MARKET&quantity=1&callbackRate=0.5&activationPrice=7",
    "futures symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTD&goodTillDate=1795478400000&quantity=1&priceMatch=QUEUE",
    `signed ${order}&timestamp=1785000000000&recvWindow=5000.5&signature=${"ab".repeat(32)}`,
    `batch batchOrders=${orders}`,
    "ids symbol=BTCUSDT&orderIdList=[1,2]&origClientOrderIdList=[%22a%22,%22b%22]&symbols=[%22BTCUSDT%22]&timeZone=5:45",
    `api ${JSON.stringify({ id: "a", method: "order.place", params: api })}`,
    `stream ${JSON.stringify({ method: "SUBSCRIBE", params: ["btcusdt@trade"], id: 1 })}`,
    `stream ${JSON.stringify({ method: "SET_PROPERTY", params: ["combined", true], id: 2 })}`,
    ...[
      "btcusdt@depth5@100ms",
      "btcusdt@kline_1m",
      "!miniTicker@arr",
      "btcusdt@markPrice@1s",
      "!ticker_1h@arr",
    ].map((name) => `name ${name}`),
  ],
  read(input) {
    const blank = input.indexOf(" ")
    const kind = input.slice(0, Math.max(0, blank))
    if (!Object.hasOwn(KINDS, kind)) return []
    try {
      return [KINDS[kind]?.(input.slice(blank + 1)) ?? ""]
    } catch (error) {
      if (kind === "api" && error instanceof SyntaxError) return []
      if (!(error instanceof DoorError)) throw error
      must(error.code < 0 && error.message.length <= MESSAGE_LENGTH_MAX, "a refusal is too long")
      return [`${kind} ${error.code} ${error.message.slice(0, 60)}`]
    }
  },
}
