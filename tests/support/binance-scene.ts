/** The real server with users of the Binance door: their keys, signed requests and sockets. */

import { vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "./api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "./binance-client.ts"
import { BinanceSocket } from "./binance-socket.ts"
import { movedClock, startInProcess } from "./in-process-server.ts"
import { newTrader } from "./trader.ts"

export interface OwnedKey extends DoorKey {
  /** Ends it. */
  end(): Promise<unknown>
}

type Fields = Record<string, string | number>

export class BinanceScene {
  readonly server: RunningServer
  /** May do all that a key may. */
  readonly key: OwnedKey
  /** A price that no buy reaches. */
  readonly low: string
  readonly #ahead: { ms: number }
  readonly #clients: BinanceSocket[] = []

  private constructor(server: RunningServer, own: { key: OwnedKey; low: string; ahead: { ms: number } }) {
    this.server = server
    this.key = own.key
    this.low = own.low
    this.#ahead = own.ahead
  }

  static async start(): Promise<BinanceScene> {
    const ahead = { ms: 0 }
    const server = await startInProcess(
      { SAKER_ORDERS_PER_SECOND: "1000" },
      { clock: movedClock(() => ahead.ms) },
    )
    const key = await keyWith(server, ["read", "spot", "contract", "transfer"])
    const low = await vi.waitFor(
      async () => {
        const { body } = await askDoor<{ bids: [string, string][] }>(server, "/api/v3/depth?symbol=BTCUSDT")
        const price = (Number(body.bids[0]?.[0]) * 0.9).toFixed(2)
        // What acts and was signed before the server began isn't taken.
        const test = await askSigned(server, key, "POST /api/v3/order/test", limitAt(price))
        if (!(Number(price) > 0) || test.status !== 200) throw new Error("not yet")
        return price
      },
      { timeout: 60_000 },
    )
    return new BinanceScene(server, { key, low, ahead })
  }

  /** Every clock of the server goes on by so many ms. */
  pass(ms: number): void {
    this.#ahead.ms += ms
  }

  now(): number {
    return Date.now() + this.#ahead.ms
  }

  async open(path: string): Promise<BinanceSocket> {
    const client = await BinanceSocket.open(this.server.address, `/binance${path}`)
    this.#clients.push(client)
    return client
  }

  async closeClients(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.close()
  }

  /** A key of a user of its own, who has 10,000 USDT. */
  keyWith(scopes: Parameters<typeof keyWith>[1]): Promise<OwnedKey> {
    return keyWith(this.server, scopes)
  }

  /** Parameters of a signed request to the WebSocket API. */
  signed(by: DoorKey, fields: Fields = {}): Fields {
    const all: Fields = { apiKey: by.key, timestamp: this.now(), ...fields }
    const names = Object.keys(all).sort()
    return { ...all, signature: by.sign(names.map((name) => `${name}=${all[name]}`).join("&")) }
  }

  /** An order that rests in the book. */
  limit(more: Fields = {}): Fields {
    return limitAt(this.low, more)
  }

  /** Asks with a key that is only named. */
  keyed(method: string, path: string, by: DoorKey = this.key) {
    const init = { method, headers: { "X-MBX-APIKEY": by.key } }
    return askDoor<{ listenKey: string; code?: number }>(this.server, path, init)
  }
}

const limitAt = (price: string, more: Fields = {}): Fields => ({
  ...{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001", price },
  ...more,
})

async function keyWith(
  server: RunningServer,
  scopes: readonly ("read" | "spot" | "contract" | "transfer")[],
): Promise<OwnedKey> {
  const trader = await newTrader(server)
  const made = await newKey(server, trader, { scopes })
  const end = () => trader.post("/apiKey/end", { id: made.id })
  return { ...doorKey(made.key, made.secret), end }
}
