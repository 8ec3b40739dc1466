/** Is a wrong book ever held for true? Every kind of fault, by the thousand, against the book of an honest server. */

import { beforeEach, describe, expect, test } from "vitest"
import type { LevelBook } from "#core/book/level-book.ts"
import { FakeBookServer, type FakeDepth, seededChance } from "../fake-book.ts"
import { fakeMarket } from "../fake-surroundings.ts"
import { BookFeed, RESYNC_AGAIN_MS, WHOLE_EVERY_MS } from "./book-feed.ts"
import { Catalogue } from "./catalogue.ts"

const ID = "BTC_USDT"
const feedInfo = { kind: "simulated", source: "", practice: true, since: 0 } as const

let server: FakeBookServer
let feed: BookFeed
let events: string[]

beforeEach(() => {
  const catalogue = new Catalogue()
  catalogue.replace("spot", [fakeMarket(ID)], feedInfo)
  const listed = catalogue.get(ID)
  if (!listed) throw new Error("not listed")
  server = new FakeBookServer(ID, "0.1", "0.001", seededChance(7))
  server.time = 1
  events = []
  feed = new BookFeed(listed, {
    changed: () => {},
    resync: () => events.push("resync"),
    gap: (reason) => events.push(reason),
  })
})

/** Through JSON, as everything comes. */
const say = (depth: unknown, now = 0) => feed.apply(JSON.parse(JSON.stringify(depth)), now)
/** A delta whose sequence fits and whose content doesn't: only the checksum can tell. */
const withWrongTop = (delta: FakeDepth) => ({
  ...delta,
  bids: [...delta.bids, [`${((server.book.best("bid") ?? 0) / 10).toFixed(1)}`, "4999.999"]],
})
const levels = (book: LevelBook) => [book.levels("bid", 1000), book.levels("ask", 1000)]

describe("a book", () => {
  test("is waiting until a snapshot comes, and deltas before it are nothing", () => {
    say(server.change())
    expect(feed.prove()).toBe("waiting")
    expect(feed.hasBook).toBe(false)
    say(server.snapshot())
    expect(feed.prove()).toBe("good")
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
  })

  test("that waits asks for a first snapshot that was lost on its way, again and again", () => {
    for (let now = 0; now < 3 * RESYNC_AGAIN_MS; now += 1000) feed.watch(now)
    expect(events).toEqual(["resync", "resync"])
    say(server.snapshot(), 3 * RESYNC_AGAIN_MS)
    expect(feed.prove()).toBe("good")
    feed.watch(4 * RESYNC_AGAIN_MS)
    expect(events).toHaveLength(2)
  })

  test("is asked for again though the clock was set back meanwhile", () => {
    const now = 600_000
    say(server.snapshot(), now)
    server.change()
    say(server.change(), now)
    expect(events.filter((event) => event === "resync")).toHaveLength(1)
    feed.watch(1000)
    feed.watch(1000 + RESYNC_AGAIN_MS)
    expect(events.filter((event) => event === "resync")).toHaveLength(2)
  })

  test("follows a thousand deltas level for level", () => {
    say(server.snapshot())
    for (let count = 0; count < 1000; count += 1) {
      say(server.change())
      expect(feed.prove()).toBe("good")
    }
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
    expect(events).toEqual([])
  })

  test("notices a lost delta at the next one, asks once, and keeps the last proven book", () => {
    say(server.snapshot())
    say(server.change())
    const proven = levels(server.book)
    server.change()
    say(server.change())
    expect(feed.prove()).toBe("gap")
    say(server.change())
    say(server.change())
    expect(events.filter((event) => event === "resync")).toHaveLength(1)
    expect(levels(feed.proveBook())).toEqual(proven)
  })

  test("is good again with the snapshot, whatever was held", () => {
    say(server.snapshot())
    server.change()
    say(server.change())
    say(server.snapshot())
    expect(feed.prove()).toBe("good")
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
    say(server.change())
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
  })

  test("asks again when no snapshot comes within two seconds", () => {
    say(server.snapshot())
    server.change()
    say(server.change(), 1000)
    feed.watch(1000 + RESYNC_AGAIN_MS - 1)
    expect(events.filter((event) => event === "resync")).toHaveLength(1)
    feed.watch(1000 + RESYNC_AGAIN_MS)
    expect(events.filter((event) => event === "resync")).toHaveLength(2)
  })

  test("asks for the whole now and then, and finds what is wrong below the levels of the checksum (W1)", () => {
    say(server.snapshot(), 1000)
    const deep = server.book.priceAt("bid", 40) ?? 0
    const delta = server.change()
    // A level that the server never named: no checksum reaches so deep.
    say({ ...delta, bids: [...delta.bids, [(deep / 10).toFixed(1), "4999.999"]] }, 1000)
    expect(feed.prove()).toBe("good")
    expect(levels(feed.proveBook())).not.toEqual(levels(server.book))
    feed.watch(1000 + WHOLE_EVERY_MS - 1)
    expect(events).toEqual([])
    feed.watch(1000 + WHOLE_EVERY_MS)
    feed.watch(1000 + WHOLE_EVERY_MS + 1000)
    expect(events).toEqual(["resync"])
    say(server.snapshot(), 1000 + WHOLE_EVERY_MS)
    expect(events).toEqual(["resync", "levels below the checksum"])
    expect(feed.prove()).toBe("good")
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
  })

  test("that is whole is left as it is by a snapshot of its own sequence", () => {
    say(server.snapshot())
    say(server.change())
    const { version } = feed
    say(server.snapshot())
    expect([feed.version, feed.prove(), events]).toEqual([version, "good", []])
  })

  test("takes back a delta whose checksum doesn't fit", () => {
    say(server.snapshot())
    const proven = levels(server.book)
    const delta = server.change()
    say({ ...delta, checksum: (delta.checksum + 1) % 2 ** 32 })
    expect(feed.prove()).toBe("gap")
    expect(levels(feed.proveBook())).toEqual(proven)
  })

  test("takes back everything since it was last looked at, when good deltas follow a spoilt one unseen", () => {
    say(server.snapshot())
    say(server.change())
    const proven = levels(feed.proveBook())
    const sequence = feed.proveSequence()
    say(withWrongTop(server.change()))
    for (let count = 0; count < 5; count += 1) say(server.change())
    expect(feed.prove()).toBe("gap")
    expect(feed.proveSequence()).toBe(sequence)
    expect(levels(feed.proveBook())).toEqual(proven)
    expect(events.filter((event) => event === "resync")).toHaveLength(1)
  })

  test("that nobody looks at is proven all the same", () => {
    say(server.snapshot())
    say(withWrongTop(server.change()))
    feed.watch(1000)
    expect(events).toContain("resync")
  })

  test("refuses a snapshot whose checksum doesn't fit, and keeps what it held", () => {
    say(server.snapshot())
    const proven = levels(server.book)
    server.change()
    say({ ...server.snapshot(), checksum: 1 })
    expect(feed.prove()).toBe("gap")
    expect(levels(feed.proveBook())).toEqual(proven)
  })

  test("drops an old delta and an old snapshot that come late", () => {
    const oldSnapshot = server.snapshot()
    say(oldSnapshot)
    const oldDelta = server.change()
    say(oldDelta)
    say(server.change())
    say(oldDelta)
    say(oldSnapshot)
    expect(feed.prove()).toBe("good")
    expect(levels(feed.proveBook())).toEqual(levels(server.book))
  })

  test("takes a snapshot with a lower sequence after it was subscribed anew: the server may have started over", () => {
    server.seq = 900
    say(server.snapshot())
    feed.restart()
    expect(feed.prove()).toBe("waiting")
    server.seq = 5
    say(server.snapshot())
    expect(feed.prove()).toBe("good")
  })

  test.each([
    ["a price that is no number", { bids: [["abc", "1"]] }],
    ["a price off the tick", { bids: [["100.05", "1"]] }],
    ["a price of zero", { bids: [["0", "1"]] }],
    ["a quantity off the lot", { asks: [["1000.1", "0.0001"]] }],
    ["a negative quantity", { asks: [["1000.1", "-1"]] }],
    ["no rows", { asks: null }],
    ["a row that is none", { asks: [5] }],
    ["a sequence that is text", { seq: "7" }],
    ["no time", { time: undefined }],
    ["no checksum", { checksum: null }],
  ])("with %s in a delta is a gap, not a guess", (_name, fault) => {
    say(server.snapshot())
    const proven = levels(server.book)
    say({ ...server.change(), ...fault })
    expect(feed.prove()).toBe("gap")
    expect(levels(feed.proveBook())).toEqual(proven)
  })

  test("that stands crossed is not shown, even with a fitting checksum", () => {
    say(server.snapshot())
    const delta = server.change()
    const bid = server.book.best("ask") ?? 0
    server.book.set("bid", bid, 1)
    const crossed = server.change()
    say({ ...delta })
    say({ ...crossed, bids: [...crossed.bids, [`${bid / 10}`, "0.001"]] })
    expect(feed.prove()).toBe("gap")
  })
})

test("five thousand messages, half of them lost, doubled, swapped or spoilt: what is called good is always the server's", () => {
  const chance = seededChance(20_261_120)
  const history = new Map<number, string>()
  const remember = () => history.set(server.seq, JSON.stringify(levels(server.book)))
  remember()
  say(server.snapshot())
  let held: FakeDepth | undefined
  let gaps = 0
  const deliver = (depth: unknown) => {
    const before = feed.prove()
    say(depth)
    if (before === "good" && feed.prove() === "gap") gaps += 1
  }
  for (let count = 0; count < 5000; count += 1) {
    const delta = server.change()
    remember()
    const fate = chance()
    if (fate < 0.5) deliver(delta)
    else if (fate < 0.6) held = delta
    else if (fate < 0.7) {
      deliver(delta)
      deliver(delta)
    } else if (fate < 0.8) {
      deliver(delta)
      if (held) deliver(held)
    } else if (fate < 0.85) deliver(withWrongTop(delta))
    else if (fate < 0.9) deliver({ ...delta, asks: "spoilt" })
    if (feed.prove() === "gap" && chance() < 0.3) say(server.snapshot())
    if (feed.prove() === "good") {
      // What is held is a book that the server had: never a mixture.
      expect(JSON.stringify(levels(feed.proveBook())) === history.get(feed.proveSequence())).toBe(true)
    }
    if (history.size > 500) history.delete([...history.keys()][0] ?? 0)
  }
  expect(gaps).toBeGreaterThan(500)
})
