/** The worker's entry: gives the parts this thread's clock, timers, sockets and calls, and exposes the api to the page. */

import { expose, transfer } from "comlink"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { forwardClock } from "./forward-clock.ts"
import type { Frame } from "./frame.ts"
import type { MarketWorkerConfig } from "./market.api.ts"
import { MarketDesk } from "./market-desk.ts"
import type { SocketLike } from "./surroundings.ts"

const { now, ahead } = forwardClock(() => Date.now())

/** Bars and ladders are handed over instead of copied. */
class TransferringDesk extends MarketDesk {
  /** The page tells its paints by the device's clock, whatever was done to that. */
  override async nextFrame(commitMs: number, missedFrames: number, paintAt?: number): Promise<Frame> {
    const shownAt = paintAt === undefined ? undefined : paintAt + ahead()
    const frame = await super.nextFrame(commitMs, missedFrames, shownAt)
    const { charts = [], ladder } = frame
    const packed = charts.map((chart) => chart.bars)
    if (ladder) packed.push(ladder.bids, ladder.asks)
    const buffers = packed.map((numbers) => numbers.buffer as ArrayBuffer)
    return buffers.length > 0 ? transfer(frame, buffers) : frame
  }
}

/** What the page's first script says. */
interface EarlyMessage {
  early: MarketWorkerConfig
  /** Whose price the first face shows; left out: none. */
  market?: string
}

/** An address that ends in `?compact` asks for the compact form (docs/rules/wire.md, W9). */
function openSocket(url: string): SocketLike {
  const isCompact = new URL(url).searchParams.has("compact")
  const socket = isCompact ? new WebSocket(url, COMPACT_PROTOCOL) : new WebSocket(url)
  socket.binaryType = "arraybuffer"
  return socket as unknown as SocketLike
}

const desk = new TransferringDesk({
  now,
  ahead,
  setTimer: (run, afterMs) => setTimeout(run, afterMs) as unknown as number,
  clearTimer: (timer) => clearTimeout(timer),
  random: () => Math.random(),
  openSocket,
  fetch: (url, settings) => fetch(url, settings),
})

// The page's first script knows the server before the page can speak comlink (src/first-face/first-script.js).
addEventListener("message", ({ data }: MessageEvent<Partial<EarlyMessage> | undefined>) => {
  if (!data?.early) return
  void desk.start(data.early)
  if (data.market) desk.followFirstPrice(data.market, (firstPrice) => postMessage({ firstPrice }))
})
expose(desk)
