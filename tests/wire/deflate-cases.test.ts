/** Holds the socket to RFC 7692: offers, compressed messages in and out, small frames that hold too much. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { ByteClient } from "#tests/support/byte-client.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { Inflater } from "#tests/support/inflater.ts"
import { frame, PING, PONG, TEXT } from "#tests/support/socket-frame.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import { deflateCases, offerCases, WANTED } from "./deflate-cases.ts"

const OFFER = "permessage-deflate; client_max_window_bits"
const DEFLATED = 4

let server: StreamServer
beforeAll(async () => {
  server = await startStream(new FakeMarket([fakeSpot(WANTED)]))
})
afterAll(() => server.close())

/** What the frames say, the compressed ones with the window of all before (7.2.2). */
function textsOf({ heard }: ByteClient): string[] {
  const inflater = new Inflater()
  return heard
    .filter(({ kind }) => kind === TEXT)
    .map(({ reserved, data }) => (reserved === DEFLATED ? inflater.read(data) : data.toString()))
}

interface Told {
  type: string
  data: { key?: string }
}
/** Several may come in one frame. */
const toldBy = (client: ByteClient): Told[] =>
  textsOf(client).flatMap((text) => JSON.parse(text) as Told | Told[])
/** Answers to the wanted subscription; one that stands already is answered as well. */
const answersOf = (client: ByteClient) =>
  toldBy(client).filter(({ type, data }) => type === "subscribed" && data.key === WANTED).length

async function isAlive(client: ByteClient, name: string): Promise<void> {
  await client.send(frame(PING, name))
  await client.until(() => client.heard.some(({ kind, data }) => kind === PONG && data.toString() === name))
}

test.each(deflateCases)("$section $name", async ({ sent, ends }) => {
  const client = await ByteClient.open(server.url, OFFER)
  try {
    expect(client.extensions).toContain("permessage-deflate")
    for (const bytes of sent) await client.send(bytes)
    if (typeof ends === "number") expect(await client.closeCode()).toBe(ends)
    else {
      await client.until(() => answersOf(client) === ends.read)
      await isAlive(client, "still there?")
      expect(answersOf(client)).toBe(ends.read)
    }
    // Only the first frame of a message has the bit, and none that controls.
    for (const { kind, reserved } of client.heard)
      expect(kind === TEXT ? [0, DEFLATED] : [0]).toContain(reserved)
  } finally {
    client.end()
  }
})

test.each(offerCases)("an offer: $name", async ({ offer, must }) => {
  const client = await ByteClient.open(server.url, offer)
  try {
    if (must === "plain") expect(client.extensions).toBe("")
    else {
      const [name, ...agreed] = client.extensions.split(";").map((part) => part.trim())
      expect(name).toBe("permessage-deflate")
      // 7.1.1.2, 7.1.2.2: that the client keeps nothing a server may ask unasked, for a window only where it was offered.
      const may = ["client_no_context_takeover", "server_no_context_takeover"]
      if (offer?.includes("client_max_window_bits")) may.push("client_max_window_bits")
      expect(agreed.filter((part) => !may.includes(part.split("=")[0] ?? ""))).toEqual([])
    }
    await isAlive(client, "hello")
    if (must === "compressed") return
    // Without the extension the bit means nothing.
    await client.send(frame(TEXT, "{}", { reserved: DEFLATED }))
    expect(await client.closeCode()).toBe(1002)
  } finally {
    client.end()
  }
})

const depthOf = (client: ByteClient) => toldBy(client).find(({ type }) => type === "depth")

test("what is told is compressed, and says the same as to a client that offered nothing", async () => {
  const [one, other] = [await ByteClient.open(server.url, OFFER), await ByteClient.open(server.url)]
  try {
    const ask = frame(TEXT, JSON.stringify({ type: "subscribe", data: { channel: "depth", key: WANTED } }))
    for (const client of [one, other]) {
      await client.send(ask)
      await client.until(() => depthOf(client) !== undefined)
    }
    expect(depthOf(one)).toEqual(depthOf(other))
    expect(one.heard.some(({ reserved }) => reserved === DEFLATED)).toBe(true)
    expect(other.heard.every(({ reserved }) => reserved === 0)).toBe(true)
  } finally {
    one.end()
    other.end()
  }
})
