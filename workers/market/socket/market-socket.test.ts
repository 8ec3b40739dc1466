/** The connection lives, notices its death, and comes back. */

import { beforeEach, describe, expect, test } from "vitest"
import { COMPACT_PROTOCOL, compactOf } from "#core/wire/compact-writer.ts"
import { FakeSurroundings, START } from "../fake-surroundings.ts"
import { MarketSocket } from "./market-socket.ts"
import { OUTBOX_MESSAGES_MAX } from "./outbox.ts"

let world: FakeSurroundings
let socket: MarketSocket
let events: string[]

beforeEach(() => {
  world = new FakeSurroundings()
  events = []
  socket = new MarketSocket(world)
  socket.start("ws://host/socket", {
    opened: () => events.push("opened"),
    lost: () => events.push("lost"),
    compact: () => ({ tickers() {}, depth() {}, trades() {} }),
    message: ({ type }) => {
      if (type === "explode") throw new Error("a fault of ours")
      events.push(type)
    },
    heard: () => {},
    malformed: (detail) => events.push(`malformed ${detail}`),
    watched: () => {},
  })
})

const pong = (roundTrip = -1, time = world.time) => world.socket.say("pong", { time, roundTrip })

/** Heart beats for so long. */
async function live(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 2500) {
    await world.advance(2500)
    pong()
  }
}

describe("the heart (W6)", () => {
  test("answers pong with a ping of empty data", () => {
    world.socket.open()
    pong()
    expect(world.socket.sent).toEqual([{ type: "ping", data: {} }])
  })

  test("keeps the connection while it beats", async () => {
    world.socket.open()
    await live(60_000)
    expect(world.sockets).toHaveLength(1)
    expect(socket.state).toBe("open")
  })

  test("that is silent for two beats is dead: closed, and reconnected at once", async () => {
    world.socket.open()
    pong()
    const frozen = world.socket
    await world.advance(5000)
    expect(world.sockets).toHaveLength(1)
    await world.advance(1001)
    expect(frozen.readyState).toBe(3)
    expect(world.sockets).toHaveLength(2)
    expect(events).toContain("lost")
  })

  test("tells the median of ten round trips and the offset of the clock", () => {
    world.socket.open()
    for (const roundTrip of [-1, 30, 40, 900, 35, 38])
      pong(roundTrip, START + 7000 - Math.max(0, roundTrip) / 2)
    expect(socket.heartbeat.roundTrip).toBe(38)
    expect(socket.heartbeat.clockOffset).toBe(7000)
  })

  test("forgets old offsets when a clock was set", () => {
    world.socket.open()
    for (let count = 0; count < 10; count += 1) pong(0, START)
    pong(0, START + 3_600_000)
    expect(socket.heartbeat.clockOffset).toBe(3_600_000)
  })

  test("is not fooled by a local clock that is set back", () => {
    world.socket.open()
    pong()
    world.sleep(-3_600_000)
    socket.check()
    world.sleep(5001)
    socket.check()
    expect(world.sockets).toHaveLength(2)
  })
})

describe("a closed socket (W6)", () => {
  test("comes back after three seconds, again and again", async () => {
    world.socket.open()
    world.socket.drop()
    await world.advance(2999)
    expect(world.sockets).toHaveLength(1)
    await world.advance(1)
    expect(world.sockets).toHaveLength(2)
    world.socket.drop()
    await world.advance(3000)
    expect(world.sockets).toHaveLength(3)
  })

  test.each([2, 3])("is noticed within a second without any event, by its state %i", async (readyState) => {
    world.socket.open()
    world.socket.readyState = readyState
    await world.advance(1000)
    expect(socket.state).toBe("offline")
    await world.advance(3000)
    expect(world.sockets).toHaveLength(2)
  })

  test("counts a reconnect once it is open again", async () => {
    world.socket.open()
    for (const count of [1, 2]) {
      world.socket.drop()
      await world.advance(3000)
      world.socket.open()
      expect(socket.reconnects).toBe(count)
    }
  })

  test("says nothing any more: a late message of the old one is not heard", async () => {
    const old = world.socket
    old.open()
    old.drop()
    await world.advance(3000)
    old.say("ticker", {})
    expect(events).not.toContain("ticker")
  })

  test("is offline since it was last heard", async () => {
    world.socket.open()
    pong()
    await world.advance(1500)
    world.socket.drop()
    expect(socket.since).toBe(START)
  })

  test("that can't even be made is tried again after three seconds", async () => {
    world.refusesSockets = true
    world.socket.drop()
    await world.advance(3000)
    world.refusesSockets = false
    await world.advance(3000)
    expect(world.sockets).toHaveLength(2)
  })
})

describe("a server that says goodbye", () => {
  test("is given the time it asks for, and the fleet is spread", async () => {
    world.socket.open()
    world.socket.say("closing", { reason: "shutdown", after: 5000 })
    world.socket.drop()
    await world.advance(5499)
    expect(world.sockets).toHaveLength(1)
    await world.advance(1)
    expect(world.sockets).toHaveLength(2)
  })

  test("to a slow reader is not spread, and never below three seconds", async () => {
    world.socket.open()
    world.socket.say("closing", { reason: "slow", after: 100 })
    world.socket.drop()
    await world.advance(3000)
    expect(world.sockets).toHaveLength(2)
  })

  test("can't send us away for ever", async () => {
    world.socket.open()
    world.socket.say("closing", { reason: "slow", after: 1e15 })
    world.socket.drop()
    await world.advance(60_000)
    expect(world.sockets).toHaveLength(2)
  })
})

describe("waking", () => {
  test("reconnects now instead of after three seconds", () => {
    world.socket.open()
    world.socket.drop()
    socket.wake()
    expect(world.sockets).toHaveLength(2)
  })

  test("doesn't disturb a socket that was heard a moment ago", () => {
    world.socket.open()
    pong()
    socket.wake()
    expect(world.sockets).toHaveLength(1)
  })

  test("trusts no socket that has been silent for more than a beat", () => {
    world.socket.open()
    pong()
    world.sleep(3600)
    socket.wake()
    expect(world.sockets).toHaveLength(2)
  })

  test("gives up an attempt that hangs, but not one that has just begun", () => {
    socket.wake()
    expect(world.sockets).toHaveLength(1)
    world.sleep(5001)
    socket.wake()
    expect(world.sockets).toHaveLength(2)
  })

  test("an attempt that hangs for a minute is given up by itself", async () => {
    await world.advance(61_001)
    await world.advance(3000)
    expect(world.sockets.length).toBeGreaterThan(1)
  })
})

describe("the outbox", () => {
  const ask = (key: string) => socket.send({ type: "resync", data: { channel: "depth", key } })

  test("keeps messages until the socket is open, in order", () => {
    ask("A")
    ask("B")
    expect(world.socket.sent).toEqual([])
    world.socket.open()
    expect(world.socket.sent.map(({ data }) => data.key)).toEqual(["A", "B"])
  })

  test("keeps the newest when too many wait", () => {
    for (let count = 0; count < OUTBOX_MESSAGES_MAX + 10; count += 1) ask(`${count}`)
    world.socket.open()
    expect(world.socket.sent).toHaveLength(OUTBOX_MESSAGES_MAX)
    expect(world.socket.sent[0]?.data.key).toBe("10")
  })
})

describe("bad text", () => {
  test.each([
    ["a cut message", '{"type":"ticker","da'],
    ["no text", new ArrayBuffer(4)],
    ["a number", "5"],
    ["null", "null"],
    ["no type", '{"data":{}}'],
    ["a type that is no text", '{"type":5}'],
    ["empty text", ""],
  ])("%s is counted and told, and the next message is heard", (_name, text) => {
    world.socket.open()
    world.socket.text(text)
    world.socket.say("trade", {})
    expect(socket.traffic.parseErrors).toBe(1)
    expect(events.filter((event) => event.startsWith("malformed"))).toHaveLength(1)
    expect(events.at(-1)).toBe("trade")
  })

  test("a binary frame of a server that agreed to the compact form is read, one that lies is told once", () => {
    const [small, cut] = [compactOf('{"type":"candle","data":{}}'), new Uint8Array([1, 200])]
    world.socket.protocol = COMPACT_PROTOCOL
    world.socket.open()
    world.socket.text(new Uint8Array([...small, ...small, ...cut]).buffer)
    world.socket.say("trade", {})
    expect(events.slice(1)).toEqual(["candle", "candle", expect.stringContaining("malformed"), "trade"])
    expect(socket.traffic).toMatchObject({ frames: 2, messages: 3, parseErrors: 1 })
  })

  test("inside an array spoils only itself", () => {
    world.socket.open()
    world.socket.text('[{"type":"a","data":{}},5,{"type":"b"}]')
    expect(events.slice(1)).toEqual(["a", "malformed 5", "b"])
  })

  test("that nests without end is told, and what stands beside it is heard", () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000)
    world.socket.open()
    world.socket.text(`[${deep},{"type":"b"}]`)
    expect(events.slice(1)).toEqual(["malformed nested too deep", "b"])
  })

  test("in a pong is told, and answered all the same", () => {
    world.socket.open()
    world.socket.say("pong", { time: "now" })
    expect(world.socket.count("ping")).toBe(1)
    expect(socket.traffic.parseErrors).toBe(1)
  })

  test("on which a feed of ours breaks doesn't end the worker", () => {
    world.socket.open()
    world.socket.say("explode", {})
    world.socket.say("trade", {})
    expect(events.at(-1)).toBe("trade")
    expect(socket.traffic.parseErrors).toBe(1)
  })
})

test("stopping leaves no timer and no socket behind", () => {
  world.socket.open()
  socket.stop()
  expect(world.timers).toBe(0)
  expect(world.socket.readyState).toBe(3)
})
