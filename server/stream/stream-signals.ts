/** Frames of all sockets, for whoever counts them; costs a comparison while nobody does. */

import { channel } from "node:diagnostics_channel"

/** Published with the bytes of each frame sent. */
export const sentFrames = channel("saker:stream:sent-frame")
/** Published for each message of a client. */
export const heardMessages = channel("saker:stream:heard-message")

export const tellSent = (bytes: number): void => {
  if (sentFrames.hasSubscribers) sentFrames.publish(bytes)
}

export const tellHeard = (): void => {
  if (heardMessages.hasSubscribers) heardMessages.publish(1)
}
