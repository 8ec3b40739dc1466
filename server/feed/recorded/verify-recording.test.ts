/** Recorded books are rebuilt right, and a wrong one is noticed. */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, test } from "vitest"
import { crc32 } from "#core/book/checksum.ts"
import { openRecording } from "./recording.ts"
import { judgeReports, type SymbolReport, verifyRecording } from "./verify-recording.ts"

const folder = mkdtempSync(join(tmpdir(), "saker-recordings-"))
afterAll(() => rmSync(folder, { recursive: true }))

function recording(name: string, lines: readonly string[]): string {
  const file = join(folder, name)
  const text = `${lines.join("\n")}\n`
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text)
  return file
}
const verify = (file: string) => verifyRecording(openRecording(file))
const counts = ({ checks }: SymbolReport) =>
  Object.fromEntries([...checks].map(([check, { compared, equal }]) => [check, [compared, equal]]))

const binance = (...messages: object[]) =>
  messages.map(
    (message, at) => `${1_723_161_255_000_000_000n + BigInt(at) * 50_000_000n} ${JSON.stringify(message)}`,
  )
const depth = (U: number, u: number, pu: number, b: string[][], a: string[][]) => ({
  stream: "btcusdt@depth@0ms",
  data: { e: "depthUpdate", s: "BTCUSDT", U, u, pu, b, a },
})
const ticker = (u: number, b: string, B: string, a: string, A: string) => ({
  stream: "btcusdt@bookTicker",
  data: { e: "bookTicker", s: "BTCUSDT", u, b, B, a, A },
})
const BINANCE = binance(
  depth(1, 4, 0, [["99.0", "1"]], []),
  depth(5, 9, 4, [["100.0", "2"]], []),
  { lastUpdateId: 7, bids: [["99.5", "1.0"]], asks: [["101.0", "3"]] },
  ticker(9, "100.0", "2", "101.0", "3"),
  depth(
    10,
    12,
    9,
    [["100.5", "4"]],
    [
      ["101.0", "0"],
      ["101.5", "5"],
    ],
  ),
  ticker(12, "100.50", "4.000", "101.5", "5"),
  depth(13, 15, 12, [], [["101.2", "1"]]),
  ticker(16, "100.5", "4", "101.0", "1"),
)

describe("a Binance recording", () => {
  test("is joined to its snapshot, followed by update ids and equal to the best prices told", () => {
    const [report] = verify(recording("good.gz", BINANCE))
    expect(report?.updates).toBe(4)
    expect(report && counts(report)).toEqual({
      "best price, latest earlier update": [2, 1],
      "best price and size, same update": [1, 1],
    })
    // Update 15 lowered the ask and the last ticker before it (12) didn't know: a true difference.
    expect(report?.firstDifference).toContain("update 15")
  })

  test("with a delta lost gives a gap and no book until the next snapshot", () => {
    const more = binance(depth(16, 18, 15, [["100.6", "1"]], []), depth(19, 20, 18, [["100.7", "1"]], []))
    const [report] = verify(recording("lost", [...BINANCE.slice(0, 4), ...BINANCE.slice(6), ...more]))
    expect(report?.gaps).toBe(1)
    expect(report && counts(report)).toEqual({})
    expect(report && judgeReports([report])).toMatchObject({
      lost: 2,
      doubts: ["BTCUSDT: 2 of 4 updates had no book to be compared", "nothing could be compared"],
    })
  })

  test("with a wrong size is noticed", () => {
    const wrong = BINANCE.map((line) => line.replace('[["100.5","4"]]', '[["100.5","5"]]'))
    const [report] = verify(recording("wrong", wrong))
    expect(report && counts(report)["best price and size, same update"]).toEqual([1, 0])
  })
})

describe("a cryptofeed recording", () => {
  const at = (seconds: number, message: object) => `${1618678132 + seconds}.5: ${JSON.stringify(message)}`
  const kraken = (best: string) => String(crc32(best))
  const KRAKEN = [
    "wss://ws.kraken.com <-> 1618678132.38",
    'wss://ws.kraken.com <- 1618678132.82: {"event":"subscribe"}',
    at(0, { event: "heartbeat" }),
    at(1, [
      1,
      {
        as: [["5.1", "1.50", "0"]],
        bs: [
          ["5.0", "2.00", "0"],
          ["4.9", "0.30", "0"],
        ],
      },
      "book-2",
      "XBT/CHF",
    ]),
    at(2, [1, { a: [["5.2", "7.00", "0"]], c: kraken("5115052700502004930") }, "book-2", "XBT/CHF"]),
    // A third ask pushes the farthest out; when the best goes, it is not there to come back.
    at(3, [1, { a: [["5.05", "1.00", "0"]], c: kraken("50510051150502004930") }, "book-2", "XBT/CHF"]),
    at(4, [1, { a: [["5.05", "0.00", "0"]], c: kraken("51150502004930") }, "book-2", "XBT/CHF"]),
  ]

  test("of Kraken agrees with the sums of the best ten and keeps only the subscribed depth", () => {
    const [report] = verify(recording("KRAKEN.ws.1.0", KRAKEN))
    expect(report && counts(report)).toEqual({ checksum: [3, 3] })
  })

  test("of Kraken with a message lost no longer agrees", () => {
    const [report] = verify(recording("KRAKEN.lost", KRAKEN.toSpliced(5, 1)))
    expect(report && counts(report)).toEqual({ checksum: [2, 1] })
  })

  test.each([
    ["okx.com:8443/ws/v5/public", { arg: { channel: "books", instId: "BTC-USDT-SWAP" } }],
    ["ws.bitget.com/spot/v1/stream", { arg: { instType: "mc", channel: "books", instId: "BTCUSDT" } }],
  ])("of %s agrees with the signed sum of the best 25, bids and asks in turn", (host, head) => {
    const sum = (text: string) => crc32(text) | 0
    const lines = [
      `wss://${host} <-> 1649290076.5`,
      at(0, { event: "subscribe", ...head }),
      at(1, {
        ...head,
        action: "snapshot",
        data: [
          {
            asks: [
              ["5.10", "1"],
              ["5.20", "4"],
            ],
            bids: [["5.0", "2", "0", "1"]],
            checksum: sum("5.0:2:5.10:1:5.20:4"),
          },
        ],
      }),
      at(2, {
        ...head,
        action: "update",
        data: [{ asks: [["5.10", "0"]], bids: [], checksum: sum("5.0:2:5.20:4") }],
      }),
    ]
    const opened = openRecording(recording("BOOKS.ws.1.0", lines))
    const [report] = verifyRecording(opened)
    expect(report && counts(report)).toEqual({ checksum: [2, 2] })
    expect([...opened.symbols.values()][0]).toMatchObject({ base: "BTC", quote: "USDT", isPerpetual: true })
  })

  test("of Binance joins the answer of a call, whose address names the market, to the stream", () => {
    const stream = (u: number, more: object) => ({ stream: "x", data: { s: "BTCUSDT", u, ...more } })
    const lines = [
      `https://fapi.binance.com/fapi/v1/exchangeInfo -> 1.5: {"symbols":[]}`,
      `https://fapi.binance.com/fapi/v1/depth?symbol=BTCUSDT&limit=1000 -> 2.5: ${JSON.stringify({ lastUpdateId: 7, bids: [["99.5", "1"]], asks: [["101", "3"]] })}`,
      "wss://fstream.binance.com/stream?streams=btcusdt@depth@100ms <-> 3.5",
      at(1, stream(9, { e: "depthUpdate", U: 5, pu: 4, b: [["100", "2"]], a: [] })),
      at(2, { ...stream(9, { b: "100", B: "2", a: "101", A: "3" }), stream: "btcusdt@bookTicker" }),
      at(
        3,
        stream(12, {
          e: "depthUpdate",
          U: 10,
          pu: 9,
          b: [],
          a: [
            ["101", "0"],
            ["102", "1"],
          ],
        }),
      ),
      at(4, { ...stream(12, { b: "100", B: "2", a: "102", A: "1" }), stream: "btcusdt@bookTicker" }),
    ]
    const opened = openRecording(recording("BINANCE_FUTURES.0", lines))
    const reports = verifyRecording(opened)
    expect(judgeReports(reports)).toEqual({ compared: 4, equal: 4, lost: 0, doubts: [] })
    expect(opened.symbols.get("BTCUSDT")).toMatchObject({ base: "BTC", quote: "USDT", isPerpetual: true })
  })

  test("of Bybit is followed by its numbers: one that is missing leaves the rest without a book", () => {
    const book = (type: string, u: number, b: string[][], a: string[][]) => ({
      topic: "orderbook.50.BTCUSDT",
      type,
      data: { s: "BTCUSDT", b, a, u },
    })
    const lines = [
      "wss://stream.bybit.com/v5/public/linear <-> 1749833471.8",
      'wss://stream.bybit.com/v5/public/linear <- 1749833474.0: {"op":"subscribe"}',
      at(0, { success: true, op: "subscribe" }),
      at(1, book("snapshot", 40, [["99", "1"]], [["101", "1"]])),
      at(2, book("delta", 41, [["100", "2"]], [])),
      at(3, book("delta", 42, [], [["100.5", "1"]])),
      at(4, book("delta", 43, [["100.2", "1"]], [])),
    ]
    const whole = verify(recording("BYBIT.ws.1.0", lines))
    expect(judgeReports(whole)).toEqual({ compared: 4, equal: 4, lost: 0, doubts: [] })
    const [report] = verify(recording("BYBIT.lost", lines.toSpliced(4, 1)))
    expect(report).toMatchObject({ updates: 1, gaps: 1, lost: 1 })
    expect(report && judgeReports([report]).doubts).toEqual([
      "BTCUSDT: 1 of 2 updates had no book to be compared",
    ])
  })

  test("of Bybit before version 5 tells what was put in, changed and taken out", () => {
    const row = (side: string, price: string, size?: number) => ({ price, side, size })
    const lines = [
      "wss://stream.bybit.com/realtime_public <-> 1618677785.4",
      'configuration: {"l2_book":["BCH-USDT-PERP"]}',
      at(1, {
        topic: "orderBookL2_25.BCHUSDT",
        type: "snapshot",
        data: { order_book: [row("Buy", "99.05", 2.5), row("Sell", "100.10", 1)] },
      }),
      at(2, {
        topic: "orderBookL2_25.BCHUSDT",
        type: "delta",
        data: { delete: [row("Sell", "100.10")], update: [], insert: [row("Sell", "99.05", 1)] },
      }),
    ]
    const [report] = verify(recording("BYBIT.ws.25.0", lines))
    // The bid of that price is still there.
    expect(report).toMatchObject({ symbol: "BCHUSDT", updates: 2, crossed: 1 })
  })

  test("of Coinbase, without any sum, is only asked whether the book ever stands crossed", () => {
    const level = (bid: string) =>
      recording("COINBASE.ws.1.0", [
        "wss://ws-feed.exchange.coinbase.com <-> 1649290076.5",
        at(1, { type: "snapshot", product_id: "BTC-USD", bids: [["10.00", "1"]], asks: [["10.10", "1"]] }),
        at(2, { type: "l2update", product_id: "BTC-USD", changes: [["buy", bid, "2"]] }),
      ])
    const [fine] = verify(level("10.05"))
    expect(fine && counts(fine)).toEqual({ "not crossed": [2, 2] })
    const [crossed] = verify(level("10.10"))
    expect(crossed && counts(crossed)).toEqual({ "not crossed": [2, 1] })
    expect(crossed?.crossed).toBe(1)
  })
})

describe("a file that can't be played gives one clear error", () => {
  test.each([
    ["an empty file", () => recordingOf("empty", ""), "empty is empty"],
    ["a file of another kind", () => recordingOf("notes.txt", "hello\n"), "no recording that can be played"],
    [
      "a packed file that was cut",
      () => {
        const file = join(folder, "cut.gz")
        writeFileSync(file, gzipSync(BINANCE.join("\n")).subarray(0, 200))
        return file
      },
      "cut.gz is damaged",
    ],
    [
      "a damaged line",
      () => recording("broken", [...BINANCE, '1723161256000000000 {"stream":']),
      "at line 9",
    ],
    [
      "a time that is none",
      () =>
        recording("time", [
          JSON.stringify({ saker: "recording", version: 1, time: 0, instruments: [] }),
          '{"t":"1","trades":"BTC_USDT","rows":[[1,"1.5","2",1,1]]}',
        ]),
      "time is damaged at line 2: its time is no number",
    ],
    [
      "a figure that is none",
      () =>
        recording(
          "figure",
          BINANCE.map((line) => line.replace("99.5", "9x.5")),
        ),
      "9x.5",
    ],
    [
      "an exchange whose messages are not read",
      () => recording("X", ["wss://example.org/ws <-> 1.5"]),
      "X can't be played: it was recorded from example.org, whose messages are not read",
    ],
    ["a file that isn't there", () => join(folder, "nowhere"), "can't be read"],
  ])("%s", (_, file, words) => {
    expect(() => verify(file())).toThrow(words)
  })

  function recordingOf(name: string, text: string): string {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
})

/** [file, what is compared, how many]: the figures of an independent replay. */
const KNOWN: [string, Record<string, number>][] = [
  [
    "usdm_btcusdt_20240808.gz",
    { "best price, latest earlier update": 6545, "best price and size, same update": 629 },
  ],
  [
    "spot_btcusdt_20240808.gz",
    { "best price, latest earlier update": 3448, "best price and size, same update": 564 },
  ],
  ["KRAKEN.ws.50.0", { checksum: 4269 }],
]

describe("real recordings", () => {
  const from = process.env.SAKER_RECORDINGS ?? ""
  for (const [name, known] of KNOWN) {
    const isThere = from !== "" && existsSync(join(from, name))
    if (!isThere)
      console.warn(`Left out: ${name} (${from ? `not in ${from}` : "SAKER_RECORDINGS is not set"}).`)

    test.runIf(isThere)(`${name} is rebuilt as the exchange had it, step by step`, () => {
      const totals: Record<string, number> = {}
      for (const report of verify(join(from, name))) {
        expect(report.gaps + report.crossed).toBe(0)
        for (const [check, { compared, equal }] of report.checks) {
          expect(equal).toBe(compared)
          totals[check] = (totals[check] ?? 0) + compared
        }
      }
      expect(totals).toEqual(known)
    })
  }
})
