/** Which clients get compressed frames: permessage-deflate where it is offered, switched on, and its memory allowed. */

import type { IncomingMessage } from "node:http"
import type { PerMessageDeflateOptions } from "ws"

/**
 * Memory of one compressing connection: `ws` keeps a decompressor for what the client sends (43 kB measured, once it has
 * sent something compressed), and the end of the last frames is kept for as long as it may be repeated.
 */
export const COMPRESSION_BYTES = 48 * 1024
/** Of the sockets' memory, what all of that may take; who comes later gets plain frames. */
const SHARE_MAX = 1 / 4

/** How `ws` is to answer the offer. Frames are compressed by ourselves (deflated-frame.ts). */
export const COMPRESSION: PerMessageDeflateOptions = {
  // The client's few messages are small: nothing is kept between them.
  clientNoContextTakeover: true,
  concurrencyLimit: 4,
  zlibInflateOptions: { chunkSize: 1024 },
}

/** What all browsers offer. Who asks for a smaller window, or none between messages, gets plain frames. */
const OFFER = /^permessage-deflate(?:\s*;\s*(?:client_max_window_bits|client_no_context_takeover))*$/

export const isOffered = (request: IncomingMessage): boolean =>
  OFFER.test((request.headers["sec-websocket-extensions"] ?? "").trim())

/** Whether one more connection may compress. */
export const hasRoom = (compressing: number, bytesMax: number): boolean =>
  (compressing + 1) * COMPRESSION_BYTES <= bytesMax * SHARE_MAX
