/**
 * A ccxt exchange for Saker's own contract (/openapi.json): spot and perpetuals, with ccxt's unified methods.
 *
 *     const exchange = new Saker({ apiKey, secret, address: "https://HOST" })
 */

import { createHmac, randomUUID } from "node:crypto"
import ccxt from "ccxt"
import { ORDER_STATES, orderRequest, REFUSALS } from "./saker-trading.mjs"

const WINDOW_MS = 5000
const PAGE = 500
const get = (names) => Object.fromEntries(names.map((name) => [name, 1]))

export class Saker extends ccxt.Exchange {
  describe() {
    const trading = ["place", "amend", "cancel", "cancelAll"]
    const reading = ["order", "open", "history", "fills"]
    return this.deepExtend(super.describe(), {
      ...{ id: "saker", name: "Saker", countries: [], rateLimit: 50, pro: false, version: "" },
      has: {
        ...{ spot: true, swap: true, future: false, margin: false, option: false },
        ...{ cancelAllOrders: true, cancelOrder: true, createOrder: true, editOrder: false },
        ...{
          fetchBalance: true,
          fetchClosedOrders: true,
          fetchFundingRate: true,
          fetchFundingRateHistory: true,
        },
        ...{
          fetchMarkets: true,
          fetchMyTrades: true,
          fetchOHLCV: true,
          fetchOpenOrders: true,
          fetchOrder: true,
        },
        ...{
          fetchOrderBook: true,
          fetchPositions: true,
          fetchTicker: true,
          fetchTickers: true,
          fetchTrades: true,
        },
        ...{ setLeverage: true, setMarginMode: true, transfer: true },
      },
      timeframes: {
        ...{
          "1m": "1m",
          "5m": "5m",
          "15m": "15m",
          "30m": "30m",
          "1h": "1h",
          "4h": "4h",
          "1d": "1D",
          "1w": "1W",
        },
        "1M": "1M",
      },
      urls: { api: { public: "http://127.0.0.1:8080", private: "http://127.0.0.1:8080" }, www: "", doc: [] },
      api: {
        public: {
          get: get([
            ...["market/exchange", "market/contract", "market/depth", "market/trades", "market/kline"],
            "contract/funding",
          ]),
        },
        private: {
          get: get([
            ...["assets/index", "contract/positions", "contract/settings"],
            ...reading.flatMap((name) => [`spot/${name}`, `contract/${name}`]),
          ]),
          post: get([
            ...["assets/transfer", "contract/leverage", "contract/marginMode"],
            ...trading.flatMap((name) => [`spot/${name}`, `contract/${name}`]),
          ]),
        },
      },
      precisionMode: ccxt.TICK_SIZE,
    })
  }

  constructor({ address, ...settings } = {}) {
    super(settings)
    if (address) this.urls.api = { public: address, private: address }
  }

  /** Signed by six lines: time, window, nonce, method, path with query, body. */
  sign(path, api = "public", method = "GET", params = {}, headers = undefined, body = undefined) {
    const isRead = method === "GET"
    const query = isRead && Object.keys(params).length > 0 ? `?${this.urlencode(params)}` : ""
    const target = `/${path}${query}`
    const text = isRead ? "" : JSON.stringify(params)
    const all = { lang: "en", ...headers, ...(text && { "content-type": "application/json" }) }
    if (api === "private") {
      this.checkRequiredCredentials()
      const proof = this.proofOf({ method, path: target, body: text })
      for (const [name, value] of Object.entries(proof)) all[`saker-${name}`] = String(value)
    }
    return { url: this.urls.api[api] + target, method, body: text || body, headers: all }
  }

  proofOf({ method, path, body }) {
    const [time, nonce] = [this.milliseconds(), randomUUID()]
    const text = [time, WINDOW_MS, nonce, method, path, body].join("\n")
    const sign = createHmac("sha256", this.secret).update(text).digest("hex")
    return { key: this.apiKey, time, window: WINDOW_MS, nonce, sign }
  }

  /** A refusal comes with HTTP 200: `code` tells. */
  handleErrors(_code, _reason, url, _method, _headers, _body, answer) {
    if (answer === undefined || answer.code === 200) return
    const isOrder = /\/(spot|contract)\/(place|amend)/.test(url)
    const Refused = REFUSALS[answer.code] ?? (isOrder ? ccxt.InvalidOrder : ccxt.ExchangeError)
    throw new Refused(`${this.id} ${answer.code}: ${answer.message}`)
  }

  /** Names of calls of a market: spot and perpetuals have the same under two paths. */
  callOf(method, market, name) {
    return this[`private${method}${market.spot ? "Spot" : "Contract"}${name}`].bind(this)
  }

  async fetchMarkets() {
    const [spot, contracts] = await Promise.all([
      this.publicGetMarketExchange(),
      this.publicGetMarketContract(),
    ])
    return [...spot.data.rows, ...contracts.data.rows].map((row) => this.parseMarket(row))
  }

  parseMarket(row) {
    const isContract = row.kind === "perpetual"
    const number = (text) => this.parseNumber(text)
    return this.safeMarketStructure({
      ...{ id: row.id, lowercaseId: row.id.toLowerCase() },
      symbol: `${row.base}/${row.quote}${isContract ? `:${row.quote}` : ""}`,
      ...{ base: row.base, quote: row.quote, baseId: row.base, quoteId: row.quote },
      ...(isContract && {
        settle: row.quote,
        settleId: row.quote,
        contractSize: 1,
        linear: true,
        inverse: false,
      }),
      ...{ type: isContract ? "swap" : "spot", spot: !isContract, swap: isContract, contract: isContract },
      ...{ margin: false, future: false, option: false, active: row.state === "open" },
      precision: { price: number(row.tick), amount: number(row.lot) },
      limits: {
        amount: { min: number(row.minQuantity), max: number(row.maxQuantity) },
        price: { min: number(row.tick), max: undefined },
        cost: { min: number(row.minNotional), max: undefined },
        leverage: { min: isContract ? 1 : undefined, max: isContract ? row.leverageMax : undefined },
      },
      ...{ created: row.listedAt, info: row },
    })
  }

  async fetchTickers(symbols = undefined) {
    await this.loadMarkets()
    const [spot, contracts] = await Promise.all([
      this.publicGetMarketExchange(),
      this.publicGetMarketContract(),
    ])
    const tickers = [...spot.data.rows, ...contracts.data.rows].map((row) => this.parseTicker(row.ticker))
    return this.filterByArrayTickers(tickers, "symbol", this.marketSymbols(symbols))
  }

  async fetchTicker(symbol) {
    const tickers = await this.fetchTickers([symbol])
    return tickers[this.market(symbol).symbol]
  }

  parseTicker([id, last, open, high, low, baseVolume, quoteVolume, bid, ask, timestamp]) {
    const known = (text) => (text === "" ? undefined : text)
    return this.safeTicker({
      ...{ symbol: this.safeSymbol(id), timestamp, datetime: this.iso8601(timestamp) },
      ...{ last: known(last), close: known(last), open: known(open), high: known(high), low: known(low) },
      ...{ bid: known(bid), ask: known(ask), baseVolume: known(baseVolume), quoteVolume: known(quoteVolume) },
      info: { id, last },
    })
  }

  async fetchOrderBook(symbol, limit = 50, params = {}) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.publicGetMarketDepth({ symbol: market.id, limit, ...params })
    const book = this.parseOrderBook(data, market.symbol, data.time)
    return { ...book, nonce: data.seq }
  }

  async fetchTrades(symbol, since = undefined, limit = 100, params = {}) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.publicGetMarketTrades({ symbol: market.id, limit, ...params })
    return this.parseTrades(data.rows, market, since, limit)
  }

  /** Public trades are rows, own ones objects. */
  parseTrade(trade, market = undefined) {
    if (Array.isArray(trade)) {
      const [id, price, amount, side, timestamp] = trade
      return this.safeTrade({
        ...{
          id: String(id),
          symbol: market?.symbol,
          price,
          amount,
          side: side > 0 ? "buy" : "sell",
          info: trade,
        },
        ...{ timestamp, datetime: this.iso8601(timestamp) },
      })
    }
    return this.safeTrade({
      ...{ id: String(trade.trade), order: String(trade.order), symbol: this.safeSymbol(trade.instrument) },
      ...{ side: trade.side, price: trade.price, amount: trade.quantity, cost: trade.turnover },
      ...{ takerOrMaker: trade.liquidity, fee: { cost: trade.fee, currency: trade.feeCurrency } },
      ...{ timestamp: trade.time, datetime: this.iso8601(trade.time), info: trade },
    })
  }

  async fetchOHLCV(symbol, timeframe = "1m", since = undefined, limit = 500, params = {}) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const length = this.parseTimeframe(timeframe) * 1000
    const before = since === undefined ? undefined : since + limit * length
    const { data } = await this.publicGetMarketKline({
      ...{ symbol: market.id, interval: this.timeframes[timeframe], limit },
      ...(before !== undefined && { before }),
      ...params,
    })
    return this.parseOHLCVs(data.rows, market, timeframe, since, limit)
  }

  parseOHLCV([time, ...rest]) {
    return [time, ...rest.slice(0, 5).map(Number)]
  }

  /** `params.type`: `spot` (left out) or `swap`. */
  async fetchBalance(params = {}) {
    const wallet = params.type === "swap" ? "contract" : "funding"
    const { data } = await this.privateGetAssetsIndex()
    const balance = { info: data, timestamp: data.time, datetime: this.iso8601(data.time) }
    for (const row of data.balances.filter((one) => one.wallet === wallet))
      balance[row.currency] = { free: row.available, used: row.held }
    return this.safeBalance(balance)
  }

  async transfer(code, amount, fromAccount, toAccount) {
    const wallets = { spot: "funding", funding: "funding", swap: "contract", contract: "contract" }
    const [from, to, key] = [wallets[fromAccount], wallets[toAccount], randomUUID()]
    const { data } = await this.privatePostAssetsTransfer({
      from,
      to,
      currency: code,
      amount: String(amount),
      key,
    })
    return { id: String(data.id), currency: code, amount, fromAccount, toAccount, status: "ok", info: data }
  }

  async createOrder(symbol, type, side, amount, price = undefined, params = {}) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const text = (value, write) => (value === undefined ? undefined : write.call(this, symbol, value))
    const { triggerPrice } = params
    const request = orderRequest(
      {
        ...{ instrument: market.id, type, side, amount: text(amount, this.amountToPrecision) },
        price: type === "market" ? undefined : text(price, this.priceToPrecision),
      },
      {
        isContract: market.swap,
        params: {
          ...params,
          ...(triggerPrice !== undefined && { triggerPrice: this.priceToPrecision(symbol, triggerPrice) }),
        },
      },
    )
    const { data } = await this.callOf("Post", market, "Place")(request)
    return this.parseOrder(data, market)
  }

  parseOrder(order, market = undefined) {
    const known = (text) => (text === "" ? undefined : text)
    const isStop = order.stopPrice !== ""
    return this.safeOrder({
      ...{ id: String(order.id), clientOrderId: known(order.clientOrderId), info: order },
      symbol: market?.symbol ?? this.safeSymbol(order.instrument),
      ...{
        timestamp: order.created,
        datetime: this.iso8601(order.created),
        lastUpdateTimestamp: order.updated,
      },
      ...{
        type: /limit/.test(order.type) ? "limit" : "market",
        side: order.side,
        status: ORDER_STATES[order.status],
      },
      ...{ timeInForce: order.postOnly ? "PO" : order.timeInForce.toUpperCase(), postOnly: order.postOnly },
      ...{
        reduceOnly: order.reduceOnly,
        price: known(order.price),
        triggerPrice: isStop ? order.stopPrice : undefined,
      },
      ...{ amount: known(order.quantity), filled: order.executed, cost: order.executedQuote },
      ...(order.fee !== "" && { fee: { cost: order.fee, currency: known(order.feeCurrency) } }),
    })
  }

  async cancelOrder(id, symbol) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.callOf("Post", market, "Cancel")({ id: Number(id) })
    return this.parseOrder(data, market)
  }

  async cancelAllOrders(symbol) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.callOf("Post", market, "CancelAll")({ instrument: market.id })
    return data.cancelled.map((id) =>
      this.safeOrder({ id: String(id), symbol: market.symbol, status: "canceled", info: id }),
    )
  }

  async fetchOrder(id, symbol) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.callOf("Get", market, "Order")({ id: Number(id) })
    return this.parseOrder(data, market)
  }

  async fetchOpenOrders(symbol, since = undefined, limit = PAGE) {
    const { market, rows } = await this.rowsOf(symbol, "Open", { limit: Math.min(limit, PAGE) })
    return this.parseOrders(rows, market, since, limit)
  }

  async fetchClosedOrders(symbol, since = undefined, limit = PAGE) {
    const asked = { limit: Math.min(limit, PAGE), ...(since !== undefined && { from: since }) }
    const { market, rows } = await this.rowsOf(symbol, "History", asked)
    return this.parseOrders(rows, market, since, limit)
  }

  async fetchMyTrades(symbol, since = undefined, limit = PAGE) {
    const asked = { limit: Math.min(limit, PAGE), ...(since !== undefined && { from: since }) }
    const { market, rows } = await this.rowsOf(symbol, "Fills", asked)
    return this.parseTrades(rows, market, since, limit)
  }

  async rowsOf(symbol, name, asked) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.callOf("Get", market, name)({ instrument: market.id, ...asked })
    return { market, rows: data.rows }
  }

  async fetchPositions(symbols = undefined) {
    await this.loadMarkets()
    const { data } = await this.privateGetContractPositions()
    return this.filterByArrayPositions(
      this.parsePositions(data.rows),
      "symbol",
      this.marketSymbols(symbols),
      false,
    )
  }

  parsePosition(row) {
    const number = (text) => (text === "" ? undefined : this.parseNumber(text))
    const notional = Number(row.quantity) * Number(row.mark)
    return this.safePosition({
      ...{ id: String(row.id), symbol: this.safeSymbol(row.instrument), side: row.side, info: row },
      ...{ timestamp: row.updated, datetime: this.iso8601(row.updated), hedged: row.positionSide !== "" },
      ...{ contracts: number(row.quantity), contractSize: 1, entryPrice: number(row.entryPrice) },
      ...{ markPrice: number(row.mark), notional, leverage: row.leverage, marginMode: row.marginMode },
      ...{ unrealizedPnl: number(row.unrealised), liquidationPrice: number(row.liquidationPrice) },
      ...{ initialMargin: notional / row.leverage, maintenanceMargin: number(row.maintenance) },
    })
  }

  async setLeverage(leverage, symbol) {
    await this.loadMarkets()
    return (await this.privatePostContractLeverage({ instrument: this.market(symbol).id, leverage })).data
  }

  async setMarginMode(marginMode, symbol) {
    await this.loadMarkets()
    return (
      await this.privatePostContractMarginMode({ instrument: this.market(symbol).id, mode: marginMode })
    ).data
  }

  async fetchFundingRate(symbol) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { data } = await this.publicGetMarketContract()
    const row = data.rows.find(({ id }) => id === market.id)
    return {
      ...{ symbol: market.symbol, info: row, timestamp: data.time, datetime: this.iso8601(data.time) },
      ...{ markPrice: this.parseNumber(row.mark), indexPrice: this.parseNumber(row.indexPrice) },
      ...{ fundingRate: this.parseNumber(row.fundingRate), fundingTimestamp: row.nextFunding },
      ...{ fundingDatetime: this.iso8601(row.nextFunding), interval: `${row.fundingHours}h` },
    }
  }

  async fetchFundingRateHistory(symbol, since = undefined, limit = 100) {
    await this.loadMarkets()
    const market = this.market(symbol)
    const asked = { instrument: market.id, limit, ...(since !== undefined && { from: since }) }
    const { data } = await this.publicGetContractFunding(asked)
    return data.rows.toReversed().map((row) => ({
      ...{ symbol: market.symbol, fundingRate: this.parseNumber(row.rate), info: row },
      ...{ timestamp: row.time, datetime: this.iso8601(row.time) },
    }))
  }
}
