/** Can any client harm the server by what it sends? Rubbish by the ten thousand, through real sockets. */

import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { CLIENT_MESSAGE_BYTES_MAX } from "#core/wire/index.ts"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { liveBytes } from "#tests/support/memory.ts"
import { randomBatches, seededChance } from "#tests/support/random-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

const MESSAGES = 50_000
/** Seconds of work, more on a busy machine. */
const WITHIN_MS = 180_000
const IDS = ["BTC_USDT", "ETH_USDT"]

let market: FakeMarket
let server: StreamServer
const rejections: unknown[] = []
const note = (reason: unknown) => void rejections.push(reason)

beforeEach(() => {
  market = new FakeMarket(IDS.map(fakeSpot))
  rejections.length = 0
  process.on("unhandledRejection", note)
  process.on("uncaughtException", note)
})
afterEach(async () => {
  await server.close()
  process.off("unhandledRejection", note)
  process.off("uncaughtException", note)
  expect(rejections).toEqual([])
})

const nested = (open: string, close: string) => open.repeat(2000) + close.repeat(2000)
const RIGHT = '{"type":"subscribe","data":{"channel":"depth","key":"BTC_USDT"}}'
/** What a text message may hold; `cut` and `pick` make each one different. */
const RUBBISH: ((cut: number) => string)[] = [
  (cut) => RIGHT.slice(0, Math.floor(cut * RIGHT.length)),
  () => nested("[", "]"),
  () => nested('{"a":', "}").slice(0, 4000),
  () => `{"type":"subscribe","data":${nested("[", "]").slice(0, 3900)}}`,
  () => '{"type":"auth","data":{"token":"t","since":1e400}}',
  () => '{"type":"auth","data":{"token":"t","since":-1e400}}',
  () => `{"type":"auth","data":{"token":"t","since":${"9".repeat(3000)}}}`,
  () => '{"type":"subscribe","data":NaN}',
  () => '{"type":"subscribe","type":"resync","data":{"channel":"depth","channel":"x","key":"y"}}',
  () => '{"__proto__":{"type":"subscribe"},"type":"subscribe","data":{"__proto__":{"key":"x"}}}',
  () => '{"type":"constructor","data":{"prototype":1}}',
  () => '{"type":"subscribe","data":{"channel":"depth","key":"__proto__"}}',
  () => '{"type":"subscribe","data":{"channel":"__proto__","key":"BTC_USDT"}}',
  () => '{"type":"subscribe","data":{"channel":["depth"],"key":{"toString":1}}}',
  () => '{"type":"unsubscribe","data":{"channel":"depth","key":"nothing"}}',
  () => '{"type":"resync","data":{"channel":"depth","key":"nothing"}}',
  () => '{"type":"candle:1m"}',
  () => `"${"\\ud800".repeat(600)}"`,
  () => "\u0000\u0001\u0002",
  () => "",
  () => "[]",
  () => `[${'{"type":"auth","data":{"token":""}},'.repeat(90)}0]`,
  (cut) => String.fromCodePoint(32 + Math.floor(cut * 50_000)).repeat(50),
]

describe("a hostile client", () => {
  test(
    `sends ${MESSAGES} malformed messages: nothing falls, others see nothing, memory comes back`,
    async () => {
      server = await startStream(market, { messagesPerSecond: 10_000, connectionsPerAddress: 10 })
      const honest = await SocketClient.open(server.url, { steps: () => FAKE_STEPS })
      await honest.subscribe("depth", ...IDS)
      const batch = randomBatches(IDS, 3)
      const chance = seededChance(9)
      const before = liveBytes()
      let sent = 0
      while (sent < MESSAGES) {
        const hostile = await SocketClient.open(server.url)
        hostile.socket.on("error", () => undefined)
        for (let count = 0; count < 2500 && !hostile.closed; count++) {
          const make = RUBBISH[Math.floor(chance() * RUBBISH.length)]
          const text = make?.(chance()) ?? ""
          hostile.socket.send(chance() < 0.05 ? Buffer.from(text) : text, { binary: chance() < 0.05 })
          sent += 1
          if (count % 100 === 0) {
            market.commit(batch())
            await new Promise((resolve) => setImmediate(resolve))
          }
        }
        expect(hostile.faults).toEqual([])
        hostile.socket.terminate()
      }
      await honest.until(() => IDS.every((id) => honest.book(id).seq === market.depth(id, 1)?.seq))
      expect(honest.faults).toEqual([])
      expect(honest.problems).toEqual([])
      while (server.stream.figures().connections > 1) await new Promise((resolve) => setImmediate(resolve))
      expect(liveBytes() - before).toBeLessThan(8 * 2 ** 20)
      await honest.close()
    },
    WITHIN_MS,
  )

  test("is let go by the limits it meets by default, long before that", async () => {
    server = await startStream(market)
    const hostile = await SocketClient.open(server.url)
    for (let count = 0; count < 2000; count++) hostile.send("{")
    await hostile.until(() => hostile.closed !== undefined)
    expect(hostile.closing?.reason).toBe("limit")
    expect(hostile.problems.length).toBeGreaterThan(0)
    expect(hostile.problems.length).toBeLessThanOrEqual(25)
  })
})

/** An opened WebSocket as bare bytes, to send what no library would. */
async function openRaw(): Promise<Socket> {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write(
    "GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  )
  await once(socket, "data")
  return socket
}

/** A client's frame with a mask of zeros, so that the payload stands as it is. */
function rawFrame(first: number, payload: Buffer): Buffer {
  const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.alloc(3)
  if (payload.length >= 126) {
    length[0] = 0x80 | 126
    length.writeUInt16BE(payload.length, 1)
  }
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), payload])
}

describe("a broken frame", () => {
  const TEXT = 0x81
  const closeCodeOf = (bytes: Buffer) => {
    const place = bytes.lastIndexOf(0x88)
    return bytes.readUInt16BE(place + 2)
  }
  const answerTo = async (...frames: Buffer[]) => {
    const socket = await openRaw()
    const got: Buffer[] = []
    socket.on("data", (chunk: Buffer) => void got.push(chunk))
    for (const frame of frames) socket.write(frame)
    await once(socket, "close")
    return Buffer.concat(got)
  }

  beforeEach(async () => {
    server = await startStream(market)
  })

  test.each([
    ["invalid UTF-8", () => [rawFrame(TEXT, Buffer.from([0xc3, 0x28, 0xff]))], 1007],
    [
      "a message over the limit",
      () => [rawFrame(TEXT, Buffer.alloc(CLIENT_MESSAGE_BYTES_MAX + 1, 32))],
      1009,
    ],
    [
      "fragments without an end",
      () => Array.from({ length: 80 }, (_, n) => rawFrame(n ? 0 : 1, Buffer.from("["))),
      1008,
    ],
    ["an unknown opcode", () => [rawFrame(0x83, Buffer.from("x"))], 1002],
    ["reserved bits", () => [rawFrame(0xf1, Buffer.from("x"))], 1002],
    ["no mask", () => [Buffer.from([TEXT, 1, 0x7b])], 1002],
    ["a long control frame", () => [rawFrame(0x89, Buffer.alloc(126))], 1002],
  ] as const)("with %s ends only its own connection, with the code for it", async (_what, frames, code) => {
    const honest = await SocketClient.open(server.url)
    expect(closeCodeOf(await answerTo(...frames()))).toBe(code)
    await honest.subscribe("depth", "BTC_USDT")
    await honest.close()
  })

  test("in good pieces is understood", async () => {
    const socket = await openRaw()
    const half = Math.floor(RIGHT.length / 2)
    socket.write(rawFrame(0x01, Buffer.from(RIGHT.slice(0, half))))
    socket.write(rawFrame(0x80, Buffer.from(RIGHT.slice(half))))
    let text = ""
    while (!text.includes('"subscribed"')) {
      const [chunk] = (await once(socket, "data")) as [Buffer]
      text += chunk.toString("latin1")
    }
    socket.destroy()
  })

  test("that breaks off in the middle leaves nothing behind", async () => {
    const socket = await openRaw()
    socket.write(rawFrame(TEXT, Buffer.from(RIGHT)).subarray(0, 20))
    socket.destroy()
    while (server.stream.figures().connections > 0) await new Promise((resolve) => setImmediate(resolve))
  })
})
