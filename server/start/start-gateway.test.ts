/** A gateway shows and takes what the process with the exchange does, and nothing once it can't be proven (docs/gateways.md). */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parseAmount } from "#core/money/steps.ts"
import {
  type AlertRow,
  BILL_EXPORT_PATH,
  BILL_EXPORTS_PER_MINUTE,
  type CandleRow,
  PROBLEMS,
  type SpotOrder,
} from "#core/wire/index.ts"
import { type Fleet, GATEWAYS_LEFT_OUT, gatewaysCanRun, openFleet } from "#tests/support/gateways.ts"
import { call } from "#tests/support/in-process-server.ts"
import { Wire } from "#tests/support/nats.ts"
import { get, newPerson, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"
import type { RunningServer } from "./start-server.ts"

const WITHIN_MS = 60_000
const SYMBOL = "BTC_USDT"
/** As set by default. */
const ORDERS_PER_SECOND = 20
const RATE_LIMIT = PROBLEMS.RATE_LIMIT
const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: WITHIN_MS, interval: 50 })

let fleet: Fleet
let one: RunningServer
let other: RunningServer

beforeAll(async () => {
  if (!gatewaysCanRun) return
  fleet = await openFleet()
  const gateways = [await fleet.gateway(), await fleet.gateway()]
  one = gateways[0]?.server as RunningServer
  other = gateways[1]?.server as RunningServer
})
afterAll(async () => {
  await fleet?.close()
  removeFolders()
})

describe.skipIf(!gatewaysCanRun)(`through two gateways${GATEWAYS_LEFT_OUT}`, () => {
  test("an order that one of them takes shows on the private stream and in the book of the other", async () => {
    const trader = await newTrader(fleet.exchange)
    const client = await SocketClient.open(`${other.address}/socket`)
    client.send({ type: "auth", data: { token: trader.token } })
    await client.until(() => client.account !== undefined, "account")
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price: await priceAt(one, SYMBOL, 0.9) }
    const placed = await post<SpotOrder>(one, "/spot/place", { ...order, quantity: "0.001" }, trader.token)
    expect(placed).toMatchObject({ code: 200, data: { status: "new" } })
    // What was answered shows at once on the gateway that answered.
    const open = await get<{ rows: SpotOrder[] }>(one, "/spot/open", trader.token)
    expect(open.data.rows.map(({ id }) => id)).toEqual([placed.data.id])
    const rows = (kind: string) => client.privately.flatMap((each) => (each.type === kind ? each.rows : []))
    await client.until(
      () => rows("order").some((row) => (row as SpotOrder).id === placed.data.id),
      "the order",
    )
    expect(client.faults).toEqual([])
    await client.close()
  })

  test("books, tickers and candles are those of the exchange, to the number", async () => {
    const depth = async (server: RunningServer) =>
      (await call<{ seq: number }>(server, `/market/depth?symbol=${SYMBOL}&limit=25`)).data
    await poll(async () => {
      const [mine, theirs] = await Promise.all([depth(one), depth(fleet.exchange)])
      return mine.seq === theirs.seq && JSON.stringify(mine) === JSON.stringify(theirs)
    }).toBe(true)
    for (const interval of ["1m", "1h", "1D"]) {
      // Buckets that are over don't change while they are compared.
      const closed = async (server: RunningServer) =>
        (
          await call<{ rows: CandleRow[] }>(
            server,
            `/market/kline?symbol=${SYMBOL}&interval=${interval}&limit=50`,
          )
        ).data.rows.slice(0, -1)
      await poll(async () => {
        const [mine, theirs] = await Promise.all([closed(one), closed(fleet.exchange)])
        return mine.length > 10 && JSON.stringify(mine) === JSON.stringify(theirs)
      }).toBe(true)
    }
  })

  test("the socket of a gateway breaks no promise: sequences, checksums, trades", async () => {
    const { data } = await call<{ rows: { id: string; tick: string; lot: string }[] }>(
      one,
      "/market/exchange",
    )
    const steps = new Map(data.rows.map(({ id, tick, lot }) => [id, { tick: units(tick), lot: units(lot) }]))
    const client = await SocketClient.open(`${one.address}/socket`, { steps: (id) => steps.get(id) })
    await client.subscribe("depth", SYMBOL)
    await client.subscribe("trade", SYMBOL)
    await client.subscribe("ticker", SYMBOL)
    await client.until(
      () => client.book(SYMBOL).deltas > 20 && (client.trades.get(SYMBOL)?.length ?? 0) > 3,
      "some trading",
    )
    expect(client.faults).toEqual([])
    await client.close()
  })

  test("whoever registers, logs in and is told of alerts at a gateway is known at the others", async () => {
    const person = await newPerson(fleet.exchange)
    const login = await post<{ token: string }>(one, "/login/index", {
      account: person.account,
      password: person.password,
    })
    expect(login.code).toBe(200)
    const { token } = login.data
    const client = await SocketClient.open(`${other.address}/socket`)
    client.send({ type: "auth", data: { token } })
    await client.until(() => client.account !== undefined, "account")
    const price = await priceAt(one, SYMBOL, 0.5)
    const condition = { kind: "price", instrument: SYMBOL, source: "last", direction: "cross", price }
    const made = await post<AlertRow>(
      one,
      "/alert/add",
      { condition, note: "", mail: false, push: false },
      token,
    )
    expect(made).toMatchObject({ code: 200 })
    await client.until(() => client.privately.some(({ type }) => type === "alert"), "the alert")

    // A session that ends at one ends at the other, sockets included.
    expect((await get(other, "/security/index", token)).code).toBe(200)
    expect((await post(one, "/login/logout", {}, token)).code).toBe(200)
    await client.until(() => client.logins.includes("sessionEnded"), "the end")
    expect((await get(other, "/security/index", token)).code).toBe(999)
    await client.close()
  })

  test("limits hold over all gateways: orders of an account, files of an address", async () => {
    const trader = await newTrader(fleet.exchange)
    const servers = [one, other, fleet.exchange]
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price: await priceAt(one, SYMBOL, 0.9) }
    // Known to each by its session; before, calls count for their address.
    for (const server of servers) await get(server, "/spot/open", trader.token)
    const began = performance.now()
    let [passed, lastPassed] = [0, began]
    const place = async (server: RunningServer) => {
      const { code } = await post(server, "/spot/place", { ...order, quantity: "0.001" }, trader.token)
      if (code === RATE_LIMIT) return
      passed += 1
      lastPassed = performance.now()
    }
    await Promise.all(
      servers.flatMap((server) => Array.from({ length: ORDERS_PER_SECOND }, () => place(server))),
    )
    expect(passed).toBeGreaterThanOrEqual(ORDERS_PER_SECOND)
    // As many as the windows allow that so much time may have touched.
    const windows = 1 + Math.floor((lastPassed - began) / 1000)
    expect(passed).toBeLessThanOrEqual(ORDERS_PER_SECOND * windows)

    const file = (server: RunningServer) =>
      fetch(server.address + BILL_EXPORT_PATH, { headers: { authorization: `Bearer ${trader.token}` } })
    const left: number[] = []
    for (let count = 0; count < BILL_EXPORTS_PER_MINUTE; count += 1) {
      const answer = await file(servers[count % servers.length] ?? one)
      await answer.text()
      left.push(Number(answer.headers.get("x-ratelimit-remaining")))
    }
    expect(left).toEqual(left.map((_, place) => BILL_EXPORTS_PER_MINUTE - 1 - place))
    for (const server of servers)
      expect(await (await file(server)).json()).toMatchObject({ code: RATE_LIMIT })
    expect((await fetch(`${other.address}/healthz`).then((answer) => answer.json())).limits).toBe("shared")
  })

  test("a gateway that is cut off says so, takes nothing, and is right again by itself", async () => {
    const trader = await newTrader(fleet.exchange)
    const { server, wire } = await fleet.gateway({ SAKER_METRICS_PORT: "0" })
    const metric = async (name: string) =>
      new RegExp(`^${name} (\\d+)$`, "m").exec(await (await fetch(server.metrics ?? "")).text())?.[1]
    const client = await SocketClient.open(`${server.address}/socket`)
    const order = {
      instrument: SYMBOL,
      side: "buy",
      type: "limit",
      price: await priceAt(server, SYMBOL, 0.9),
      quantity: "0.001",
    }
    const place = (clientOrderId: string) =>
      post<SpotOrder>(server, "/spot/place", { ...order, clientOrderId }, trader.token)
    // A machine that is short of processors cuts it off as a slow wire does.
    await poll(async () => (await place("before")).code).toBe(200)
    await poll(() => metric("saker_limits_alone")).toBe("0")
    wire.cut()
    await poll(async () => (await fetch(`${server.address}/healthz`)).status).toBe(503)
    expect((await place("meanwhile")).code).toBe(1101)
    expect([await metric("saker_limits_alone"), await metric("saker_gateway_cut_off")]).toEqual(["1", "1"])
    // What is read is there, and said to be old.
    expect((await get(server, "/spot/open", trader.token)).code).toBe(200)
    await client.until(() => (client.pongs.at(-1)?.silentSince ?? 0) > 0, "that prices are old")
    const { data: exchanged } = await call<{ feed: { silentSince: number } }>(server, "/market/exchange")
    expect(exchanged).toMatchObject({ feed: { silentSince: expect.any(Number) } })
    wire.mend()
    await poll(async () => (await fetch(`${server.address}/healthz`)).status).toBe(200)
    expect((await place("after")).code).toBe(200)
    const open = await trader.open()
    expect(open.map(({ clientOrderId }) => clientOrderId).sort()).toEqual(["after", "before"])
    await client.close()
  })

  test("a gateway that has missed something and whose database is silent says that it is old, and is right again by itself", async () => {
    const database = await Wire.to(fleet.env.DATABASE_URL ?? "")
    const url = new URL(fleet.env.DATABASE_URL ?? "")
    url.port = String(database.port)
    const { server, wire } = await fleet.gateway({ DATABASE_URL: url.href })
    const status = async () => (await fetch(`${server.address}/healthz`)).status
    await poll(status).toBe(200)
    wire.cut()
    await poll(status).toBe(503)
    database.hush()
    wire.mend()
    const reason = async () => (await (await fetch(`${server.address}/healthz`)).json()).reason
    await poll(reason).toMatch(/the command log can't be followed/)
    database.mend()
    await poll(status).toBe(200)
    await server.close()
    database.close()
  })

  test("over a slow wire orders are refused at once, and none is executed late", async () => {
    const trader = await newTrader(fleet.exchange)
    const { server, wire } = await fleet.gateway()
    const order = {
      instrument: SYMBOL,
      side: "buy",
      type: "limit",
      price: await priceAt(server, SYMBOL, 0.9),
      quantity: "0.001",
    }
    const place = (clientOrderId: string) =>
      post<SpotOrder>(server, "/spot/place", { ...order, clientOrderId }, trader.token)
    wire.slow(3000)
    // Sent before the gateway can know: it arrives too late, and the exchange says so.
    expect((await place("on-the-way")).code).toBe(1101)
    await poll(async () => (await fetch(`${server.address}/healthz`)).status).toBe(503)
    expect((await place("known")).code).toBe(1101)
    wire.cut()
    wire.mend()
    await poll(async () => (await fetch(`${server.address}/healthz`)).status).toBe(200)
    expect(await trader.open()).toEqual([])
  })
})

function units(text: string): bigint {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}
