/** Whole stretches on the real server: the same every time, with funding and liquidation by the engine, and plain words for wrong input. */

import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { askSigned } from "#tests/support/binance-client.ts"
import { beginMachine, type RunningMachine, runToEnd } from "#tests/support/machine-run.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

afterAll(removeFolders)

const WITHIN_MS = 120_000
const MINUTE_MS = 60_000
const FROM = "2026-10-01T07:54Z"
const trend = `${process.execPath} ${join(import.meta.dirname, "../../examples/time-machine/trend.mjs")}`

const signed = <Body>(machine: RunningMachine, call: string, fields: object, now: number) =>
  askSigned<Body>({ address: machine.address } as never, machine.key, call, { ...fields, timestamp: now })

describe("a stretch in lockstep", () => {
  const words = ["--from", FROM, "--to", "2026-10-01T08:04Z", "--symbols", "BTCUSDT", "--lockstep"]
  const run = () => runToEnd([...words, "--step", "5", "--port", "0", "--program", trend])

  test(
    "with the same program is the same to the byte, funding at its hour included",
    async () => {
      const [one, other] = [await run(), await run()]
      expect(one).toMatchObject({ code: 0, complaints: [] })
      expect(other.read("json")).toBe(one.read("json"))
      expect(other.read("html")).toBe(one.read("html"))

      const report = JSON.parse(one.read("json"))
      expect(report.stretch.ended).toBe("2026-10-01T08:04:00.000Z")
      expect(report.fills).toBeGreaterThan(0)
      expect(Number(report.fees.total)).toBeGreaterThan(0)
      const funding = report.noticeRows.filter(({ kind }: { kind: string }) => kind === "funding")
      expect(funding.map(({ time }: { time: string }) => time)).toEqual(["2026-10-01T08:00:00.000Z"])
      expect(report.funding.net).toBe(funding[0].amount)
      // What there is at the end is what was earned, paid and received, to the last place but the cut of a mark.
      const own = Object.fromEntries(report.markets.map((row: { market: string }) => [row.market, row]))
      const open = report.standing.positions.reduce(
        (sum: number, row: { unrealised: string }) => sum + Number(row.unrealised),
        0,
      )
      const realised = report.fillRows.reduce(
        (sum: number, row: { realised: string }) => sum + Number(row.realised),
        0,
      )
      const sum = realised - Number(report.fees.total) + Number(report.funding.net) + open
      expect(Number(report.equity.profit)).toBeCloseTo(sum, 6)
      expect(own.BTC_USDT_PERP.fills).toBe(report.fills)
    },
    WITHIN_MS,
  )

  test(
    "moves only when it is told to, and stops at news, at a stop, and with what there is",
    async () => {
      const machine = await beginMachine([
        "--from",
        FROM,
        "--to",
        "2026-10-01T08:40Z",
        "--symbols",
        "BTCUSDT",
      ])
      const { body: first } = await machine.ask("/machine")
      expect(first).toMatchObject({
        now: Date.parse("2026-10-01T07:54:00Z"),
        lockstep: true,
        ended: false,
        news: 0,
      })
      for (const path of ["/binance/api/v3/time", "/binance/fapi/v1/time"])
        expect((await machine.ask<{ serverTime: number }>(path)).body.serverTime).toBe(first.now)
      const { body: candles } = await machine.ask<number[][]>(
        "/binance/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=5",
      )
      expect(candles.at(-2)?.[0]).toBe(
        first.now - 2 * MINUTE_MS + (candles.at(-1)?.[0] === first.now ? MINUTE_MS : 0),
      )

      for (const body of [
        {},
        { ms: 0 },
        { ms: 1.5 },
        { ms: 5, to: 5 },
        { to: first.now },
        { ms: 5, until: "x" },
        { steps: 1 },
      ])
        expect((await machine.ask("/machine/advance", body)).status).toBe(400)
      expect((await machine.ask("/machine")).body.now).toBe(first.now)

      const { body: later } = await machine.ask("/machine/advance", { ms: MINUTE_MS })
      expect(later.now).toBe(first.now + MINUTE_MS)
      // Good for a minute of the exchange's time: it ends before the hour does, whatever the wall says.
      const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" }
      const { body: book } = await machine.ask<{ bidPrice: string }>(
        "/binance/api/v3/ticker/bookTicker?symbol=BTCUSDT",
      )
      const placed = await signed(
        machine,
        "POST /api/v3/order",
        { ...order, price: book.bidPrice },
        later.now,
      )
      expect(placed.status).toBe(200)
      const { body: filled } = await machine.ask("/machine/advance", { ms: 30 * MINUTE_MS, until: "news" })
      expect(filled.news).toBe(1)
      expect(filled.now).toBeLessThan(later.now + 30 * MINUTE_MS)

      machine.stop()
      const { code, report, page } = await machine.ended
      expect(code).toBe(0)
      expect(report.stretch.ended).toBe(new Date(filled.now).toISOString())
      expect(report).toMatchObject({ fills: 1, orders: { placed: 1, rejected: 0 } })
      expect(page).toContain("stopped; it was to run to 2026-10-01 08:40")
      expect(page).not.toMatch(/<script|https?:/)
    },
    WITHIN_MS,
  )

  test(
    "an order that is on its way while the clock is moved on is done before, and isn't taken for late",
    async () => {
      const machine = await beginMachine([...words, "--step", "5"])
      const { body: book } = await machine.ask<{ bidPrice: string }>(
        "/binance/api/v3/ticker/bookTicker?symbol=BTCUSDT",
      )
      const price = (Number(book.bidPrice) * 0.8).toFixed(2)
      const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" }
      let { now } = (await machine.ask("/machine")).body
      const answers: number[] = []
      for (let round = 0; round < 30; round += 1) {
        const placed = signed(machine, "POST /api/v3/order", { ...order, price, recvWindow: 60_000 }, now)
        const moved = machine.ask("/machine/advance", { ms: 5000 })
        answers.push((await placed).status)
        now = (await moved).body.now
      }
      expect(answers).toEqual(answers.map(() => 200))
      machine.stop()
      expect((await machine.ended).code).toBe(0)
    },
    WITHIN_MS,
  )

  test(
    "ends with a failure when its program fails",
    async () => {
      const { code, complaints, read } = await runToEnd([
        ...words,
        "--step",
        "5",
        "--port",
        "0",
        "--program",
        "exit 3",
      ])
      expect({ code, complaints }).toEqual({ code: 1, complaints: ["the program ended with 3"] })
      expect(JSON.parse(read("json")).fills).toBe(0)
    },
    WITHIN_MS,
  )
})

describe("a crash in recorded candles", () => {
  const BEGINS = Date.UTC(2022, 0, 1)

  /** Ten calm minutes, then a fifth is lost in five. */
  function crashFile(): string {
    const file = join(freshFolder(), "crash.csv")
    const closes = [
      ...Array.from({ length: 10 }, () => 40_000),
      38_400,
      36_800,
      35_200,
      33_600,
      32_000,
      32_000,
      32_000,
    ]
    const rows = closes.map((close, at) => {
      const open = closes[at - 1] ?? close
      return `${BEGINS + at * MINUTE_MS},${open},${Math.max(open, close) + 10},${Math.min(open, close) - 10},${close},600`
    })
    writeFileSync(file, `${["time,open,high,low,close,volume", ...rows].join("\n")}\n`)
    return file
  }

  test(
    "liquidates who has too little for it, at the engine's mark and with its fee",
    async () => {
      const words = [
        "--symbols",
        "BTCUSDT",
        "--candles",
        crashFile(),
        "--contract-balance",
        "4000",
        "--step",
        "5",
      ]
      const machine = await beginMachine(words)
      const { body: first } = await machine.ask("/machine")
      expect(first.now).toBe(BEGINS)
      await signed(machine, "POST /fapi/v1/leverage", { symbol: "BTCUSDT", leverage: 20 }, first.now)
      const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" }
      const { status, body } = await signed(machine, "POST /fapi/v1/order", order, first.now)
      expect({ status, body }).toMatchObject({ status: 200 })
      await machine.ask("/machine/advance", { ms: 17 * MINUTE_MS })

      const { code, report } = await machine.ended
      expect(code).toBe(0)
      expect(report.stretch.prices).toEqual([{ market: "BTC_USDT", file: "crash.csv" }])
      expect(report.liquidations).toBeGreaterThan(0)
      const [step] = report.noticeRows.filter(({ kind }) => kind === "liquidation")
      // 4,000 USDT cover a fall of a tenth: not before the crash, and before it was over.
      expect(Date.parse(step?.time ?? "")).toBeGreaterThan(BEGINS + 10 * MINUTE_MS)
      expect(Date.parse(step?.time ?? "")).toBeLessThan(BEGINS + 15 * MINUTE_MS)
      expect(report.standing.positions).toEqual([])
      expect(Number(report.equity.profit)).toBeLessThan(-3000)
      expect(Number(report.equity.profit)).toBeGreaterThanOrEqual(-4000)
      const row = report.markets.find(({ market }) => market === "BTC_USDT_PERP")
      expect(row).toMatchObject({ closed: 1, won: 0, liquidations: report.liquidations })
      expect(Number(row?.lastPrice)).toBeCloseTo(32_000, -2)
      expect(Number(report.drawdown.percent)).toBeGreaterThan(30)
    },
    WITHIN_MS,
  )
})

describe("a free run", () => {
  test(
    "ends by itself with a report, faster than time",
    async () => {
      const words = [
        "--from",
        FROM,
        "--to",
        "2026-10-01T08:00Z",
        "--symbols",
        "ETHUSDT,BTCUSDT",
        "--speed",
        "1000",
      ]
      const { code, read, complaints } = await runToEnd([
        ...words,
        "--port",
        "0",
        "--balance",
        "USDT:1000,ETH:2",
      ])
      expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
      const report = JSON.parse(read("json"))
      expect(report.stretch).toMatchObject({
        ended: "2026-10-01T08:00:00.000Z",
        clock: "1000 times",
        stepSeconds: "5",
      })
      const price = report.markets.find(({ market }: { market: string }) => market === "ETH_USDT").lastPrice
      expect(Number(report.equity.ended)).toBeCloseTo(1000 + 2 * Number(price), 6)
    },
    WITHIN_MS,
  )
})

describe("wrong input gets one line and an exit of 1", () => {
  const good = ["--from", FROM, "--to", "2026-10-01T08:10Z", "--symbols", "BTCUSDT"]
  const full = freshFolder()
  mkdirSync(join(full, "something"))
  const gap = join(freshFolder(), "gap.csv")
  const [first, second] = [Date.UTC(2026, 9, 1, 7, 54), Date.UTC(2026, 9, 1, 7, 55)]
  writeFileSync(
    gap,
    `time,open,high,low,close,volume\n${first},1,1,1,1,1\n${second},1,1,1,1,1\n${second + 120_000},1,1,1,1,1\n`,
  )
  const short = join(freshFolder(), "short.csv")
  writeFileSync(short, `time,open,high,low,close,volume\n${first},1,1,1,1,1\n${second},1,1,1,1,1\n`)

  test.each([
    [["--from", FROM, "--symbols", "BTCUSDT"], "--to: nothing"],
    [[...good, "--from", "2026-13-01T00:00Z"], "--from: 2026-13-01T00:00Z is no such time"],
    [[...good, "--from", "2026-02-31T00:00Z"], "--from: 2026-02-31T00:00Z is no such time"],
    [[...good, "--from", "2026-10-01T07:54:30Z"], "--from: 2026-10-01T07:54:30Z is no such time"],
    [[...good, "--to", FROM], "--to: 2026-10-01T07:54Z doesn't come after 2026-10-01T07:54Z"],
    [[...good, "--to", "2029-10-01"], "--to: 1096 days; allowed: 366 days at most"],
    [
      [...good, "--from", "2019-01-01", "--to", "2019-01-02"],
      "--from: 2019-01-01T00:00Z; allowed: 2023-01-03T00:00Z or later",
    ],
    [[...good, "--symbols", "BTCUSDT,NONEUSDT"], "--symbols: NONEUSDT isn't known; allowed: BTCUSDT"],
    [[...good, "--symbols", ","], "--symbols: nothing"],
    [[...good, "--speed", "0"], "--speed: 0; allowed: a number from 1 to 1000"],
    [[...good, "--speed", "5000"], "--speed: 5000; allowed: a number from 1 to 1000"],
    [[...good, "--speed", "10", "--lockstep"], "--speed: given with --lockstep"],
    [[...good, "--step", "7"], "--step: 7; allowed: 0.1, 0.5, 1, 2, 5 seconds"],
    [[...good, "--seed", "-1"], "--seed"],
    [[...good, "--port", "70000"], "--port: 70000; allowed: a whole number from 0 to 65535"],
    [[...good, "--balance", "DOGE:5"], "--balance: DOGE isn't traded in this stretch"],
    [[...good, "--contract-balance", "20000"], "--contract-balance: 20000"],
    [[...good, "--data", full], `--data: ${full} isn't empty`],
    [[...good, "--candles", join(full, "none.csv")], "none.csv: can't be read"],
    [[...good, "--candles", gap], "--candles: gap.csv: line 4: a gap, from 2026-10-01T07:55:00.000Z"],
    [[...good, "--candles", short], "allowed: what was recorded, 2026-10-01T07:54Z to 2026-10-01T07:56Z"],
    [[...good, "--candles", `ETHUSDT=${short}`], "--candles: ETHUSDT isn't among the symbols"],
    [
      [...good, "--symbols", "BTCUSDT,ETHUSDT", "--candles", `BTCUSDT=${short}`],
      "--candles: ETHUSDT has none",
    ],
    [[...good, "--sped", "5"], "--sped"],
  ])("%j", async (words, line) => {
    const { code, complaints, said } = await runToEnd(words)
    expect({ code, said }).toEqual({ code: 1, said: [] })
    expect(complaints.length).toBe(1)
    expect(complaints[0]).toContain(line)
    expect(complaints[0]).not.toContain("\n")
  })

  test("a report for which there is no folder", async () => {
    const { code, complaints } = await runToEnd(good, join(full, "missing", "report"))
    expect({ code, complaints }).toEqual({
      code: 1,
      complaints: [expect.stringContaining("missing is no folder")],
    })
  })

  test("a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as { port: number }
    const { code, complaints } = await runToEnd([...good, "--port", String(port)])
    expect({ code, complaints }).toEqual({
      code: 1,
      complaints: [`--port: ${port} is taken by another program; allowed: a free port, or 0 for any`],
    })
    other.close()
  })
})
