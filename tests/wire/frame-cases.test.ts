/** Does the socket answer each case of RFC 6455 as the RFC says: framing, control frames, fragments, text, closing? */

import { afterAll, beforeAll, expect, test } from "vitest"
import { ByteClient } from "#tests/support/byte-client.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { CLOSE, frame, PING, PONG } from "#tests/support/socket-frame.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import { frameCases } from "./frame-cases.ts"

let server: StreamServer
beforeAll(async () => {
  server = await startStream(new FakeMarket([fakeSpot("BTC_USDT")]))
})
afterAll(() => server.close())

test.each(frameCases)("$section $name", async ({ sent, ends }) => {
  const client = await ByteClient.open(server.url)
  try {
    for (const bytes of sent) await client.send(bytes)
    const hasPong = (data: Buffer) => client.heard.some((one) => one.kind === PONG && one.data.equals(data))
    if (typeof ends === "number") expect(await client.closeCode()).toBe(ends)
    else if (ends === "alive") {
      await client.send(frame(PING, "still there?"))
      await client.until(() => hasPong(Buffer.from("still there?")))
      expect(client.heard.some(({ kind }) => kind === CLOSE)).toBe(false)
    } else if ("pong" in ends) await client.until(() => hasPong(ends.pong))
    else {
      const code = await client.closeCode()
      if (ends.closes === "echo") expect([undefined, 1000, 1005]).toContain(code)
      else expect(code).toBe(ends.closes)
      expect(client.heard.filter(({ kind }) => kind === CLOSE)).toHaveLength(1)
    }
  } finally {
    client.end()
  }
})
