/** A peer's market socket: every message is passed on by itself, on the page or in a worker. */

import { type Counts, type PeerMessage, TARGETS } from "./contract.ts"

export interface Connection {
  counts: Counts
  /** Asks for the whole book again after a gap. */
  resync(): void
}

/** Opens the socket of this origin; `take` gets each message in order, one at a time. */
export function connect(take: (message: PeerMessage) => void): Connection {
  const counts: Counts = { messages: 0, gaps: 0, malformed: 0 }
  const socket = new WebSocket(`ws://${location.host}/socket`)
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.onopen = () => {
    for (const data of TARGETS) send({ type: "subscribe", data })
  }
  const hear = (message: PeerMessage) => {
    if (message.type === "pong") send({ type: "ping", data: {} })
    take(message)
    counts.messages += 1
  }
  socket.onmessage = (event: MessageEvent<string>) => {
    let frame: PeerMessage | PeerMessage[]
    try {
      frame = JSON.parse(event.data) as PeerMessage | PeerMessage[]
    } catch {
      counts.malformed += 1
      return
    }
    if (Array.isArray(frame)) for (const message of frame) hear(message)
    else hear(frame)
  }
  return {
    counts,
    resync() {
      counts.gaps += 1
      send({ type: "resync", data: TARGETS[1] })
    },
  }
}
