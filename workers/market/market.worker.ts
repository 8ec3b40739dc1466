/** The worker's entry: gives the parts this thread's clock, timers, sockets and calls, and exposes the api to the page. */

import { expose, transfer } from "comlink"
import type { Frame } from "./frame.ts"
import type { MarketWorkerConfig } from "./market.api.ts"
import { MarketDesk } from "./market-desk.ts"
import type { SocketLike } from "./surroundings.ts"

/** Bars and ladders are handed over instead of copied. */
class TransferringDesk extends MarketDesk {
  override async nextFrame(lastCommitMs: number, missedFrames: number): Promise<Frame> {
    const frame = await super.nextFrame(lastCommitMs, missedFrames)
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

const desk = new TransferringDesk({
  now: () => Date.now(),
  setTimer: (run, afterMs) => setTimeout(run, afterMs) as unknown as number,
  clearTimer: (timer) => clearTimeout(timer),
  random: () => Math.random(),
  openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
  fetch: (url, settings) => fetch(url, settings),
})

// The page's first script knows the server before the page can speak comlink (src/first-face/first-script.js).
addEventListener("message", ({ data }: MessageEvent<Partial<EarlyMessage> | undefined>) => {
  if (!data?.early) return
  void desk.start(data.early)
  if (data.market) desk.followFirstPrice(data.market, (firstPrice) => postMessage({ firstPrice }))
})
expose(desk)
