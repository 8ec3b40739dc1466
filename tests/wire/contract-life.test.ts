/**
 * What happens to a position by itself, as its owner sees it over the wire: funding, a liquidation that the operator's
 * price walk provokes, and a restart in between. Messages, bill and history calls say the same.
 */

import { afterAll, beforeAll, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import { fundingPayment } from "#core/position/funding-payment.ts"
import type { BillRow, endpoints, Notice, Position, ResponseOf } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, type Trader, traderOf, units } from "#tests/support/trader.ts"

const WITHIN_MS = 240_000
const SYMBOL = "BTC_USDT_PERP"
const INTERVAL = 8 * 3_600_000
const data = freshFolder()

/** How far the server's clock is ahead: at the start to ten minutes before a funding. */
let ahead = INTERVAL - (Date.now() % INTERVAL) - 600_000 + INTERVAL
let server: RunningServer
let key = ""
const start = async () => {
  const environment = {
    ...{ SAKER_MARKETS: "1", SAKER_DATA: data, SAKER_PRICE_WALKS: "1" },
    ...{ SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_ORDERS_PER_SECOND: "1000" },
  }
  server = await startInProcess(environment, { clock: movedClock(() => ahead) })
  // Until the first mark nobody can open anything.
  await until(async () => (await funding()).nextFunding > 0)
}

beforeAll(async () => {
  await start()
  key = (await operate("key-add", "olga")).text.split("\n")[1] ?? ""
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

async function operate(...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const terminal = { environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }, say, complain: say }
  const code = await runOperator(args, terminal)
  return { code, text: said.join("\n") }
}

/** Somebody new with 5,000 USDT in the contract account, and what the socket tells them. */
async function newContractTrader(): Promise<{ trader: Trader; client: SocketClient }> {
  const trader = await newTrader(server)
  const money = { from: "funding", to: "contract", currency: "USDT", amount: "5000", key: "in" }
  expect(await trader.post("/assets/transfer", money)).toMatchObject({ code: 200 })
  return { trader, client: await listen(trader) }
}
async function listen(trader: Trader): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  client.send({ type: "auth", data: { token: trader.token } })
  await client.until(() => client.account !== undefined, "the account")
  return client
}

const buy = async (trader: Trader, quantity: string) =>
  expect(
    await trader.post("/contract/place", { instrument: SYMBOL, side: "buy", type: "market", quantity }),
  ).toMatchObject({ code: 200, data: { status: "filled" } })
const heard = <Row>(client: SocketClient, type: string): Row[] =>
  client.privately.filter((message) => message.type === type).flatMap(({ rows }) => rows as Row[])
const noticed = (client: SocketClient, kinds: readonly Notice["kind"][]) =>
  heard<Notice>(client, "notice").filter(({ kind }) => kinds.includes(kind))
const rowsOf = async <Row>(trader: Trader, path: string) =>
  (await trader.get<{ rows: Row[] }>(path)).data.rows
const billOf = (trader: Trader, kind: string) =>
  rowsOf<BillRow>(trader, `/assets/bill?wallet=contract&kind=${kind}`)

type Answered<Name extends keyof typeof endpoints> = ResponseOf<(typeof endpoints)[Name]>
const ask = async <Name extends keyof typeof endpoints>(path: string) =>
  (await call<Answered<Name>>(server, path)).data
const funding = () => ask<"fundingRates">(`/contract/funding?instrument=${SYMBOL}`)
const markCandles = async () =>
  (await ask<"priceCandles">(`/contract/candles?instrument=${SYMBOL}&price=mark&interval=1m`)).rows
const interest = () => ask<"openInterest">(`/contract/openInterest?instrument=${SYMBOL}`)

const signed = (text: string): bigint => (text.startsWith("-") ? -units(text.slice(1)) : units(text))
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100))
}

test(
  "funding is paid at its moment: message, balance, position, bill and the public history say the same (P5, P32)",
  async () => {
    const { trader, client } = await newContractTrader()
    await buy(trader, "0.02")
    await until(async () => (await funding()).rate !== "0")
    const before = await trader.available("USDT", "contract")
    const { nextFunding } = await funding()
    ahead += nextFunding - (Date.now() + ahead) - 2000
    await client.until(() => noticed(client, ["funding"]).length > 0, "the funding")

    const [notice] = noticed(client, ["funding"])
    expect(notice).toMatchObject({ time: nextFunding, instrument: SYMBOL, quantity: "0.02" })
    const { mark = "", rate = "", amount = "" } = notice ?? {}
    const owed = fundingPayment(units("0.02") as Amount, units(mark) as Price8, signed(rate))
    expect(amount).toBe(formatAmount(-owed as Amount))
    expect((await trader.available("USDT", "contract")) - before).toBe(signed(amount))
    const paid = await funding()
    expect(paid.rows).toEqual([{ time: nextFunding, rate, mark }])
    expect(await rowsOf(trader, "/contract/fundingPaid")).toEqual([notice])
    expect(await billOf(trader, "funding")).toMatchObject([{ amount, instrument: SYMBOL }])
    const [position] = await rowsOf<Position>(trader, "/contract/positions")
    expect(signed(position?.fundingReceived ?? "") - signed(position?.fundingPaid ?? "")).toBe(signed(amount))
    await client.until(
      () => heard<Position>(client, "position").at(-1)?.fundingPaid === position?.fundingPaid,
    )

    // A quarter of an hour is full at that moment too (P31).
    const [sample] = (await interest()).rows
    expect(sample?.time).toBe(nextFunding)
    expect(units(sample?.quantity ?? "")).toBeGreaterThanOrEqual(units("0.02"))
    // Both ends of a range are in it; a millisecond before it there is nothing.
    const count = async (query: string) =>
      (await ask<"fundingRates">(`/contract/funding?instrument=${SYMBOL}&${query}`)).rows.length
    expect(await count(`from=${nextFunding}&to=${nextFunding}`)).toBe(1)
    expect(await count(`to=${nextFunding - 1}`)).toBe(0)
    expect(await count(`cursor=${nextFunding}`)).toBe(0)
    expect(client.faults).toEqual([])
    await client.close()
  },
  WITHIN_MS,
)

test(
  "a restart keeps an open position, what was paid, the open interest and the candles of the mark (P31, P32, P33)",
  async () => {
    const { trader, client } = await newContractTrader()
    await buy(trader, "0.01")
    await client.until(() => heard<Position>(client, "position").at(-1)?.quantity === "0.01")
    const [before] = await rowsOf<Position>(trader, "/contract/positions")
    const rates = (await funding()).rows
    const samples = (await interest()).rows
    const candles = await markCandles()
    await client.close()
    await server.close()
    await start()

    const again = traderOf({ ...trader, ...callsOf(trader) })
    const [after] = await rowsOf<Position>(again, "/contract/positions")
    const lasting = ({ id, quantity, cost, openingFee, opened, leverage }: Position) => ({
      ...{ id, quantity, cost, openingFee, opened, leverage },
    })
    expect(after && lasting(after)).toEqual(before && lasting(before))
    expect((await funding()).rows).toEqual(rates)
    const { quantity, rows } = await interest()
    expect(units(quantity)).toBeGreaterThanOrEqual(units("0.01"))
    expect(rows).toEqual(samples)
    // Those that were over stay as they were.
    const closed = candles.filter(([, , , , , , , isClosed]) => isClosed === 1)
    expect((await markCandles()).slice(0, closed.length)).toEqual(closed)
    expect((await markCandles())[closed.length]?.[1]).toBe(candles[closed.length]?.[1])
    const socket = await listen(again)
    expect(socket.account?.positions).toMatchObject([{ id: before?.id, quantity: "0.01" }])
    const close = { instrument: SYMBOL, side: "sell", type: "market", quantity: "0.01", reduceOnly: true }
    expect(await again.post("/contract/place", close)).toMatchObject({ data: { status: "filled" } })
    await socket.until(() => heard<Position>(socket, "position").at(-1)?.closedBy === "order")
    await socket.close()
  },
  WITHIN_MS,
)

test(
  "a price that the operator walks liquidates a position: its owner is told each step, with the numbers that decided it (P27)",
  async () => {
    const { trader, client } = await newContractTrader()
    await trader.post("/contract/marginMode", { instrument: SYMBOL, mode: "isolated" })
    expect(await trader.post("/contract/leverage", { instrument: SYMBOL, leverage: 100 })).toMatchObject({
      code: 200,
    })
    await buy(trader, "0.05")
    const before = await trader.available("USDT", "contract")
    const [open] = await rowsOf<Position>(trader, "/contract/positions")
    const walked = await operate("walk", SYMBOL, "--to", "96", "--seconds", "20", "--reason", "a test")
    expect(walked).toMatchObject({ code: 0 })
    await client.until(() => heard<Position>(client, "position").at(-1)?.quantity === "0", "the end")

    const steps = noticed(client, ["liquidation", "take-over"])
    const last = steps.at(-1)
    expect(last).toMatchObject({ kind: "take-over", instrument: SYMBOL, quantity: "0.05" })
    for (const { equity, maintenance } of steps)
      expect(Number(equity)).toBeLessThanOrEqual(Number(maintenance))
    expect(await rowsOf(trader, "/contract/liquidations")).toEqual(steps.toReversed())
    const [closed] = await rowsOf<Position>(trader, "/contract/closed")
    expect(closed).toMatchObject({ id: open?.id, closedBy: "take-over", quantity: "0" })
    expect(await rowsOf(trader, "/contract/positions")).toEqual([])
    // An isolated position costs its margin, and never more.
    const after = await trader.available("USDT", "contract")
    expect(after).toBeGreaterThanOrEqual(before)
    const bill = await billOf(trader, "liquidation")
    expect(bill.length).toBeGreaterThan(0)
    expect(units(bill[0]?.balance ?? "")).toBe(after)

    // What that left to the fund hangs on how fast the price fell; the newest row says what it has.
    const fund = await ask<"insuranceFund">("/contract/insurance")
    expect(fund.balance).toBe(fund.rows[0]?.balance ?? "0")
    expect(client.faults).toEqual([])
    await client.close()
  },
  WITHIN_MS,
)

test("walks are audited, lead back, and are refused for what there isn't", async () => {
  expect((await operate("walk", SYMBOL, "--to", "100", "--seconds", "1", "--reason", "enough")).code).toBe(0)
  expect((await operate("audit")).text).toMatch(/olga +walk .*BTC_USDT_PERP: to 96 % within 20 s +a test/)
  expect((await operate("walk", "NO_SUCH", "--to", "95", "--seconds", "1", "--reason", "why")).code).toBe(1)
  for (const to of ["5", "2000", "low", ""])
    expect((await operate("walk", SYMBOL, "--to", to, "--seconds", "1", "--reason", "why")).code).toBe(2)
})

/** The trader's calls, to the server that runs now. */
const callsOf = ({ token }: Trader) => ({
  get: <Data>(path: string) => call<Data>(server, path, { headers: { authorization: `Bearer ${token}` } }),
  post: <Data>(path: string, body: object = {}) =>
    call<Data>(server, path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
})
