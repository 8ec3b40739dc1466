/** Settings are read as the table says, and refused by name. */

import { expect, test } from "vitest"
import { readSettings, SETTINGS } from "./settings.ts"

test("the defaults of the table are all allowed, and what they say", () => {
  const result = readSettings({})
  if (!result.ok) throw new Error(result.lines.join("\n"))
  expect(result.settings).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    feed: { kind: "simulated", source: "" },
    coalesceMs: 10,
    heartbeatMs: 2500,
    defaultLanguage: "en",
    origins: [],
    markets: null,
    record: null,
  })
  expect(result.settings.data).toMatch(/^\/.*\/data$/)
})

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", ""],
  ["SAKER_HOST", "a b"],
  ["SAKER_DATA", ""],
  ["SAKER_FEED", "replay:"],
  ["SAKER_FEED", "nonsense"],
  ["SAKER_FEED", "ccxt:"],
  ["SAKER_FEED", "ccxt:binance,"],
  ["SAKER_CCXT_PAIRS", "BTCUSDT"],
  ["SAKER_CCXT_WEIGHTS", "binance=0"],
  ["SAKER_CCXT_WEIGHTS", "binance:2"],
  ["SAKER_CCXT_URLS", "ftp://example.org"],
  ["SAKER_CCXT_URLS", '{"binance":7}'],
  ["SAKER_SEED", "-1"],
  ["SAKER_MARKETS", "0"],
  ["SAKER_MARKETS", "2001"],
  ["SAKER_REPLAY_SPEED", "0"],
  ["SAKER_COALESCE_MS", "1.5"],
  ["SAKER_HEARTBEAT_MS", "99"],
  ["SAKER_DEFAULT_LANGUAGE", "xx"],
  ["SAKER_API", "ftp://example.org"],
  ["SAKER_SOCKET", "https://example.org"],
  ["SAKER_ORIGINS", "https://example.org/path"],
  ["SAKER_LOG", "loud"],
  ["SAKER_QR", "yes"],
])("%s=%j is refused in one line with its name, what was given and what is allowed", (name, given) => {
  const result = readSettings({ [name]: given })
  const row = Object.values(SETTINGS).find((setting) => setting.name === name)
  expect(result).toEqual({
    ok: false,
    lines: [`${name}: got ${JSON.stringify(given)}; allowed: ${row?.allowed}`],
  })
})

test("an unknown SAKER_ name is refused, others are left alone, and each fault has its line", () => {
  const result = readSettings({ SAKER_PROT: "1", PATH: "/bin", PORT: "x" })
  expect(result.ok).toBe(false)
  if (result.ok) return
  expect(result.lines).toHaveLength(2)
  expect(result.lines[1]).toMatch(/^SAKER_PROT: no such setting; there are PORT, SAKER_HOST, /)
})

test("old language codes and several origins are understood", () => {
  const result = readSettings({
    SAKER_DEFAULT_LANGUAGE: "bl",
    SAKER_ORIGINS: "https://a.example, http://b.example:81",
    SAKER_FEED: "replay:/tmp/x.gz",
    SAKER_MARKETS: "500",
  })
  expect(result.ok && result.settings).toMatchObject({
    defaultLanguage: "pl",
    origins: ["https://a.example", "http://b.example:81"],
    feed: { kind: "replay", source: "/tmp/x.gz" },
    markets: 500,
  })
})

test("every setting has a name of its own and says what it means", () => {
  const rows = Object.values(SETTINGS)
  expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
  for (const row of rows) {
    expect(row.name).toMatch(/^(PORT|DATABASE(_REPLICA)?_URL|SAKER_[A-Z_]+)$/)
    expect(row.meaning).toMatch(/^[A-Z].{10,}/)
    expect(row.allowed.length).toBeGreaterThan(4)
  }
})

test("a live feed is read with its exchanges, pairs, weights and addresses", () => {
  const result = readSettings({
    SAKER_FEED: "ccxt:binance,kraken",
    SAKER_CCXT_PAIRS: "BTC/USDT, eth_usdt",
    SAKER_CCXT_WEIGHTS: "binance=3,kraken=1",
    SAKER_CCXT_URLS: '{"binance":{"rest":"http://a:1","ws":"ws://a:2"},"kraken":"http://b"}',
  })
  expect(result.ok && result.settings).toMatchObject({
    feed: { kind: "ccxt", source: "binance,kraken" },
    pairs: ["BTC/USDT", "ETH/USDT"],
    weights: { binance: 3, kraken: 1 },
    exchangeUrls: { binance: { rest: "http://a:1", ws: "ws://a:2" }, kraken: "http://b" },
  })
})

test("a wrong address of a database is refused without printing its password", () => {
  const result = readSettings({ DATABASE_URL: "mysql://saker:geheim@db/x" })
  expect(result).toEqual({
    ok: false,
    lines: [expect.stringMatching(/^DATABASE_URL: got something else; allowed: /)],
  })
})
