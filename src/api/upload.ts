/**
 * Uploads pictures. In pieces; after a lost connection it asks how much has arrived and goes on from there. A
 * session that has ended leads to the login without a word.
 */

import { type PicturePurpose, uploadPicture, uploadState } from "#core/wire/identity-calls.ts"
import { problemText } from "../text/problem-text.ts"
import { type Answer, call } from "./call.ts"

/** Half of what the server takes at once: on a slow line progress is seen more often. */
export const PIECE_BYTES = 128 * 1024
/** Tries without any progress, while the device says that it is online. */
const TRIES_MAX = 6
const FIRST_PAUSE_MS = 1000
const PAUSE_MAX_MS = 15_000

export interface Upload {
  /** The same for all pieces, and for going on later. See newRequestKey. */
  upload: string
  purpose: PicturePurpose
  picture: Blob
}

interface Sending {
  /** Cancels; what has arrived stays at the server for a while. */
  signal: AbortSignal
  /** Bytes that the server has. */
  onProgress: (sent: number) => void
  /** The connection is gone and waited for, or there again. */
  onWaiting: (isWaiting: boolean) => void
}

/** Sends a whole picture and answers its id. A failure can be tried again with the same `upload`: it goes on. */
export async function sendPicture(what: Upload, sending: Sending): Promise<Answer<string>> {
  const { signal, onProgress, onWaiting } = sending
  // Undefined: only the server knows.
  let at: number | undefined
  for (let tries = 0; ; ) {
    const answer: Answer<{ received: number; id?: string }> =
      at === undefined
        ? await call(uploadState, { upload: what.upload }, signal, { isQuiet: true })
        : await call(uploadPicture, await pieceOf(what, at), signal, { isQuiet: true })
    if (signal.aborted) return answer.ok ? stuck() : answer
    if (answer.ok) {
      const { received, id } = answer.data
      onProgress(received)
      if (id) return { ok: true, data: id }
      // A server that takes pieces and never grows would be asked for ever.
      if (at !== undefined) tries = received > at ? 0 : tries + 1
      if (tries > TRIES_MAX) return stuck()
      at = received
      continue
    }
    const { name } = answer.failure
    if (name !== "NETWORK" && name !== "RATE_LIMIT") return answer
    tries += 1
    if (tries > TRIES_MAX) return answer
    if (name === "NETWORK") {
      at = undefined
      onWaiting(true)
      await untilOnline(signal)
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS), signal)
    onWaiting(false)
    if (signal.aborted) return answer
  }
}

const stuck = (): Answer<string> => ({
  ok: false,
  failure: { name: "INTERNAL", text: problemText({ name: "INTERNAL" }) },
})

async function pieceOf({ upload, purpose, picture }: Upload, offset: number) {
  const bytes = await picture.slice(offset, offset + PIECE_BYTES).arrayBuffer()
  return { upload, purpose, offset, size: picture.size, file: new Uint8Array(bytes) }
}

/** At once while the device says it is online; it may be wrong, so a pause follows. */
function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      window.removeEventListener("online", done)
      signal.removeEventListener("abort", done)
      resolve()
    }
    window.addEventListener("online", done)
    signal.addEventListener("abort", done)
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    signal.addEventListener("abort", done)
    if (signal.aborted) done()
  })
}
