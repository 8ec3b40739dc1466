/** Are recorded books rebuilt right, and is a wrong one noticed? */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, test } from "vitest"
import { crc32 } from "#core/book/checksum.ts"
import { openRecording } from "./recording.ts"
import { type SymbolReport, verifyRecording } from "./verify-recording.ts"

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
    const [report] = verify(recording("lost", [...BINANCE.slice(0, 4), ...BINANCE.slice(6)]))
    expect(report?.gaps).toBe(1)
    expect(report && counts(report)).toEqual({})
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
      "a figure that is none",
      () =>
        recording(
          "figure",
          BINANCE.map((line) => line.replace("99.5", "9x.5")),
        ),
      "9x.5",
    ],
    ["an exchange that is not known", () => recording("X", ["wss://example.org <-> 1.5"]), "example.org"],
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
