/** Runs the real worker without a browser, in this process, with Node's socket and fetch. */

import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { forwardClock } from "#workers/market/forward-clock.ts"
import type { Frame } from "#workers/market/market.api.ts"
import { MarketDesk } from "#workers/market/market-desk.ts"
import type { SocketLike } from "#workers/market/surroundings.ts"
import { DESK_VIEW } from "./desk-view.ts"

export async function startDesk(origin: string, isCompact = false): Promise<MarketDesk> {
  const desk = new MarketDesk({
    ...forwardClock(() => Date.now()),
    setTimer: (run, afterMs) => setTimeout(run, afterMs) as unknown as number,
    clearTimer: (timer) => clearTimeout(timer),
    random: () => 0.5,
    openSocket(url) {
      const socket = isCompact ? new WebSocket(url, COMPACT_PROTOCOL) : new WebSocket(url)
      socket.binaryType = "arraybuffer"
      return socket as unknown as SocketLike
    },
    fetch: (url, settings) => fetch(url, settings),
  })
  await desk.start({
    apiBase: origin,
    socketUrl: `${origin.replace("http", "ws")}/socket`,
    language: "en",
  })
  await desk.show(DESK_VIEW)
  return desk
}

/** Takes frames for as long as `isWanted` says; a frame goes to `receive` unless that throws it away. */
export async function takeFrames(
  desk: MarketDesk,
  receive: (frame: Frame) => void,
  isWanted: () => boolean,
): Promise<void> {
  while (isWanted()) receive(await desk.nextFrame(1, 0))
}
