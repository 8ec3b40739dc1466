/** Do the house's arrows hold? What the compiler can't see: packages, clocks, chance, and values across grounds. */

import { posix } from "node:path"
import { describe, expect, test } from "vitest"
import { importsOf, readSources, type SourceFile } from "./source-files.ts"

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const sources = readSources().filter((file) => !isTest(file.path))

/** Where a specifier leads inside the repository, or undefined for a package. */
function target(file: SourceFile, from: string): string | undefined {
  if (from.startsWith("#")) return from.slice(1)
  if (from.startsWith(".")) return posix.normalize(posix.join(posix.dirname(file.path), from))
  return undefined
}

const groundOf = (path: string) => (path.startsWith("server/engine/") ? "engine" : (path.split("/")[0] ?? ""))

/** Which grounds a ground may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  workers: ["core"],
  engine: ["core"],
  server: ["core", "engine"],
  src: ["core", "workers", "locales"],
  bench: ["core", "workers", "src", "server", "engine", "tools"],
}

/** Packages a ground may use; undefined: any. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [
    "decimal.js",
    "zod/mini",
    "@scure/base",
    "@noble/hashes/sha2.js",
    "@noble/hashes/sha3.js",
    "@noble/hashes/utils.js",
  ],
  engine: [],
  workers: ["comlink", "zod/mini", "decimal.js"],
}

const inHouse = sources.filter((file) => groundOf(file.path) in MAY_IMPORT)

/** What panels, and all above them, stand on: small rooms named by what they hold, and under these the lowest five. */
const LOWEST = ["stores", "api", "ui", "text", "words"]
const BELOW_PANELS = [
  "places",
  "page-head",
  "amounts",
  "lists",
  "ticket",
  "order-news",
  "user",
  "feed",
  ...LOWEST,
]

/** Inside src: which rooms a room may import, besides itself. */
const SRC_ROOMS: Readonly<Record<string, readonly string[]>> = {
  // Under all of them: the language on screen, and the words of shell and home.
  words: [],
  text: ["ui", "words"],
  ui: ["words"],
  "first-face": [],
  stores: ["text", "words"],
  api: ["text", "words", "first-face"],
  feed: ["stores", "first-face"],
  places: [],
  "page-head": ["stores", "words"],
  amounts: ["feed", ...LOWEST],
  lists: LOWEST,
  "order-news": LOWEST,
  user: LOWEST,
  // What the tickets of all kinds of market have in common; it tells what became of an order.
  ticket: ["order-news", "feed", ...LOWEST],
  panels: BELOW_PANELS,
  // What all trade screens have in common, made of panels.
  "trade-layout": ["panels", ...BELOW_PANELS],
  screens: ["trade-layout", "panels", ...BELOW_PANELS],
  "routes.ts": ["screens", "places"],
  shell: ["routes.ts", "screens", "panels", ...BELOW_PANELS],
  "main.tsx": ["shell", "first-face", ...BELOW_PANELS],
}

/** Each folder in these is a part of its own: they meet only in the room above. */
const ROOMS_OF_PARTS = ["panels", "screens"]

/** `room` is a folder of src or a file that lies in src itself; `part` the folder or file inside the room. */
function roomOf(path: string): { room: string; part: string } | undefined {
  const [ground, room, part = ""] = path.split("/")
  return ground === "src" && room && room !== "styles" ? { room, part } : undefined
}

describe("the grounds", () => {
  test("import only the grounds below them", () => {
    const wrong = inHouse.flatMap((file) =>
      file.imports
        .map(({ from }) => target(file, from))
        .filter(
          (to): to is string =>
            to !== undefined && groundOf(to) in { ...MAY_IMPORT, locales: 1, tests: 1, tools: 1 },
        )
        .filter((to) => {
          const own = groundOf(file.path)
          return groundOf(to) !== own && !MAY_IMPORT[own]?.includes(groundOf(to))
        })
        .map((to) => `${file.path} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  test("use only the packages that belong to them", () => {
    const wrong = inHouse.flatMap((file) => {
      const allowed = PACKAGES[groundOf(file.path)]
      if (!allowed) return []
      return file.imports
        .filter(({ from }) => target(file, from) === undefined && !allowed.includes(from))
        .map(({ from }) => `${file.path} → ${from}`)
    })
    expect(wrong).toEqual([])
  })

  test("take from the worker only the types of its api", () => {
    const wrong = sources
      .filter((file) => file.path.startsWith("src/"))
      .flatMap((file) =>
        file.imports
          .filter(({ from }) => target(file, from)?.startsWith("workers/"))
          .filter(({ from, typesOnly }) => !(typesOnly && from === "#workers/market/market.api.ts"))
          .map(({ from }) => `${file.path} → ${from}`),
      )
    expect(wrong).toEqual([])
  })

  test("keep clock and chance out of core and engine", () => {
    const clock =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bsetTimeout\b|\bsetInterval\b|\bcrypto\./
    const wrong = sources
      .filter((file) => ["core", "engine"].includes(groundOf(file.path)))
      .filter((file) => clock.test(file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")))
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  test("have no circles between files", () => {
    expect(circles(inHouse)).toEqual([])
  })
})

describe("the rooms of the page", () => {
  test("are all on the map", () => {
    const rooms = new Set(sources.map((file) => roomOf(file.path)?.room))
    expect([...rooms].filter((room) => room !== undefined && !(room in SRC_ROOMS))).toEqual([])
  })

  test("import only the rooms below them, types included", () => {
    const wrong = importsInsideSrc()
      .filter(({ own, other }) => own.room !== other.room && !SRC_ROOMS[own.room]?.includes(other.room))
      .map(({ arrow }) => arrow)
    expect(wrong).toEqual([])
  })

  test("keep panels apart from panels, and screens from screens", () => {
    const wrong = importsInsideSrc()
      .filter(({ own, other }) => own.room === other.room && own.part !== other.part)
      .filter(({ own }) => ROOMS_OF_PARTS.includes(own.room))
      .map(({ arrow }) => arrow)
    expect(wrong).toEqual([])
  })
})

/** Every import from one file of the page to another, lazy ones included. */
function importsInsideSrc() {
  return sources.flatMap((file) => {
    const own = roomOf(file.path)
    if (!own) return []
    return file.imports.flatMap(({ from }) => {
      const to = target(file, from)
      const other = to === undefined ? undefined : roomOf(to)
      return other ? [{ own, other, arrow: `${file.path} → ${to}` }] : []
    })
  })
}

describe("the reader of imports", () => {
  test("sees value, type, side-effect, re-export and lazy imports", () => {
    const text = `import { a } from "one"\nimport type { B } from "two"\nimport "three"\nexport * from "four"\nconst x = () => import("five")\n`
    expect(importsOf(text)).toEqual([
      { from: "one", typesOnly: false },
      { from: "two", typesOnly: true },
      { from: "three", typesOnly: false },
      { from: "four", typesOnly: false },
      { from: "five", typesOnly: false },
    ])
  })
})

/** Value-import circles, each as the path that closes it. Lazy imports may point back: they run later. */
function circles(files: SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    const file = byPath.get(path)
    if (!file || done.has(path)) return
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" → "))
      return
    }
    const lazy = new Set([...file.text.matchAll(/import\(\s*["']([^"']+)["']/g)].map((match) => match[1]))
    for (const { from, typesOnly } of file.imports) {
      const to = target(file, from)
      if (to && !typesOnly && !lazy.has(from)) visit(to, [...trail, path])
    }
    done.add(path)
  }
  for (const file of files) visit(file.path, [])
  return found
}
