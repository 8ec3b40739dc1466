/** The rooms of the server: which may import which. A row says it for values and for types. */

import { posix } from "node:path"
import { describe, expect, test } from "vitest"
import { circlesOf } from "./circles.ts"
import { readSources, type SourceFile } from "./source-files.ts"

/** What users and visitors call; a domain never imports another. */
const DOMAINS = [
  "user",
  "spot",
  "contract",
  "order",
  "option",
  "ai",
  "assets",
  "custody",
  "alert",
  "market",
  "home",
  "content",
]
/** What every domain may stand on. */
const GROUND = ["calls", "read-model", "mail", "exchange", "storage", "settings", "engine"]

/**
 * Folder of the server → folders that it may import, besides itself. From the top:
 * {main, time-machine} ▶ start ▶ {docs, operator, metrics, binance, datafeed} ▶ {http, stream} ▶ domains ▶ {calls, read-model} ▶ journal ▶ {exchange, storage} ▶ engine
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["start", "storage", "settings"],
  // Another way to run the same server: it stands beside main, and makes feed, account and page of a report by itself.
  "time-machine": [
    ...["start", "docs", "user", "feed", "maker", "read-model", "exchange", "storage", "settings", "engine"],
  ],
  start: [
    ...[
      "docs",
      "operator",
      "backup",
      "metrics",
      "binance",
      "datafeed",
      "http",
      "stream",
      "feed",
      "self-audit",
      "maker",
      "journal",
      "bus",
    ],
    ...DOMAINS,
    ...GROUND,
  ],
  // They stand above what they describe, and above the users that an operator looks after.
  docs: ["http", "stream", "read-model", "calls", "settings", "engine"],
  operator: ["http", "user", "backup", "ai", "calls", "journal", "exchange", "storage", "settings", "engine"],
  backup: ["journal", "exchange", "storage", "engine"],
  // Between the process with the exchange and its gateways: commands, batches, and calls by their names.
  bus: ["calls", "journal", "exchange", "storage", "engine"],
  // Listens to the signals of those it counts.
  metrics: ["http", "stream", "exchange", "settings", "engine"],
  // A translation: it knows the domains' handlers by the calls of the wire alone.
  binance: ["http", "stream", "calls", "read-model", "engine"],
  // As it: charting libraries ask in a form of their own.
  datafeed: ["http", "read-model"],
  http: ["calls", "settings"],
  stream: ["calls", "read-model", "engine"],
  ...Object.fromEntries(DOMAINS.map((domain) => [domain, GROUND])),
  calls: [],
  mail: [],
  // Prices come in through the exchange like everything else.
  feed: ["maker", "read-model", "exchange", "engine"],
  maker: ["exchange", "engine"],
  "self-audit": ["read-model", "journal", "exchange", "storage", "engine"],
  "read-model": ["exchange", "storage", "engine"],
  journal: ["exchange", "storage", "engine"],
  exchange: ["engine"],
  storage: ["settings", "engine"],
  settings: [],
  engine: [],
}

/** Groups of files that import each other in a circle, types included; the figures only go down. */
const CIRCLES_MAX: Readonly<Record<string, number>> = {
  core: 1,
  workers: 0,
  "server/engine": 4,
  server: 0,
  src: 5,
  bench: 2,
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const sources = readSources().filter((file) => !isTest(file.path))
const groundOf = (path: string) =>
  (path.startsWith("server/engine/") ? "server/engine" : path.split("/")[0]) ?? ""
const inServer = sources.filter((file) => file.path.startsWith("server/"))

const roomOf = (path: string): string => path.split("/")[1] ?? ""

/** The files inside the repository that a file imports. */
const targetsOf = ({ path, imports }: SourceFile): string[] =>
  imports.flatMap(({ from }) => {
    if (from.startsWith("#")) return [from.slice(1)]
    return from.startsWith(".") ? [posix.normalize(posix.join(posix.dirname(path), from))] : []
  })

/** Lazy imports run later, so they may point back. */
const withoutLazy = (file: SourceFile): SourceFile => {
  const lazy = new Set([...file.text.matchAll(/import\(\s*["']([^"']+)["']/g)].map((match) => match[1]))
  return { ...file, imports: file.imports.filter(({ from }) => !lazy.has(from)) }
}

describe("the rooms of the server", () => {
  test("are all in the table", () => {
    const rooms = new Set(inServer.map(({ path }) => roomOf(path)))
    expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
    expect(Object.keys(ROOMS).filter((room) => !rooms.has(room))).toEqual([])
  })

  test("import only the rooms below them, never a sister", () => {
    const wrong = inServer.flatMap((file) =>
      targetsOf(file)
        .filter((to) => to.startsWith("server/"))
        .filter((to) => {
          const [own, other] = [roomOf(file.path), roomOf(to)]
          return own !== other && !ROOMS[own]?.includes(other)
        })
        .map((to) => `${file.path} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  test("stand on each other in one direction", () => {
    const graph = new Map(Object.entries(ROOMS))
    expect(circlesOf(graph)).toEqual([])
  })
})

describe("circles between files", () => {
  test.each(Object.entries(CIRCLES_MAX))("of %s are at most %i", (ground, most) => {
    const files = sources.filter(({ path }) => groundOf(path) === ground)
    const circles = circlesOf(new Map(files.map((file) => [file.path, targetsOf(withoutLazy(file))])))
    expect(circles.length, circles.join("\n")).toBeLessThanOrEqual(most)
  })

  test("are found, and only they", () => {
    const graph = new Map([
      ["a", ["b", "elsewhere"]],
      ["b", ["c"]],
      ["c", ["b", "d"]],
      ["d", ["e"]],
      ["e", ["f"]],
      ["f", ["d", "a"]],
      ["g", ["a"]],
    ])
    expect(circlesOf(graph)).toEqual(["a ⇄ b ⇄ c ⇄ d ⇄ e ⇄ f"])
    expect(circlesOf(new Map([...graph, ["f", ["d"]]]))).toEqual(["b ⇄ c", "d ⇄ e ⇄ f"])
  })
})
