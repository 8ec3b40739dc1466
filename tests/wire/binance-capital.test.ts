/** Deposits and withdrawals as a program written for Binance reads them: bare requests and ccxt's class. */

import { afterAll, beforeAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey as newApiKey } from "#tests/support/api-key.ts"
import { askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { ask, ccxtAt } from "#tests/support/ccxt-door.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import type { Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newWithdrawer, untilStatus, withdrawn } from "#tests/support/withdrawer.ts"

const WITHIN_MS = 180_000
let ahead = 0
let server: RunningServer
let person: Person & { address: number }
let key: DoorKey
let secret = ""
const moved = {
  get server() {
    return server
  },
  pass(ms: number) {
    ahead += ms
  },
}
type Row = Record<string, unknown>
const asked = (call: string, fields: Record<string, string | number> = {}) =>
  askSigned<Row[]>(server, key, call, { timestamp: Date.now() + ahead, ...fields })

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_DATA: freshFolder(), SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" },
      ...{ SAKER_SANDBOX_BLOCK_MS: "20", SAKER_ADDRESS_WAIT_SECONDS: "0", SAKER_WITHDRAW_WAIT_SECONDS: "0" },
    },
    { clock: movedClock(() => ahead) },
  )
  person = await newWithdrawer(moved)
  const made = await newApiKey(server, person, { scopes: ["read"] })
  key = doorKey(made.key, made.secret)
  secret = made.secret
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

test("a deposit is told with its network and state, by coin, state and transaction", async () => {
  const { status, body } = await asked("GET /sapi/v1/capital/deposit/hisrec")
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { coin: "USDT", network: "TRX", status: 1, amount: "1000", addressTag: "", transferType: 0 },
  ])
  const [row = {}] = body
  expect(row.confirmTimes).toMatch(/^\d+\/\d+$/)
  const hits = async (fields: Record<string, string | number>) =>
    (await asked("GET /sapi/v1/capital/deposit/hisrec", fields)).body.length
  expect([await hits({ coin: "USDT" }), await hits({ coin: "BTC" })]).toEqual([1, 0])
  expect([await hits({ status: 1 }), await hits({ status: 0 }), await hits({ offset: 1 })]).toEqual([1, 0, 0])
  expect([await hits({ txId: String(row.txId) }), await hits({ txId: "0" })]).toEqual([1, 0])
  const from = Number(row.insertTime)
  expect([await hits({ startTime: from }), await hits({ startTime: from + 1 })]).toEqual([1, 0])
  const wrong = await asked("GET /sapi/v1/capital/deposit/hisrec", { startTime: 2, endTime: 1 })
  expect(wrong).toMatchObject({ status: 400, body: { code: -1128 } })
  expect(await asked("GET /sapi/v1/capital/deposit/hisrec", { offset: 1e9 })).toMatchObject({
    status: 400,
    body: { code: -1130 },
  })
})

test(
  "a withdrawal is told from its asking to its end; a key never sends one nor asks for an address",
  async () => {
    const made = await withdrawn(moved, person, { key: "bot-1" })
    expect(made).toMatchObject({ code: 200 })
    await untilStatus(person, made.data.id, "final")
    const { body } = await asked("GET /sapi/v1/capital/withdraw/history", { withdrawOrderId: "bot-1" })
    expect(body).toMatchObject([
      { coin: "USDT", network: "TRX", status: 6, amount: "100", withdrawOrderId: "bot-1", info: "" },
    ])
    expect(body[0]?.applyTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect((await asked("GET /sapi/v1/capital/withdraw/history", { status: 0 })).body).toEqual([])
    const send = { coin: "USDT", network: "TRX", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", amount: 10 }
    for (const call of ["POST /sapi/v1/capital/withdraw/apply", "GET /sapi/v1/capital/deposit/address"])
      expect(await asked(call, send)).toMatchObject({ status: 401, body: { code: -2015 } })
  },
  WITHIN_MS,
)

test("ccxt reads both, and the networks of each coin", async () => {
  const exchange = await ccxtAt(server, "binance", { apiKey: key.key, secret })
  // The tests' clock is ahead of the machine's.
  exchange.nonce = () => Date.now() + ahead
  expect(await ask<Row[]>(exchange, "fetchDeposits", "USDT")).toMatchObject([
    { currency: "USDT", amount: 1000, status: "ok", network: "TRC20", type: "deposit" },
  ])
  expect(await ask<Row[]>(exchange, "fetchWithdrawals", "USDT")).toMatchObject([
    { currency: "USDT", amount: 100, status: "ok", type: "withdrawal", fee: { currency: "USDT" } },
  ])
  const coins = await ask<Record<string, { networks: Row; deposit: boolean; active: boolean }>>(
    exchange,
    "fetchCurrencies",
  )
  expect(coins.USDT).toMatchObject({ active: true, deposit: true, withdraw: true })
  expect(Object.keys(coins.BTC?.networks ?? {})).toEqual(["BTC"])
  await ask(exchange, "close")
})
