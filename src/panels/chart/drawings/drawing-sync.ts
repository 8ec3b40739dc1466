/** Takes a user's drawings to the server and brings those of their other devices: at the start, after each change, when the page is seen again. */

import { DRAWING_FORM } from "#core/drawing/drawing.ts"
import { drawings as readDrawings, saveDrawings } from "#core/wire/drawing-calls.ts"
import { call } from "../../../api/call.ts"
import { forgetBoards, onDrawn, takeSaved, unsentOf } from "../../../stores/drawing-store.ts"
import { followToken, session } from "../../../stores/session-store.ts"
import { showToast } from "../../../ui/toaster.ts"

/** Several changes in a row are one call. */
const GATHER_MS = 500
/** After a call that came to nothing. */
const AGAIN_MS = 15_000

const NOTHING = { drawings: [], removed: [] }

/** By market: the newest version known. */
const versions = new Map<string, number>()

// With another session nothing of the one before is shown.
followToken((token) => {
  if (token !== null) return
  versions.clear()
  forgetBoards()
})

/** Letters of one call's changes at most: the server takes bodies of 16 kB, of which Chinese letters are three bytes each. */
const CALL_LETTERS_MAX = 5000
const REMOVED_AT_ONCE = 100

/** As much of what is unsent as goes into one call. */
function firstPart({ drawings, removed }: ReturnType<typeof unsentOf>): ReturnType<typeof unsentOf> {
  let letters = 0
  const part = drawings.filter((drawing, at) => {
    letters += JSON.stringify(drawing).length
    return at === 0 || letters <= CALL_LETTERS_MAX
  })
  return { drawings: part, removed: removed.slice(0, REMOVED_AT_ONCE) }
}

/** Follows one market until the answer is called. */
export function followDrawings(instrument: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isOver = false
  const { token } = session
  const isOurs = () => !isOver && session.token === token && token !== null

  const settle = (): void => {
    clearTimeout(timer)
    // What is drawn while a call is on its way goes with the next one.
    if (isRunning) return
    isRunning = true
    void settleOnce().finally(() => {
      isRunning = false
    })
  }
  const later = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(settle, delayMs)
  }
  const settleOnce = async (): Promise<void> => {
    const sent = firstPart(unsentOf(instrument))
    const hasChanges = sent.drawings.length + sent.removed.length > 0
    const answer = hasChanges ? await save(sent) : await call(readDrawings, { instrument })
    if (session.token !== token) return
    if (!answer.ok) {
      if (answer.failure.name === "NETWORK" || answer.failure.name === "RATE_LIMIT") {
        if (hasChanges || !isOver) later(AGAIN_MS)
        return
      }
      // It stays on this device; the next change tries again.
      if (answer.failure.name !== "SESSION") showToast("failure", answer.failure.text)
      return
    }
    versions.set(instrument, answer.data.version)
    takeSaved(instrument, answer.data.drawings, hasChanges ? sent : NOTHING)
    const rest = unsentOf(instrument)
    if (rest.drawings.length + rest.removed.length > 0) later(GATHER_MS)
  }
  const save = ({ drawings, removed }: ReturnType<typeof unsentOf>) =>
    call(saveDrawings, {
      instrument,
      form: DRAWING_FORM,
      version: versions.get(instrument) ?? 0,
      drawings,
      removed,
    })

  const onSeen = () => {
    if (document.visibilityState === "visible") settle()
    // Closed or left: what is unsent goes now. It is on the device too.
    else if (timer !== undefined) settle()
  }
  const stop = onDrawn((changed) => {
    if (changed === instrument && isOurs()) later(GATHER_MS)
  })
  window.addEventListener("online", settle)
  document.addEventListener("visibilitychange", onSeen)
  settle()
  return () => {
    isOver = true
    stop()
    window.removeEventListener("online", settle)
    document.removeEventListener("visibilitychange", onSeen)
    clearTimeout(timer)
    const rest = unsentOf(instrument)
    if (rest.drawings.length + rest.removed.length > 0 && session.token === token) settle()
  }
}
