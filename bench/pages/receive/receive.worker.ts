/** Subscribes as the terminal does and counts frames; the text is not even looked at. */

import { ACTIVE_ID } from "../../load/workload.ts"

let frames = 0

function open(url: string): void {
  const socket = new WebSocket(url)
  socket.onopen = () => {
    for (const [channel, key] of [
      ["ticker", "*"],
      ["depth", ACTIVE_ID],
      ["trade", ACTIVE_ID],
      ["candle", `${ACTIVE_ID}:15m`],
    ])
      socket.send(JSON.stringify({ type: "subscribe", data: { channel, key } }))
  }
  socket.onmessage = () => {
    frames += 1
  }
}

self.onmessage = ({ data }: MessageEvent<string>) => {
  if (data === "count") self.postMessage(frames)
  else open(data)
}
