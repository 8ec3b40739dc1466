/** What takes long: many generated hours at a thousand times the speed, and a bot that was written for another exchange. */

import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { runToEnd } from "#tests/support/machine-run.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

afterAll(removeFolders)

const WITHIN_MS = 600_000
const trend = `${process.execPath} ${join(import.meta.dirname, "../../examples/time-machine/trend.mjs")}`

test(
  "nine hours at 1000 times end with a report, and funding at each of its hours",
  async () => {
    const words = [
      "--from",
      "2026-10-01T07:30Z",
      "--to",
      "2026-10-01T16:30Z",
      "--symbols",
      "BTCUSDT",
      "--speed",
      "1000",
    ]
    const { code, complaints, read } = await runToEnd([...words, "--port", "0", "--program", trend])
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
    const report = JSON.parse(read("json"))
    expect(report.stretch.ended).toBe("2026-10-01T16:30:00.000Z")
    expect(report.fills).toBeGreaterThan(2)
    const paid = report.noticeRows.filter(({ kind }: { kind: string }) => kind === "funding")
    expect(paid.map(({ time }: { time: string }) => time)).toEqual([
      "2026-10-01T08:00:00.000Z",
      "2026-10-01T16:00:00.000Z",
    ])
    // Some 700 points, and the last of them is the end.
    expect(report.curve.length).toBeGreaterThan(600)
    expect(report.curve.at(-1)).toEqual([report.stretch.ended, report.equity.ended])
  },
  WITHIN_MS,
)

test(
  "runs the bots that were written for another exchange, and waits for them to clear up",
  async () => {
    const bot = join(import.meta.dirname, "../../examples/ccxt-bots/market-maker.mjs")
    const program = `${process.execPath} ${bot} $BOT_ADDRESS BTC/USDT > ${join(freshFolder(), "bot.log")}`
    const balance = ["--balance", "USDT:10000,BTC:0.1", "--contract-balance", "0"]
    const short = [
      "--from",
      "2026-10-01T07:54Z",
      "--to",
      "2026-10-01T07:57Z",
      "--symbols",
      "BTCUSDT",
      "--lockstep",
    ]
    const { code, complaints, read } = await runToEnd([
      ...short,
      ...balance,
      "--port",
      "0",
      "--program",
      program,
    ])
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
    const report = JSON.parse(read("json"))
    expect(report.orders.placed).toBeGreaterThan(4)
    expect(report.standing).toMatchObject({ openOrders: 0, positions: [] })
  },
  WITHIN_MS,
)
