/** Sockets over several gateways: the memory that each takes there, and what a frame costs. */

import { once } from "node:events"
import { WebSocket } from "ws"
import { costOf, type Running } from "./gateway-processes.ts"
import type { HeldBytes } from "./memory-door.ts"

const AT_ONCE = 50
const SETTLE_MS = 5000
const WINDOW_MS = 10_000
/** What a page follows of the market that it shows. */
const CHANNELS = [
  ["ticker", "*"],
  ["depth", "BTC_USDT"],
  ["trade", "BTC_USDT"],
] as const

export interface SocketFigures {
  sockets: number
  /** What a socket takes, by gateway. */
  bytesEach: HeldBytes[]
  framesPerSecond: number
  wireBytesPerSecond: number
  /** Seconds of processor in a second, by gateway: before there were sockets, and with them. */
  idle: number[]
  busy: number[]
}

/** `count` sockets in equal parts, each subscribed to {@link CHANNELS}. Fails when one of them is lost or refused something. */
export async function measureSockets(gateways: readonly Running[], count: number): Promise<SocketFigures> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const before = await memoryOf(gateways)
  const idle = await costOf(gateways, () => wait(WINDOW_MS))
  const sockets: WebSocket[] = []
  let [frames, bytes, isOver] = [0, 0, false]
  const lost: string[] = []
  const open = async (number: number) => {
    const { port } = gateways[number % gateways.length] as Running
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { perMessageDeflate: false })
    sockets.push(socket)
    socket.on("message", (data: Buffer) => {
      frames += 1
      bytes += data.length
      // Heartbeats are answered, as whoever falls silent is let go of.
      if (data.includes('"type":"pong"')) socket.send('{"type":"ping","data":{}}')
      if (data.includes('"problem"')) lost.push(data.toString().slice(0, 200))
    })
    socket.on("close", (code) => {
      if (!isOver) lost.push(`closed with ${code}`)
    })
    await once(socket, "open")
    for (const [channel, key] of CHANNELS)
      socket.send(JSON.stringify({ type: "subscribe", data: { channel, key } }))
  }
  try {
    for (let first = 0; first < count; first += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, place) => open(first + place)),
      )
    await wait(SETTLE_MS)
    const each = (now: number, then = 0) => (now - then) / (count / gateways.length)
    const bytesEach = (await memoryOf(gateways)).map(({ held, resident }, place) => ({
      held: each(held, before[place]?.held),
      resident: each(resident, before[place]?.resident),
    }))
    ;[frames, bytes] = [0, 0]
    const busy = await costOf(gateways, () => wait(WINDOW_MS))
    const told = { framesPerSecond: frames / busy.seconds, wireBytesPerSecond: bytes / busy.seconds }
    if (lost.length > 0) throw new Error(`${lost.length} sockets were lost or refused something: ${lost[0]}`)
    return { sockets: sockets.length, bytesEach, ...told, idle: idle.perSecond, busy: busy.perSecond }
  } finally {
    isOver = true
    for (const socket of sockets) socket.terminate()
  }
}

const memoryOf = (gateways: readonly Running[]): Promise<HeldBytes[]> =>
  Promise.all(gateways.map((gateway) => gateway.memory()))
