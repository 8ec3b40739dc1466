/**
 * WebSocket frames compressed by permessage-deflate (RFC 7692), so that clients which were told the same share them.
 *
 * A frame may repeat what its client has decompressed before. zlib would keep that for each connection, and compress each
 * frame for each of them anew; here it is given as a dictionary instead: the last frames, which all who are shown the same
 * market have in common. So a frame is compressed once for all of them, and nothing of zlib is kept.
 */

import { constants, deflateRawSync } from "node:zlib"
import { frameHead } from "./frame-head.ts"

/** What a frame has told, as far as the ones behind it may repeat it. Compared by identity. */
export interface Told {
  /** The end of its text, in UTF-8. */
  readonly tail: Buffer
  /** The tail is all of it: what came before stands right before the tail. */
  readonly isWhole: boolean
}

/** What a client has decompressed last, oldest first. What was sent uncompressed is no part of it. */
export type Telling = readonly Told[]

/** More than two gave 1 % fewer bytes, and clients that had something else in between share again later. */
const FRAMES_REPEATED = 2
/** Of one frame: twice as much lies within the window. */
const TAIL_BYTES_MAX = 3072
const WINDOW_BITS = 13
/** 6 gave 4 % fewer bytes for small frames in the same time, but takes twice as long for a snapshot. */
const LEVEL = 4
const MEMORY_LEVEL = 6
/** What ends a flush of zlib, left out of a message. */
const FLUSH_END_BYTES = 4

/** Shorter texts go out as they are: mostly answers, of which each client has its own. */
export const DEFLATED_FROM_CHARS = 64

export function toldBy(text: string): Told {
  const bytes = Buffer.from(text)
  const isWhole = bytes.length <= TAIL_BYTES_MAX
  // A copy: the end of a snapshot must not keep the whole of it.
  return { tail: isWhole ? bytes : Buffer.from(bytes.subarray(-TAIL_BYTES_MAX)), isWhole }
}

export const tellingAfter = (before: Telling, told: Told): Telling =>
  [...before, told].slice(-FRAMES_REPEATED)

/** The whole compressed frame of a text for clients that were told `before`. */
export function deflatedFrame(text: string, before: Telling): Buffer {
  const dictionary = dictionaryOf(before)
  const deflated = deflateRawSync(text, {
    level: LEVEL,
    windowBits: WINDOW_BITS,
    memLevel: MEMORY_LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(dictionary.length > 0 && { dictionary }),
  })
  const payload = deflated.subarray(0, -FLUSH_END_BYTES)
  return Buffer.concat([frameHead(payload.length, { isDeflated: true }), payload])
}

/** The end of what was told, without a gap: a client's window holds nothing else there. */
function dictionaryOf(telling: Telling): Buffer {
  const tails: Buffer[] = []
  for (const { tail, isWhole } of telling.toReversed()) {
    tails.unshift(tail)
    if (!isWhole) break
  }
  return Buffer.concat(tails)
}
