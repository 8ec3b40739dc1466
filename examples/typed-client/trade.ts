/**
 * Places an order far below the market, waits until the socket tells of it, cancels it, and buys a little by market.
 *
 *     BOT_KEY=… BOT_SECRET=… node examples/typed-client/trade.ts [exchange] [market]
 */

import { callsOf, dataOf, openSocket, type ServerMessage } from "./exchange.ts"

const [exchange = "http://127.0.0.1:8080", instrument = "BTC_USDT"] = process.argv.slice(2)
// From the environment: arguments are seen by everybody on the machine.
const by = { key: process.env.BOT_KEY ?? "", secret: process.env.BOT_SECRET ?? "" }
const say = (text: string) => process.stdout.write(`${text}\n`)

const calls = callsOf(exchange, by)
const { rows } = dataOf(await calls.GET("/market/exchange"))
const market = rows.find(({ id }) => id === instrument)
if (!market) throw new Error(`${exchange} has no market ${instrument}`)
say(`${market.id} moves by ${market.tick} and trades by ${market.lot}, at least ${market.minQuantity}`)

const query = { symbol: instrument, limit: 1 }
const [bid] = dataOf(await calls.GET("/market/depth", { params: { query } })).bids
if (!bid) throw new Error("nobody buys")
const decimalsOf = (step: string) => step.split(".")[1]?.length ?? 0
const price = (Number(bid[0]) * 0.9).toFixed(decimalsOf(market.tick))
/** Worth some 50 of the quote, well above the least order. */
const quantity = (50 / Number(bid[0])).toFixed(decimalsOf(market.lot))

/** States of own orders as the socket tells them, by id. */
const states = new Map<number, string>()
const waiting = new Set<() => void>()
function hear(message: ServerMessage): void {
  if (message.type !== "order") return
  for (const { id, status } of message.data.rows) states.set(id, status)
  for (const look of waiting) look()
}
const until = (id: number, status: string) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (states.get(id) !== status) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })

let isLoggedIn = () => {}
const loggedIn = new Promise<void>((resolve) => {
  isLoggedIn = resolve
})
const socket = await openSocket(exchange, by, (message) => {
  if (message.type === "account") isLoggedIn()
  hear(message)
})
await loggedIn

const order = { instrument, side: "buy", quantity } as const
const resting = dataOf(await calls.POST("/spot/place", { body: { ...order, type: "limit", price } }))
await until(resting.id, "new")
say(`order ${resting.id} rests at ${resting.price}`)
dataOf(await calls.POST("/spot/cancel", { body: { id: resting.id } }))
await until(resting.id, "cancelled")
say(`order ${resting.id} is cancelled`)
const bought = dataOf(await calls.POST("/spot/place", { body: { ...order, type: "market" } }))
await until(bought.id, "filled")
say(`order ${bought.id} is filled: ${bought.executed} for ${bought.executedQuote}`)
socket.close()
