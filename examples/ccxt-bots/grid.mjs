/**
 * A grid: buys below the price and sells above it, at even steps. What fills is answered one step away on the other side,
 * so that each pair earns a step.
 *
 *     BOT_KEY=… BOT_SECRET=… node grid.mjs [exchange] [symbol] [rounds]
 *
 * A teaching example: where the price leaves the grid, it holds coins or money and does nothing.
 */

import { connect, say, untilStopped, wait } from "./connect.mjs"

const [address = "http://127.0.0.1:8080", symbol = "BTC/USDT", rounds = "Infinity"] = process.argv.slice(2)

/** Levels on each side. */
const LEVELS = 4
/** From level to level, as a share of the price. */
const STEP = 0.001
/** Size of an order, in the quote currency. */
const ORDER_VALUE = 50
const PAUSE_MS = 1000

const exchange = connect(address)
await exchange.loadMarkets()
const isStopped = untilStopped()
/** Open orders by level: below 0 buys, above 0 sells. Levels stand where the price was at the start. */
const orders = new Map()

const { last: start } = await exchange.fetchTicker(symbol)
const priceOf = (level) => Number(exchange.priceToPrecision(symbol, start * (1 + level * STEP)))
const amount = Number(exchange.amountToPrecision(symbol, ORDER_VALUE / start))

/** @returns whether the order stands: one that would trade at once waits for the next round */
async function place(level, side) {
  try {
    const order = await exchange.createOrder(symbol, "limit", side, amount, priceOf(level), {
      postOnly: true,
    })
    orders.set(level, { id: order.id, side })
    return true
  } catch (error) {
    say(`no ${side} at level ${level}: ${error.message}`)
    return false
  }
}

/** What is to be placed: level → side. */
const wanted = new Map()
for (let level = 1; level <= LEVELS; level += 1) {
  wanted.set(-level, "buy")
  wanted.set(level, "sell")
}
let filled = 0

for (let round = 0; round < Number(rounds) && !isStopped(); round += 1) {
  for (const [level, side] of wanted) if (await place(level, side)) wanted.delete(level)
  // One call tells what is gone; only of that the fate is asked for.
  const open = new Set((await exchange.fetchOpenOrders(symbol)).map(({ id }) => id))
  for (const [level, { id, side }] of orders) {
    if (open.has(id)) continue
    orders.delete(level)
    const { status } = await exchange.fetchOrder(id, symbol)
    if (status !== "closed") {
      wanted.set(level, side)
      continue
    }
    filled += 1
    const next = side === "buy" ? level + 1 : level - 1
    if (!orders.has(next)) wanted.set(next, side === "buy" ? "sell" : "buy")
    say(`${side} at level ${level} is filled; level ${next} is next`)
  }
  say(`round ${round + 1}: ${orders.size} orders open, ${wanted.size} to place, ${filled} filled`)
  await wait(PAUSE_MS)
}
for (const { id } of orders.values())
  await exchange.cancelOrder(id, symbol).catch((error) => say(`gone already: ${error.message}`))
say(`ended with ${filled} filled and no open order`)
