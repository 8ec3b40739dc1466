/** Compressed frames tell what plain ones do, whoever shares them, and only who offers compression gets them (W8). */

import type { IncomingMessage } from "node:http"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { Inflater } from "#tests/support/inflater.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import { COMPRESSION_BYTES, hasRoom, isOffered } from "./compression.ts"
import type { Telling } from "./deflated-frame.ts"
import { Frame } from "./frame.ts"

/** A client by the protocol. */
class Reader {
  readonly #inflater = new Inflater()
  telling: Telling = []

  read(bytes: Buffer): string {
    const short = (bytes[1] ?? 0) & 0x7f
    const payload = bytes.subarray(short < 126 ? 2 : short === 126 ? 4 : 10)
    return bytes[0] === 0xc1 ? this.#inflater.read(payload) : payload.toString()
  }

  take(frame: Frame): string {
    const { bytes, telling } = frame.deflated(this.telling)
    this.telling = telling
    return this.read(bytes)
  }
}

const frameOf = (text: string) => new Frame().with({ text })
const row = (price: number) => `{"type":"ticker","data":{"rows":[["BTC_USDT","${price}.5","48562.68","1"]]}}`

describe("a compressed frame", () => {
  test("tells what was put into it, whatever was told before: short, long, or larger than what is repeated", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.integer().map(row),
      fc
        .tuple(fc.integer(), fc.integer({ min: 1, max: 400 }))
        .map(([price, times]) => row(price).repeat(times)),
      fc.string({ unit: "grapheme", maxLength: 90 }),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const reader = new Reader()
        expect(texts.map((one) => reader.take(frameOf(one)))).toEqual(texts)
      }),
    )
  })

  test("is a fraction of a plain one once something like it was told", () => {
    const reader = new Reader()
    const sizes = [1, 2, 3, 4].map((price) => {
      const frame = frameOf(row(47_970 + price))
      const { bytes } = frame.deflated(reader.telling)
      reader.take(frame)
      return bytes.length / frame.bytes().length
    })
    expect(Math.max(...sizes.slice(1))).toBeLessThan(0.4)
  })

  test("is made once for all who were told the same, and again once what differed lies two frames back", () => {
    const [one, other] = [new Reader(), new Reader()]
    for (const text of [row(1), row(2)]) {
      const frame = frameOf(text)
      expect(one.take(frame)).toBe(other.take(frame))
      expect(frame.deflated(one.telling).bytes).toBe(frame.deflated(other.telling).bytes)
    }
    other.take(frameOf(row(99)))
    const parted = frameOf(row(3))
    expect(parted.deflated(one.telling).bytes).not.toBe(parted.deflated(other.telling).bytes)
    expect(one.take(parted)).toBe(other.take(parted))
    const next = frameOf(row(4))
    expect(one.take(next)).toBe(other.take(next))
    const last = frameOf(row(5))
    expect(last.deflated(one.telling).bytes).toBe(last.deflated(other.telling).bytes)
  })
})

test.each([
  [undefined, false],
  ["permessage-deflate", true],
  ["permessage-deflate; client_max_window_bits", true],
  ["permessage-deflate; client_no_context_takeover; client_max_window_bits", true],
  ["permessage-deflate; server_no_context_takeover", false],
  ["permessage-deflate; server_max_window_bits=10", false],
  ["permessage-deflate; client_max_window_bits=20", false],
  ["permessage-deflate; permessage-deflate=", false],
  ["x-webkit-deflate-frame", false],
])("an offer of %j is taken: %s", (offer, isTaken) => {
  const headers = offer === undefined ? {} : { "sec-websocket-extensions": offer }
  expect(isOffered({ headers } as IncomingMessage)).toBe(isTaken)
})

test("compressing connections take at most a quarter of the sockets' memory", () => {
  const bytes = 40 * COMPRESSION_BYTES
  expect(hasRoom(9, bytes)).toBe(true)
  expect(hasRoom(10, bytes)).toBe(false)
})

describe("a socket", () => {
  let market: FakeMarket
  let server: StreamServer
  beforeEach(() => {
    market = new FakeMarket([fakeSpot("BTC_USDT")])
  })
  afterEach(() => server.close())

  const open = (perMessageDeflate: boolean) =>
    SocketClient.open(server.url, { steps: () => FAKE_STEPS, socket: { perMessageDeflate } })

  /** What a client with that offer is sent for the same hundred changes, and what it makes of them. */
  async function follow(client: SocketClient) {
    await client.subscribe("depth", "BTC_USDT")
    for (let step = 1; step <= 100; step++) {
      market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9000 + (step % 30), total: step }] })
      await client.until(() => client.book("BTC_USDT").seq === step)
    }
    expect(client.faults).toEqual([])
    const { _socket: socket } = client.socket as unknown as { _socket: { bytesRead: number } }
    return socket.bytesRead
  }

  test("that offers compression follows the book with a fraction of the bytes; its own messages are read", async () => {
    server = await startStream(market, { coalesceMs: 0 })
    const client = await open(true)
    expect(client.socket.extensions).toContain("permessage-deflate")
    const compressed = await follow(client)
    market = new FakeMarket([fakeSpot("BTC_USDT")])
    await server.close()
    server = await startStream(market, { coalesceMs: 0 })
    const plain = await open(false)
    expect(plain.socket.extensions).toBe("")
    expect(compressed).toBeLessThan(0.5 * (await follow(plain)))
  })

  test.each([
    ["that doesn't want it", { isCompressing: false }],
    ["without memory for it", { socketMegabytesMax: 0.01 }],
  ])("of a server %s gets plain frames", async (_which, settings) => {
    server = await startStream(market, settings)
    const client = await open(true)
    expect(client.socket.extensions).toBe("")
    await client.subscribe("depth", "BTC_USDT")
    await client.until(() => client.book("BTC_USDT").snapshots === 1)
    expect(client.faults).toEqual([])
  })
})
