/**
 * Follows the trend of a perpetual in the time machine: long while the mean of the last 10 minutes is above that of the last 30, else short.
 *
 *     npm run market -- --from 2026-10-01T00:00Z --to 2026-10-01T12:00Z --symbols BTCUSDT --lockstep \
 *       --program 'node examples/time-machine/trend.mjs'
 *
 * A teaching example of how a program moves the clock; it is no advice on how to trade.
 */

import { createHmac } from "node:crypto"

const {
  BOT_ADDRESS: address,
  BOT_KEY: key = "",
  BOT_SECRET: secret = "",
  BOT_SYMBOLS = "BTCUSDT",
} = process.env
const [symbol] = BOT_SYMBOLS.split(",")
const MINUTE_MS = 60_000
/** Size of the position, in the quote currency. */
const VALUE = 2000

async function ask(path, init) {
  const response = await fetch(`${address}${path}`, init)
  const body = await response.json()
  if (!response.ok) throw new Error(`${path.split("?")[0]}: ${body.msg ?? body.error}`)
  return body
}

/** A call of the door for programs written for Binance, signed as there. Its time is the exchange's, not this machine's. */
function signed(method, path, fields, timestamp) {
  const query = new URLSearchParams({ ...fields, timestamp: String(timestamp) }).toString()
  const signature = createHmac("sha256", secret).update(query).digest("hex")
  return ask(`/binance${path}?${query}&signature=${signature}`, { method, headers: { "X-MBX-APIKEY": key } })
}

/** Moves the clock on by a minute; without lockstep it moves by itself and is only looked at. */
async function nextMinute({ lockstep, now }) {
  if (lockstep)
    return await ask("/machine/advance", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ms: MINUTE_MS }),
    })
  for (;;) {
    const standing = await ask("/machine")
    if (standing.ended || standing.now >= now + MINUTE_MS) return standing
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

const { symbols } = await ask("/binance/fapi/v1/exchangeInfo")
const { quantityPrecision } = symbols.find((one) => one.symbol === symbol)
let held = 0
let standing = await ask("/machine")
while (!standing.ended) {
  const rows = await ask(`/binance/fapi/v1/klines?symbol=${symbol}&interval=1m&limit=31`)
  // The last one still moves.
  const closes = rows.slice(0, -1).map((row) => Number(row[4]))
  const wanted =
    Math.sign(mean(closes.slice(-10)) - mean(closes)) *
    Number((VALUE / closes.at(-1)).toFixed(quantityPrecision))
  const quantity = Math.abs(wanted - held)
  if (closes.length === 30 && Math.sign(wanted) !== Math.sign(held) && quantity > 0) {
    const order = { symbol, side: wanted > held ? "BUY" : "SELL", type: "MARKET" }
    await signed(
      "POST",
      "/fapi/v1/order",
      { ...order, quantity: quantity.toFixed(quantityPrecision) },
      standing.now,
    )
    held = wanted
  }
  standing = await nextMinute(standing)
}
