/** A recording of books and trades in the time machine: a program trades against the levels that stood, and is filled by what was traded. */

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { askSigned } from "#tests/support/binance-client.ts"
import { beginMachine, runToEnd } from "#tests/support/machine-run.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

afterAll(removeFolders)

const WITHIN_MS = 120_000
const MINUTE_MS = 60_000
const BEGINS = Date.UTC(2026, 2, 1)

/** Three minutes of one market. Lines as `SAKER_RECORD` writes them, at minutes behind the beginning. */
function recordingOf(lines: readonly [minutes: number, line: object][]): string {
  const file = join(freshFolder(), "depth.jsonl")
  const instruments = [
    { id: "BTC_USDT", kind: "spot", base: "BTC", quote: "USDT", tick: "10000000", lot: "100000" },
  ]
  const head = { saker: "recording", version: 1, time: BEGINS, instruments }
  const rows = lines.map(([minutes, line]) => ({ t: BEGINS + minutes * MINUTE_MS, ...line }))
  writeFileSync(file, `${[head, ...rows].map((row) => JSON.stringify(row)).join("\n")}\n`)
  return file
}

const BTC = "BTC_USDT"
const bids = [
  ["100.0", "2.000"],
  ["99.5", "5.000"],
]
const asks = [
  ["100.5", "1.000"],
  ["101.0", "4.000"],
]
const recorded = () =>
  recordingOf([
    [0, { book: BTC, seq: 1, bids, asks }],
    [1.5, { depth: BTC, prev: 1, seq: 2, bids: [["99.5", "6.000"]], asks: [["100.5", "0.400"]] }],
    [1.75, { trades: BTC, rows: [[1, "100.0", "0.500", -1, BEGINS + 1.75 * MINUTE_MS]] }],
    [3, { depth: BTC, prev: 2, seq: 3, bids: [], asks: [["102.0", "1.000"]] }],
  ])

describe("a recording of depth", () => {
  test(
    "is the book that a program trades with, from its first to its last minute",
    async () => {
      const machine = await beginMachine(["--recording", recorded(), "--step", "5"])
      const { body: first } = await machine.ask("/machine")
      expect(first).toMatchObject({ now: BEGINS, symbols: ["BTCUSDT"] })
      const depth = async () => {
        const { body } = await machine.ask<{ bids: unknown; asks: unknown }>(
          "/binance/api/v3/depth?symbol=BTCUSDT",
        )
        return { bids: body.bids, asks: body.asks }
      }
      expect(await depth()).toEqual({ bids, asks })

      const order = (fields: object, now: number) =>
        askSigned<{ fills: { price: string; qty: string }[]; status: string; orderId: number }>(
          { address: machine.address } as never,
          machine.key,
          "POST /api/v3/order",
          { symbol: "BTCUSDT", side: "BUY", ...fields, timestamp: now },
        )
      const { body: taken } = await order({ type: "MARKET", quantity: "3" }, BEGINS)
      expect(taken.fills.map(({ price, qty }) => [Number(price), Number(qty)])).toEqual([
        [100.5, 1],
        [101, 2],
      ])
      const limit = { type: "LIMIT", timeInForce: "GTC", price: "100.2", quantity: "0.5" }
      expect((await order(limit, BEGINS)).body.status).toBe("NEW")

      // What the program has taken is gone until the recording says of that level again.
      const { body: minute } = await machine.ask("/machine/advance", { ms: MINUTE_MS })
      expect((await depth()).asks).toEqual([["101.0", "2.000"]])
      // Its bid is the best: who sold then sells to it.
      const { body: filled } = await machine.ask("/machine/advance", { ms: 2 * MINUTE_MS, until: "news" })
      expect(filled.now - minute.now).toBe(0.75 * MINUTE_MS)
      expect(await depth()).toEqual({
        bids: [
          ["100.0", "2.000"],
          ["99.5", "6.000"],
        ],
        asks: [
          ["100.5", "0.400"],
          ["101.0", "2.000"],
        ],
      })
      await machine.ask("/machine/advance", { ms: 2 * MINUTE_MS })
      const { code, report } = await machine.ended
      expect({ code, fills: report.fills }).toEqual({ code: 0, fills: 3 })
      expect(report.stretch).toMatchObject({
        ended: new Date(BEGINS + 3 * MINUTE_MS).toISOString(),
        prices: [{ market: BTC, file: "depth.jsonl" }],
      })
    },
    WITHIN_MS,
  )

  const file = recorded()
  const bookless = recordingOf([[0, { trades: BTC, rows: [] }]])
  test.each([
    [["--recording", `${file}.none`], "--recording: "],
    [["--recording", bookless], "--recording: depth.jsonl: holds no book"],
    [["--recording", file, "--candles", file], "--recording: given with --candles; allowed: one of the two"],
    [["--recording", file, "--symbols", "ETHUSDT"], "--symbols: ETHUSDT isn't known; allowed: BTCUSDT"],
    [
      ["--recording", file, "--to", "2026-03-01T00:04Z"],
      "what was recorded, 2026-03-01T00:00Z to 2026-03-01T00:03Z",
    ],
  ])("%j gets one line and an exit of 1", async (words, line) => {
    const { code, complaints } = await runToEnd(words)
    expect({ code, complaints }).toEqual({ code: 1, complaints: [expect.stringContaining(line)] })
  })
})
