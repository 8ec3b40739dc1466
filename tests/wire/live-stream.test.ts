/** Does the whole real server tell the truth by its socket? A few seconds of the simulated market, message by message. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parseAmount } from "#core/money/steps.ts"
import type {
  CandleRow,
  ContractMarket,
  DepthSnapshot,
  LevelRow,
  SpotMarket,
  TradeRow,
} from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient, type Steps } from "#tests/support/socket-client.ts"

const START_WITHIN_MS = 180_000
const LIVE_MS = 5000
const SPOT = "BTC_USDT"
const PERPETUAL = "BTC_USDT_PERP"
const SECOND = "BTC_USDT_SEC"

let server: RunningServer
let steps: (id: string) => Steps | undefined
let spotCount: number

beforeAll(async () => {
  server = await startInProcess({ SAKER_DATA: freshFolder(), SAKER_HEARTBEAT_MS: "500" })
  const spot = await rowsOf<SpotMarket>("/market/exchange")
  const contract = await rowsOf<ContractMarket>("/market/contract")
  spotCount = spot.length
  const known = new Map(
    [...spot, ...contract].map(({ id, tick, lot }) => [id, { tick: units(tick), lot: units(lot) }]),
  )
  steps = (id) => known.get(id)
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const rowsOf = async <Row>(path: string) => (await call<{ rows: Row[] }>(server, path)).data.rows
const open = () => SocketClient.open(`${server.address}/socket`, { steps })

function units(text: string): bigint {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new Error(`no step: ${text}`)
  return parsed.value
}

/** A book as text, best first: what HTTP and socket must agree on, to the last digit. */
const textOf = (bids: readonly LevelRow[], asks: readonly LevelRow[]) => JSON.stringify([bids, asks])

describe("a few seconds of the live market", () => {
  let client: SocketClient
  /** Prices of ticker and tape that differed at the end of a frame. */
  const disagreements: string[] = []
  const checked = { tickers: 0 }

  beforeAll(async () => {
    client = await open()
    client.onFrame = () => {
      for (const id of [SPOT, PERPETUAL]) {
        const last = client.trades.get(id)?.at(-1)?.[1]
        const shown = client.tickers.get(id)?.[1]
        if (last === undefined || shown === undefined) continue
        checked.tickers += 1
        if (last !== shown) disagreements.push(`${id}: ticker ${shown}, tape ${last}`)
      }
    }
    await client.subscribe("ticker", "*")
    await client.subscribe("mark", "*")
    await client.subscribe("index", SPOT)
    await client.subscribe("depth", SPOT, PERPETUAL)
    await client.subscribe("trade", SPOT, PERPETUAL)
    await client.subscribe("candle", `${SPOT}:1m`, `${SECOND}:1s`)
    const end = Date.now() + LIVE_MS
    const hasEnough = (id: string) => (client.trades.get(id)?.length ?? 0) > 5 && client.book(id).deltas > 20
    await client.until(() => Date.now() > end && hasEnough(SPOT) && hasEnough(PERPETUAL), "a lively market")
  })
  afterAll(() => client.close())

  test("break no rule: every message fits its schema, every delta follows, every checksum is equal", () => {
    expect(client.faults).toEqual([])
    expect(client.problems).toEqual([])
    for (const id of [SPOT, PERPETUAL]) {
      expect(client.book(id).deltas, id).toBeGreaterThan(20)
      expect(client.book(id).snapshots, id).toBe(1)
    }
    expect(client.tickers.size).toBeGreaterThan(spotCount)
    expect(client.marks.size).toBeGreaterThan(0)
    expect(client.indexes.get(SPOT)?.length).toBeGreaterThan(3)
  })

  test("bring every trade once, the same that HTTP tells", async () => {
    expect(client.missingTrades).toBe(0)
    for (const id of [SPOT, PERPETUAL]) {
      const told = new Map(
        (await rowsOf<TradeRow>(`/market/trades?symbol=${id}&limit=500`)).map((row) => [row[0], row]),
      )
      const held = client.trades.get(id) ?? []
      expect(held.length, id).toBeGreaterThan(5)
      for (const row of held) if (told.has(row[0])) expect(row).toEqual(told.get(row[0]))
    }
  })

  test("show in the ticker the price of the last trade, at the end of every frame", () => {
    expect(checked.tickers).toBeGreaterThan(20)
    expect(disagreements).toEqual([])
  })

  test("close candles exactly as history has them, without a hole", async () => {
    const rows = [...(client.candles.get(`${SECOND}:1s`)?.values() ?? [])].filter((row) => row[7] === 1)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const apart = rows.slice(1).map((row, place) => row[0] - (rows[place]?.[0] ?? 0))
    expect(new Set(apart)).toEqual(new Set([1000]))
    const told = new Map(
      (await rowsOf<CandleRow>(`/market/kline?symbol=${SECOND}&interval=1s&limit=60`)).map((row) => [
        row[0],
        row,
      ]),
    )
    expect(rows).toEqual(rows.map(([openTime]) => told.get(openTime)))
  })

  test("measure the way there and back", () => {
    expect(client.pongs.length).toBeGreaterThan(5)
    expect(client.pongs.at(-1)?.roundTrip).toBeGreaterThanOrEqual(0)
  })
})

test("the book of the socket is the book of HTTP at the same sequence", async () => {
  const client = await open()
  /** Books by sequence, from the deltas, as text. */
  const held = new Map<number, string>()
  await client.subscribe("depth", SPOT)
  client.onBook = (_id, { seq }) =>
    held.set(seq, textOf(client.levels(SPOT, "bid", 100), client.levels(SPOT, "ask", 100)))
  const matched = new Set<number>()
  const end = Date.now() + 20_000
  while (matched.size < 5 && Date.now() < end) {
    const path = `/market/depth?symbol=${SPOT}&limit=100`
    const { seq, bids, asks } = (await call<DepthSnapshot>(server, path)).data
    await client.until(() => client.book(SPOT).seq >= seq)
    if (!held.has(seq)) continue
    expect(held.get(seq)).toBe(textOf(bids, asks))
    matched.add(seq)
  }
  expect(matched.size).toBe(5)
  expect(client.faults).toEqual([])
  await client.close()
})

test(
  "a stop of the server says when to come back",
  async () => {
    const other = await startInProcess({ SAKER_DATA: freshFolder(), SAKER_MARKETS: "2" })
    const client = await SocketClient.open(`${other.address}/socket`)
    await client.subscribe("ticker", "*")
    await other.close()
    await client.until(() => client.closed !== undefined)
    expect(client.closing?.reason).toBe("shutdown")
    expect(client.closing?.after).toBeGreaterThan(0)
    expect(client.faults).toEqual([])
  },
  START_WITHIN_MS,
)
