/** Listens to a channel of signals. */

import type { Channel } from "node:diagnostics_channel"

/** A channel carries what its own `tell…` publishes; its type stands beside it. @returns how to stop listening */
export function hear<Message>(from: Channel, take: (message: Message) => void): () => void {
  const listener = (message: unknown) => take(message as Message)
  from.subscribe(listener)
  return () => from.unsubscribe(listener)
}
