/** Every message is answered in turn, and a client that breaks the protocol is informed before the close. */

import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { CLIENT_MESSAGE_BYTES_MAX, PROBLEMS } from "#core/wire/index.ts"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

let server: StreamServer
const clients: SocketClient[] = []

async function open() {
  const client = await SocketClient.open(server.url, { steps: () => FAKE_STEPS })
  clients.push(client)
  return client
}

beforeEach(async () => {
  server = await startStream(new FakeMarket([fakeSpot("BTC_USDT"), fakeSpot("ETH_USDT")]))
})
afterEach(async () => {
  const faults = clients.splice(0).flatMap((client) => client.faults)
  await server.close()
  expect(faults).toEqual([])
})

describe("answers", () => {
  const ask = (key: string, type = "subscribe") => ({ type, data: { channel: "ticker", key } })
  /** Types of what came after the asking, with the key that they name. */
  async function answersTo(messages: unknown, count: number) {
    const client = await open()
    const heard: [string, string][] = []
    // Before the client itself, which wakes who waits.
    client.socket.prependListener("message", (data) => {
      for (const { type, data: said } of [JSON.parse(String(data))].flat())
        if (type !== "pong" && type !== "closing")
          heard.push([type, said.key ?? said.rows.map(([id]: [string]) => id).join()])
    })
    client.send(messages)
    await client.until(() => heard.length >= count)
    return heard
  }

  test("come in the order of the messages: a refusal overtakes no confirmation", async () => {
    expect(await answersTo([ask("BTC_USDT"), ask("NO_SUCH"), ask("ETH_USDT")], 5)).toEqual([
      ["subscribed", "BTC_USDT"],
      ["ticker", "BTC_USDT"],
      ["problem", "NO_SUCH"],
      ["subscribed", "ETH_USDT"],
      ["ticker", "ETH_USDT"],
    ])
  })

  test("confirm each of two equal subscriptions in one frame, and bring the state once, after both", async () => {
    expect(await answersTo([ask("BTC_USDT"), ask("NO_SUCH"), ask("BTC_USDT")], 4)).toEqual([
      ["subscribed", "BTC_USDT"],
      ["problem", "NO_SUCH"],
      ["subscribed", "BTC_USDT"],
      ["ticker", "BTC_USDT"],
    ])
  })

  test("confirm a subscription that is ended in the same frame, without its state", async () => {
    const messages = [ask("BTC_USDT"), ask("BTC_USDT", "unsubscribe"), ask("ETH_USDT")]
    expect(await answersTo(messages, 3)).toEqual([
      ["subscribed", "BTC_USDT"],
      ["subscribed", "ETH_USDT"],
      ["ticker", "ETH_USDT"],
    ])
  })
})

test("what was refused before the end is told before it", async () => {
  const client = await open()
  client.send([{ type: "subscribe", data: 7 }])
  client.send("x".repeat(CLIENT_MESSAGE_BYTES_MAX + 1))
  await client.until(() => client.closed !== undefined)
  expect(client.problems).toEqual([{ code: PROBLEMS.FORMAT, name: "FORMAT", of: "subscribe" }])
  expect(client.closing?.reason).toBe("size")
})

describe("a frame that can't be taken", () => {
  test.each([
    [
      "too large",
      (client: SocketClient) => client.send("x".repeat(CLIENT_MESSAGE_BYTES_MAX + 1)),
      1009,
      "size",
    ],
    [
      "no UTF-8",
      (client: SocketClient) => client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
      "protocol",
    ],
  ] as const)("because it is %s ends the connection, and the server says why before", async (...one) => {
    const [, send, code, reason] = one
    const client = await open()
    send(client)
    await client.until(() => client.closed !== undefined)
    expect(client.closing?.reason).toBe(reason)
    expect(client.closing?.after).toBeGreaterThan(0)
    expect(client.closed?.code).toBe(code)
  })
})
