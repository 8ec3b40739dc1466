/** The same exchange with ccxt's socket methods, by Saker's own socket (/asyncapi.json): books, trades, own orders and trades. */

import ccxt from "ccxt"
import { Saker } from "./saker.mjs"

export class SakerPro extends Saker {
  describe() {
    return this.deepExtend(super.describe(), {
      pro: true,
      has: { ws: true, watchOrderBook: true, watchTrades: true, watchOrders: true, watchMyTrades: true },
    })
  }

  socketUrl() {
    return `${this.urls.api.public.replace(/^http/, "ws")}/socket`
  }

  async watchOrderBook(symbol, limit = undefined) {
    const book = await this.follow("depth", symbol)
    return limit === undefined
      ? book
      : { ...book, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) }
  }

  /** What is new since the last look. */
  async watchTrades(symbol) {
    return await this.follow("trade", symbol)
  }

  async follow(channel, symbol) {
    await this.loadMarkets()
    const hash = `${channel} ${this.market(symbol).id}`
    const data = { channel, key: this.market(symbol).id }
    return await this.watch(this.socketUrl(), hash, { type: "subscribe", data }, hash)
  }

  async watchOrders(symbol = undefined) {
    return await this.followOwn("order", symbol)
  }

  async watchMyTrades(symbol = undefined) {
    return await this.followOwn("fill", symbol)
  }

  async followOwn(kind, symbol) {
    await this.loadMarkets()
    this.checkRequiredCredentials()
    const hash = symbol === undefined ? kind : `${kind} ${this.market(symbol).id}`
    const data = this.proofOf({ method: "AUTH", path: "/socket", body: "" })
    return await this.watch(this.socketUrl(), hash, { type: "auth", data }, "auth")
  }

  /** A frame is one message or an array of them. */
  handleMessage(client, frame) {
    for (const message of Array.isArray(frame) ? frame : [frame]) this.hear(client, message)
  }

  hear(client, { type, data }) {
    switch (type) {
      case "pong":
        client.send({ type: "ping", data: {} })
        break
      case "depth":
        this.hearBook(client, data)
        break
      case "trade": {
        const market = this.safeMarket(data.instrument)
        client.resolve(this.parseTrades(data.rows, market), `trade ${data.instrument}`)
        break
      }
      // What is open as the watch begins: an order placed just before is told by it alone.
      case "account":
        if (data.orders.length > 0)
          this.hearOwn(
            client,
            "order",
            data.orders.map((row) => this.parseOrder(row)),
          )
        break
      case "order":
        this.hearOwn(
          client,
          type,
          data.rows.map((row) => this.parseOrder(row)),
        )
        break
      case "fill":
        this.hearOwn(
          client,
          type,
          data.rows.map((row) => this.parseTrade(row)),
        )
        break
      case "problem":
        client.reject(
          new ccxt.ExchangeError(`${this.id} ${data.name}`),
          data.key && `${data.channel} ${data.key}`,
        )
        break
      default:
    }
  }

  hearOwn(client, kind, rows) {
    client.resolve(rows, kind)
    for (const id of new Set(rows.map(({ symbol }) => this.market(symbol).id)))
      client.resolve(
        rows.filter(({ symbol }) => this.market(symbol).id === id),
        `${kind} ${id}`,
      )
  }

  /** A delta is applied only where it follows what is held; else the book is asked for anew. */
  hearBook(client, data) {
    const symbol = this.safeSymbol(data.instrument)
    if (data.snapshot) this.orderbooks[symbol] = this.orderBook({ symbol })
    const book = this.orderbooks[symbol]
    if (!book || (!data.snapshot && data.seq <= book.nonce)) return
    if (!data.snapshot && data.prev !== book.nonce) {
      delete this.orderbooks[symbol]
      client.send({ type: "resync", data: { channel: "depth", key: data.instrument } })
      return
    }
    for (const side of ["bids", "asks"])
      for (const [price, total] of data[side]) book[side].storeArray([Number(price), Number(total)])
    book.nonce = data.seq
    book.timestamp = data.time
    book.datetime = this.iso8601(data.time)
    client.resolve(book.limit(), `depth ${data.instrument}`)
  }
}
