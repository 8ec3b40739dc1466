/**
 * Prints the best bid and ask of one market whenever they change.
 *
 *     node main.ts [exchange] [market] [lines]
 */

import { ExchangeSocket, spotMarkets } from "./exchange-client.ts"
import { OrderBook } from "./order-book.ts"

const [exchange = "http://127.0.0.1:8080", wanted, lines = "Infinity"] = process.argv.slice(2)

const say = (text: string) => process.stdout.write(`${text}\n`)

const markets = await spotMarkets(exchange)
const market = markets.find(({ id }) => id === (wanted ?? markets[0]?.id))
if (!market) {
  say(`${exchange} has no market ${wanted}; it has ${markets.map(({ id }) => id).join(", ")}`)
  process.exit(1)
}
say(`${markets.length} spot markets; ${market.id} moves by ${market.tick} and trades by ${market.lot}`)

const book = new OrderBook()
const target = { channel: "depth", key: market.id }
let shown = ""
let left = Number(lines)

const socket = new ExchangeSocket(exchange, {
  opened: () => socket.send({ type: "subscribe", data: target }),
  lost() {
    book.forget()
    say("connection lost, coming back")
  },
  message(message) {
    if (message.type === "problem") say(`refused: ${message.data.name}`)
    if (message.type !== "depth" || message.data.instrument !== market.id) return
    const isWhole = book.take(message.data)
    if (!isWhole) {
      say(`book stale at ${book.seq}, asking anew`)
      socket.send({ type: "resync", data: target })
    } else if (!book.isStale) show()
  },
})

function show(): void {
  const { bid, ask } = book.best()
  const top = `bid ${bid?.join(" × ") ?? "none"} | ask ${ask?.join(" × ") ?? "none"}`
  if (top === shown) return
  shown = top
  say(`${market?.id} ${top} | seq ${book.seq}`)
  left -= 1
  if (left <= 0) socket.end()
}
