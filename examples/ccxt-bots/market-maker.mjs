/**
 * Quotes one buy and one sell around the middle of the book, follows it, and leans against what it holds.
 *
 *     BOT_KEY=… BOT_SECRET=… node market-maker.mjs [exchange] [symbol] [rounds]
 *
 * A teaching example: it knows no trend, no volatility and no loss limit.
 */

import { connect, say, untilStopped, wait } from "./connect.mjs"

const [address = "http://127.0.0.1:8080", symbol = "BTC/USDT", rounds = "Infinity"] = process.argv.slice(2)

/** Half of the spread, as a share of the price. */
const HALF_SPREAD = 0.0005
/** Size of a quote, in the quote currency. */
const QUOTE_VALUE = 100
/** A quote is placed anew when it is further off than this. */
const TOLERANCE = 0.0002
/** So far it leans at most: its prices go down where it holds too much, up where too little. */
const LEAN = 0.0005
const PAUSE_MS = 1000

const exchange = connect(address)
const market = (await exchange.loadMarkets())[symbol]
const isStopped = untilStopped()
/** The open quote of each side. */
const quotes = { buy: undefined, sell: undefined }

/** 0 where both coins are worth the same, 1 where all is in the base, -1 where all is money. */
async function imbalance(middle) {
  const balance = await exchange.fetchBalance()
  const [coins, money] = [balance[market.base]?.total ?? 0, balance[market.quote]?.total ?? 0]
  const worth = coins * middle
  return worth + money === 0 ? 0 : (worth - money) / (worth + money)
}

const isNear = (price, wanted) => Math.abs(price / wanted - 1) < TOLERANCE

/** Takes a quote back; one that is filled or gone already needs none. */
async function takeBack(side) {
  const quote = quotes[side]
  quotes[side] = undefined
  if (quote)
    await exchange.cancelOrder(quote.id, symbol).catch((error) => say(`${side} is gone: ${error.message}`))
}

async function quote(side, wanted) {
  const standing = quotes[side]
  if (standing) {
    const { status, filled } = await exchange.fetchOrder(standing.id, symbol)
    if (status !== "open") say(`${side} ${standing.price} is ${status}, ${filled} filled`)
    if (status === "open" && isNear(standing.price, wanted)) return
    if (status === "open") await takeBack(side)
  }
  const price = Number(exchange.priceToPrecision(symbol, wanted))
  const amount = Number(exchange.amountToPrecision(symbol, QUOTE_VALUE / price))
  try {
    // Post-only: a market maker never pays the taker's fee.
    quotes[side] = await exchange.createOrder(symbol, "limit", side, amount, price, { postOnly: true })
  } catch (error) {
    quotes[side] = undefined
    say(`no ${side} at ${price}: ${error.message}`)
  }
}

for (let round = 0; round < Number(rounds) && !isStopped(); round += 1) {
  const { bids, asks } = await exchange.fetchOrderBook(symbol, 5)
  if (bids.length > 0 && asks.length > 0) {
    const [bid, ask] = [bids[0][0], asks[0][0]]
    const middle = (bid + ask) / 2
    const lean = -LEAN * (await imbalance(middle))
    // Never beyond the best price of the other side.
    await quote("buy", Math.min(middle * (1 - HALF_SPREAD + lean), bid))
    await quote("sell", Math.max(middle * (1 + HALF_SPREAD + lean), ask))
    say(`round ${round + 1}: ${quotes.buy?.price ?? "–"} / ${quotes.sell?.price ?? "–"} around ${middle}`)
  }
  await wait(PAUSE_MS)
}
await takeBack("buy")
await takeBack("sell")
const trades = await exchange.fetchMyTrades(symbol)
say(`ended with ${trades.length} trades and no open quote`)
