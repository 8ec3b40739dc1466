/**
 * A market maker on many spot markets, as a client of the Binance door: it quotes both sides of each at the best prices, keeps to the
 * limits that answers tell, and keeps account of everything that it was told, to be compared with the server's in the end.
 */

import { setTimeout } from "node:timers/promises"
import type { RunningServer } from "#server/start/start-server.ts"
import { askDoor, askSigned, type DoorAnswer, type DoorKey } from "./binance-client.ts"
import type { BinanceMessage } from "./binance-socket.ts"

/** Between two requests, ms: below the orders that a key may place in a second. */
const PACE_MS = 60
/** Between two looks at all books, ms: with the orders between them below what an address may weigh in a minute. */
const LOOK_MS = 120
const WEIGHT_HEADER = "x-mbx-used-weight-1m"
/** Of ten seconds' orders it uses so many at most. */
const SHARE = 0.9
/** What each market is given to sell, and how large a quote is, in the quote currency. */
const STOCK_VALUE = 150
const QUOTE_VALUE = 15
/** What a maker's quote may be refused for: it would have taken, or the quote that it replaces is filled or the money is out. */
const USUAL_REFUSALS: ReadonlySet<unknown> = new Set([-2010, -2011, -2021, -2022, -1013])

interface Market {
  symbol: string
  tick: number
  lot: number
}
interface BookRow {
  symbol: string
  bidPrice: string
  askPrice: string
}

export class QuotingMaker {
  readonly #server: RunningServer
  readonly #key: DoorKey
  #markets: Market[] = []
  /** The open quote of each market and side, by id, with its price. */
  readonly #quotes = new Map<string, { id: number; price: string }>()
  /** Every order that the server has said it took. */
  readonly placed = new Set<number>()
  readonly unexpected: string[] = []
  /** How often each code was answered, the usual ones too. */
  readonly refused = new Map<number, number>()
  requests = 0
  /** Most that was seen of a minute's weight and of ten seconds' orders. */
  weightMax = 0
  ordersMax = 0
  #ordersTold = 0
  ordersAllowed = 0
  weightAllowed = 0

  constructor(server: RunningServer, key: DoorKey) {
    this.#server = server
    this.#key = key
  }

  get symbols(): string[] {
    return this.#markets.map(({ symbol }) => symbol)
  }

  /** Reads the markets and the limits, and buys something of each. */
  async begin(count: number): Promise<void> {
    const { body } = await askDoor<{
      rateLimits: { rateLimitType: string; interval: string; limit: number }[]
      symbols: { symbol: string; quoteAsset: string; filters: { tickSize: string; stepSize: string }[] }[]
    }>(this.#server, "/api/v3/exchangeInfo")
    const limitOf = (type: string, interval: string) =>
      body.rateLimits.find((one) => one.rateLimitType === type && one.interval === interval)?.limit ?? 0
    this.weightAllowed = limitOf("REQUEST_WEIGHT", "MINUTE")
    this.ordersAllowed = limitOf("ORDERS", "SECOND")
    this.#markets = body.symbols
      .filter(({ quoteAsset }) => quoteAsset === "USDT")
      .slice(0, count)
      .map(({ symbol, filters }) => ({
        symbol,
        ...{ tick: Number(filters[0]?.tickSize), lot: Number(filters[1]?.stepSize) },
      }))
    for (const { symbol } of this.#markets) {
      const fields = { symbol, side: "BUY", type: "MARKET", quoteOrderQty: STOCK_VALUE }
      const { body } = await this.#act("POST /api/v3/order", fields)
      if (typeof body.orderId === "number") this.placed.add(body.orderId)
    }
  }

  /** One look at all books, and a new quote wherever the best price has moved. */
  async round(): Promise<void> {
    // A quiet market lets rounds follow one another without an order between them, and each look has its weight.
    await setTimeout(LOOK_MS)
    const { status, body, headers } = await askDoor<BookRow[]>(this.#server, "/api/v3/ticker/bookTicker")
    this.weightMax = Math.max(this.weightMax, Number(headers.get(WEIGHT_HEADER) ?? 0))
    if (status !== 200) throw new Error(`best prices: ${status} ${JSON.stringify(body)}`)
    const books = new Map(body.map((row) => [row.symbol, row]))
    for (const market of this.#markets) {
      const book = books.get(market.symbol)
      if (!book || !(Number(book.bidPrice) > 0) || !(Number(book.askPrice) > 0)) continue
      await this.#quote(market, "BUY", book.bidPrice)
      await this.#quote(market, "SELL", book.askPrice)
    }
  }

  async end(): Promise<void> {
    for (const { symbol } of this.#markets) {
      const { status, body } = await this.#act("DELETE /api/v3/openOrders", { symbol })
      if (status !== 200 && body.code !== -2011) this.unexpected.push(JSON.stringify(body))
    }
  }

  async #quote({ symbol, lot }: Market, side: "BUY" | "SELL", price: string): Promise<void> {
    const standing = this.#quotes.get(symbol + side)
    if (standing?.price === price) return
    const decimals = Math.max(0, -Math.floor(Math.log10(lot) + 1e-9))
    const quantity = (Math.ceil(QUOTE_VALUE / Number(price) / lot) * lot).toFixed(decimals)
    const fields = { symbol, side, type: "LIMIT_MAKER", quantity, price, newOrderRespType: "ACK" }
    const { status, body } = standing
      ? await this.#act("POST /api/v3/order/cancelReplace", {
          ...{ ...fields, cancelReplaceMode: "ALLOW_FAILURE", cancelOrderId: standing.id },
        })
      : await this.#act("POST /api/v3/order", fields)
    this.#quotes.delete(symbol + side)
    const answer = body as {
      orderId?: number
      newOrderResponse?: { orderId?: number }
      data?: { newOrderResponse?: { orderId?: number } }
    }
    const id = answer.orderId ?? (answer.newOrderResponse ?? answer.data?.newOrderResponse)?.orderId
    if (id !== undefined) {
      this.placed.add(id)
      this.#quotes.set(symbol + side, { id, price })
      return
    }
    const code = Number(body.code)
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
    if (status !== 200 && !USUAL_REFUSALS.has(code)) this.unexpected.push(JSON.stringify(body))
  }

  /** Waits while the orders of these ten seconds are used up, as a bot does by what answers tell. */
  async #act(call: string, fields: Record<string, string | number>): Promise<DoorAnswer> {
    while (this.#ordersTold >= this.ordersAllowed * SHARE && this.ordersAllowed > 0) {
      await setTimeout(PACE_MS * 5)
      const { body } = await askSigned<{ count: number }[]>(
        this.#server,
        this.#key,
        "GET /api/v3/rateLimit/order",
      )
      this.#ordersTold = body[0]?.count ?? 0
    }
    await setTimeout(PACE_MS)
    const answer = await askSigned(this.#server, this.#key, call, fields)
    this.requests += 1
    const told = (name: string) => Number(answer.headers.get(name) ?? 0)
    this.weightMax = Math.max(this.weightMax, told(WEIGHT_HEADER))
    if (answer.headers.has("x-mbx-order-count-10s")) this.#ordersTold = told("x-mbx-order-count-10s")
    this.ordersMax = Math.max(this.ordersMax, this.#ordersTold)
    if (answer.status === 429 || answer.status >= 500) this.unexpected.push(`${call}: ${answer.status}`)
    return answer
  }
}

/** What reports say of one order: its states in their order, and its fills. */
export interface ToldOrder {
  symbol: string
  states: string[]
  /** In 1e-8; `z` of the newest report. */
  executed: string
  fills: { trade: number; quantity: string }[]
}

/** Own orders by id, from the reports of a user data stream. */
export function toldOrders(reports: readonly BinanceMessage[]): Map<number, ToldOrder> {
  const orders = new Map<number, ToldOrder>()
  for (const report of reports) {
    const id = Number(report.i)
    const order = orders.get(id) ?? { symbol: String(report.s), states: [], executed: "0", fills: [] }
    order.states.push(String(report.X))
    order.executed = String(report.z)
    if (report.x === "TRADE") order.fills.push({ trade: Number(report.t), quantity: String(report.l) })
    orders.set(id, order)
  }
  return orders
}
