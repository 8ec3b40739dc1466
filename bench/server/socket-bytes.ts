/** Figure: what a client of the spot-trade screen receives in a minute, compressed and plain at the same time. */

import { once } from "node:events"
import type { Socket } from "node:net"
import { type RawData, WebSocket } from "ws"
import type { BenchContext } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { startRealServer } from "./real-server.ts"

export const measure: Measure = { name: "socket-bytes", run: async (context) => [await run(context)] }

/** What the terminal subscribes to on a phone: the head, the tape and the book of one market. */
const CHANNELS = ["ticker", "trade", "depth"] as const
const INSTRUMENT = "BTC_USDT"
/** Snapshots and the first heartbeats are over by then. */
const WARM_UP_MS = 3000
const SPAN_MS = { quick: 10_000, full: 60_000 } as const
const MINUTE_MS = 60_000

async function run(context: BenchContext): Promise<FigureResult> {
  const server = await startRealServer({ SAKER_SOCKET_COMPRESSION: "1" })
  try {
    const [compressed, plain] = await Promise.all([follow(server.port, true), follow(server.port, false)])
    await pause(WARM_UP_MS)
    const [from, plainFrom] = [compressed.figures(), plain.figures()]
    const spanMs = SPAN_MS[context.isQuick ? "quick" : "full"]
    await pause(spanMs)
    const [ours, theirs] = [compressed.figures(), plain.figures()]
    for (const { socket } of [compressed, plain]) socket.terminate()
    const aMinute = (bytes: number) => Math.round((bytes * MINUTE_MS) / spanMs)
    const value = aMinute(ours.bytes - from.bytes)
    const againstValue = aMinute(theirs.bytes - plainFrom.bytes)
    const kinds = Object.fromEntries(
      Object.entries(theirs.byKind).map(([kind, bytes]) => [
        kind,
        aMinute(bytes - (plainFrom.byKind[kind] ?? 0)),
      ]),
    )
    context.say(
      `socket-bytes: ${value} bytes a minute of ${againstValue}; plain by kind ${JSON.stringify(kinds)}`,
    )
    return {
      name: "socket-bytes",
      value,
      values: [value],
      against: "uncompressed, at the same time",
      againstValue,
      againstValues: [againstValue],
      ratio: value / againstValue,
      isRight: compressed.isCompressed && !plain.isCompressed,
      details: { kinds },
    }
  } finally {
    await server.close()
  }
}

/** Subscribes, and counts what comes: on the wire, and as text by the kind of its message. */
async function follow(port: number, perMessageDeflate: boolean) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { perMessageDeflate })
  await once(socket, "open")
  const byKind: Record<string, number> = {}
  socket.on("message", (data: RawData) => {
    const said: unknown = JSON.parse(String(data))
    for (const message of (Array.isArray(said) ? said : [said]) as { type: string }[]) {
      byKind[message.type] = (byKind[message.type] ?? 0) + JSON.stringify(message).length
      if (message.type === "pong") socket.send('{"type":"ping","data":{}}')
    }
  })
  for (const channel of CHANNELS)
    socket.send(JSON.stringify({ type: "subscribe", data: { channel, key: INSTRUMENT } }))
  const { _socket: line } = socket as unknown as { _socket: Socket }
  return {
    socket,
    isCompressed: socket.extensions.includes("permessage-deflate"),
    figures: () => ({ bytes: line.bytesRead, byKind: { ...byKind } }),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
