/**
 * A market maker on twenty instruments through the door, by REST and a user data stream: nothing that it did is missing in what it is
 * told, nothing is told twice, no limit is broken, and its balances are the server's. `SAKER_MAKER_MINUTES`: how long it quotes.
 */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { unitsOf } from "#core/money/steps.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { BinanceSocket } from "#tests/support/binance-socket.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { QuotingMaker, toldOrders } from "#tests/support/quoting-maker.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

const INSTRUMENTS = 20
const MINUTES = Number(process.env.SAKER_MAKER_MINUTES ?? "1")
/** A listen key ends an hour after it was made or renewed. */
const RENEWED_MS = 30 * 60_000
const PAGE = 1000
const ENDED = /^(FILLED|CANCELED|REJECTED|EXPIRED|EXPIRED_IN_MATCH)$/
let server: RunningServer
let key: DoorKey

beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "30" })
  const trader = await newTrader(server)
  const made = await newKey(server, trader, { scopes: ["read", "spot"] })
  key = doorKey(made.key, made.secret)
  await vi.waitFor(
    async () => {
      const { body } = await askDoor<{ bidPrice: string }[]>(server, "/api/v3/ticker/bookTicker")
      expect(body.filter(({ bidPrice }) => Number(bidPrice) > 0).length).toBeGreaterThanOrEqual(INSTRUMENTS)
      // In the first second after a start nothing that acts is taken (E5); this lacks a parameter.
      expect((await askSigned(server, key, "POST /api/v3/order/test")).body).toMatchObject({ code: -1102 })
    },
    { timeout: 120_000, interval: 200 },
  )
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

interface Balance {
  asset: string
  free: string
  locked: string
}

test(
  `quoting ${INSTRUMENTS} instruments, each order, fill and balance is told once, and no limit is broken`,
  async () => {
    const headers = { "X-MBX-APIKEY": key.key }
    const opened = await askDoor<{ listenKey: string }>(server, "/api/v3/userDataStream", {
      method: "POST",
      headers,
    })
    const stream = await BinanceSocket.open(server.address, `/binance/ws/${opened.body.listenKey}`)
    const before = (await askSigned<{ balances: Balance[] }>(server, key, "GET /api/v3/account")).body
      .balances

    const maker = new QuotingMaker(server, key)
    await maker.begin(INSTRUMENTS)
    expect(maker.symbols).toHaveLength(INSTRUMENTS)
    const until = Date.now() + MINUTES * 60_000
    let rounds = 0
    let renewed = Date.now()
    for (; rounds === 0 || Date.now() < until; rounds += 1) {
      await maker.round()
      if (Date.now() - renewed < RENEWED_MS) continue
      renewed = Date.now()
      const path = `/api/v3/userDataStream?listenKey=${opened.body.listenKey}`
      expect((await askDoor(server, path, { method: "PUT", headers })).status).toBe(200)
    }
    await maker.end()

    const reports = () => toldOrders(stream.events("executionReport"))
    await stream.until(() => {
      const told = reports()
      return [...maker.placed].every((id) => ENDED.test(told.get(id)?.states.at(-1) ?? ""))
    }, "the end of every order")
    expect(stream.closed).toBeUndefined()
    const told = reports()

    // No order is lost, none is told that wasn't placed, and each begins once and ends once.
    expect([...told.keys()].sort()).toEqual([...maker.placed].sort())
    for (const [id, { states, executed, fills }] of told) {
      expect(
        states.filter((state) => state === "NEW"),
        String(id),
      ).toHaveLength(1)
      expect(
        states.filter((state) => ENDED.test(state)),
        String(id),
      ).toHaveLength(1)
      const sum = fills.reduce((total, { quantity }) => total + unitsOf(quantity), 0n)
      expect(sum, String(id)).toBe(unitsOf(executed))
    }

    // Each fill is told once, and the same ones are read over HTTP.
    for (const symbol of maker.symbols) {
      const trades = await tradesOf(symbol)
      const own = [...told.values()].filter((order) => order.symbol === symbol).flatMap(({ fills }) => fills)
      expect(own.map(({ trade }) => trade).sort((one, other) => one - other)).toEqual(trades)
      expect((await askSigned(server, key, "GET /api/v3/openOrders", { symbol })).body).toEqual([])
    }

    // Balances as the stream has told them last are the server's; nothing is held any more.
    const kept = new Map(
      before.map(({ asset, free, locked }) => [asset, `${unitsText(free)} ${unitsText(locked)}`]),
    )
    for (const event of stream.events("outboundAccountPosition"))
      for (const { a, f, l } of event.B as { a: string; f: string; l: string }[])
        kept.set(a, `${unitsText(f)} ${unitsText(l)}`)
    const after = (await askSigned<{ balances: Balance[] }>(server, key, "GET /api/v3/account")).body.balances
    for (const { asset, free, locked } of after) {
      expect(unitsText(locked), asset).toBe(0n)
      expect(kept.get(asset), asset).toBe(`${unitsText(free)} ${unitsText(locked)}`)
    }

    // Within the limits, as answers tell them, and never refused for one.
    expect(maker.unexpected).toEqual([])
    expect(maker.weightMax).toBeGreaterThan(0)
    expect(maker.weightMax).toBeLessThanOrEqual(maker.weightAllowed)
    expect(maker.ordersMax).toBeGreaterThan(0)
    expect(maker.ordersMax).toBeLessThanOrEqual(maker.ordersAllowed)
    const fills = [...told.values()].flatMap((order) => order.fills).length
    expect(fills).toBeGreaterThanOrEqual(INSTRUMENTS)
    process.stdout.write(
      `${rounds} rounds, ${maker.requests} requests, ${told.size} orders, ${fills} fills, weight ${maker.weightMax} of ${maker.weightAllowed}, orders ${maker.ordersMax} of ${maker.ordersAllowed}, refused ${JSON.stringify([...maker.refused])}\n`,
    )
    await stream.close()
  },
  MINUTES * 60_000 + 180_000,
)

/** The numbers of all own trades of a market, as they are read in pages. */
async function tradesOf(symbol: string): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const fields = { symbol, limit: PAGE, fromId: (ids.at(-1) ?? 0) + 1 }
    const { body } = await askSigned<{ id: number }[]>(server, key, "GET /api/v3/myTrades", fields)
    ids.push(...body.map(({ id }) => id))
    if (body.length < PAGE) return ids
  }
}

const unitsText = (text: string): bigint => unitsOf(text)
