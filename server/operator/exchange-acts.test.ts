/** Operator commands reach the exchange, and resuming trading takes two persons. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { SpotMarket } from "#core/wire/market.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"
import { type ExchangeActParts, exchangeActs } from "./exchange-acts.ts"
import { runOperator } from "./run-operator.ts"

const WITHIN_MS = 180_000
const data = freshFolder()
let server: RunningServer
let ada: Trader

beforeAll(async () => {
  server = await startInProcess(
    { SAKER_MARKETS: "1", SAKER_DATA: data, SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" },
    { rhythm: { snapshotMs: 500, snapshotCommands: 100_000, hashCommands: 500 } },
  )
  ada = await newTrader(server)
  key = (await operate("key-add", "olga")).text.split("\n")[1] ?? ""
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

let key = ""
async function operate(...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const terminal = { environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }, say, complain: say }
  const code = await runOperator(args, terminal)
  return { code, text: said.join("\n") }
}

describe("an operator", () => {
  test("verifies the journal while the market goes on, as often as they like", async () => {
    const price = await priceAt(server, "BTC_USDT", 0.5)
    for (let count = 0; count < 5; count += 1) {
      await ada.place({ instrument: "BTC_USDT", side: "buy", type: "limit", price, quantity: "0.001" })
      await ada.place({ instrument: "BTC_USDT", side: "buy", type: "market", quantity: "0.001" })
      const { code, text } = await operate("verify", ...(count === 2 ? ["--all"] : []))
      if (count === 2) expect(text).toContain("Read since the start: 100 %")
      expect(text).toMatch(/Commands \d+ to \d+ were done again/)
      expect([code, text]).toEqual([0, expect.stringContaining("All is as it is stored.")])
    }
    expect((await operate("audit")).text).toMatch(/olga +verify +– +right/)
  })

  test("can't resume what isn't stopped", async () => {
    expect((await operate("audit-resume", "--reason", "just trying")).code).toBe(1)
  })

  test("can't walk a price where the setting doesn't allow it", async () => {
    const walk = ["walk", "BTC_USDT_PERP", "--to", "95", "--seconds", "1", "--reason", "just trying"]
    expect((await operate(...walk)).code).toBe(1)
  })

  test("freezes a user's account in the engine too: what waits can't be changed, and lives on", async () => {
    const [before] = await ada.open()
    expect((await operate("freeze", String(ada.user.user_id), "--reason", "asked for")).code).toBe(0)
    expect((await operate("unfreeze", String(ada.user.user_id))).code).toBe(0)
    const { account, password } = ada
    const again = await fetch(`${server.address}/login/index`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account, password }),
    })
    const { data: session } = (await again.json()) as { data: { token: string } }
    const response = await fetch(`${server.address}/spot/open`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
    const { data: open } = (await response.json()) as { data: { rows: { id: number }[] } }
    expect(open.rows.map(({ id }) => id)).toContain(before?.id)
  })

  test("sets when a market is delisted: everybody reads it, orders are cancelled, and none is taken (N5)", async () => {
    const id = "BTC_USDT"
    const listed = async () => {
      const response = await fetch(`${server.address}/market/exchange`)
      const { data: lists } = (await response.json()) as { data: { rows: SpotMarket[] } }
      return lists.rows.find((market) => market.id === id)
    }
    const reasoned = ["--reason", "nobody trades it"]
    const { code, text } = await operate("schedule", id, "--delist-at", "2099-01-01T00:00", ...reasoned)
    expect([code, text]).toEqual([0, `${id} is open; opens: –, delisted: 2099-01-01T00:00:00Z.`])
    expect(await listed()).toMatchObject({ openAt: 0, delistAt: Date.UTC(2099, 0, 1) })
    expect((await operate("schedule", id, "--delist-at", "soon", ...reasoned)).code).toBe(2)
    expect((await operate("schedule", "NO_SUCH", "--delist-at", "none", ...reasoned)).code).toBe(1)

    const price = await priceAt(server, id, 0.5)
    const ben = await newTrader(server)
    await ben.place({ instrument: id, side: "buy", type: "limit", price, quantity: "0.001" })
    const soon = new Date(Date.now() + 400).toISOString()
    expect((await operate("schedule", id, "--delist-at", soon, ...reasoned)).code).toBe(0)
    await expect.poll(async () => (await listed())?.state).toBe("halted")
    expect((await ben.open()).filter(({ instrument }) => instrument === id)).toEqual([])
    const late = await ben.place({ instrument: id, side: "buy", type: "limit", price, quantity: "0.001" })
    expect(late.code).toBe(PROBLEMS.DELISTED)
    expect((await operate("schedule", id, "--delist-at", "none", ...reasoned)).code).toBe(1)
    expect((await operate("audit")).text).toMatch(/olga +schedule .*BTC_USDT: – … – → – … 2099-01-01/)
  })
})

const table = { values: () => table, execute: async () => [] }
/** With what no test here asks for. */
const actsWith = (parts: Partial<ExchangeActParts>) =>
  exchangeActs({
    database: { insertInto: () => table } as never,
    now: () => 0,
    exchange: { submit: () => Promise.reject(new Error("not asked")) },
    stopped: () => undefined,
    verify: () => Promise.reject(new Error("not asked")),
    backup: () => Promise.reject(new Error("not asked")),
    standbys: async () => [],
    handOver: undefined,
    keys: { isOpen: async () => true },
    stored: { run: async () => [], state: () => ({ readPercent: 100, differences: [] }) },
    ...parts,
  })

test("hands over to a server that stands by, and ends for nobody else", async () => {
  let standbys: string[] = []
  const ended: string[] = []
  const acts = actsWith({ standbys: async () => standbys, handOver: () => void ended.push("now") })
  // Nothing is asked of it but who acts.
  const ada = { by: "ada" } as never
  const refused = { ok: false, problem: { name: "WRONG_STATE" } }
  expect(await acts.operatorHandOver(ada)).toMatchObject(refused)
  expect(ended).toEqual([])
  standbys = ["other:8080 format 9 rules 1"]
  expect(await acts.operatorHandOver(ada)).toMatchObject({ ok: true, value: { standbys } })
  expect(ended).toEqual(["now"])
  // A server within another program has no process of its own to end.
  expect(await actsWith({ standbys: async () => standbys }).operatorHandOver(ada)).toMatchObject(refused)
})

test("trading goes on when the keys of two operators say so within an hour, and not before (E4)", async () => {
  const sent: string[] = []
  let time = 0
  let revoked = ""
  let stopped: string | undefined = "I1: 1 too much"
  const acts = actsWith({
    now: () => time,
    exchange: {
      submit: async (command) => {
        sent.push(command.type)
        stopped = undefined
        return { ok: true, value: {} as never }
      },
    },
    stopped: () => stopped,
    keys: { isOpen: async (name) => name !== revoked },
  })
  const resume = (by: string) => acts.operatorAuditResume({ by, reason: "mended" })
  expect(await resume("ada")).toMatchObject({ value: { isResumed: false, asked: "ada" } })
  expect(await resume("ada")).toMatchObject({ value: { isResumed: false } })
  time += 3_600_001
  expect(await resume("ben")).toMatchObject({ value: { isResumed: false, asked: "ben" } })
  revoked = "ben"
  expect(await resume("eve")).toMatchObject({ value: { isResumed: false, asked: "eve" } })
  revoked = ""
  expect(await resume("ben")).toMatchObject({ value: { isResumed: true, asked: "eve" } })
  stopped = "I1: 1 too much"
  sent.length = 0
  expect(await resume("ben")).toMatchObject({ value: { isResumed: false, asked: "ben" } })
  expect(sent).toEqual([])
  expect(await resume("ada")).toMatchObject({ value: { isResumed: true, asked: "ben" } })
  expect(sent).toEqual(["audit.resume"])
  expect(await resume("ada")).toMatchObject({ ok: false, problem: { name: "WRONG_STATE" } })
})
