/** What is done with what goes wrong in the market worker? Refusals become toasts; parse errors go to the console. */

import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import { onMarketProblem } from "../stores/market-store.ts"
import { problemText } from "../text/problem-text.ts"
import { showToast } from "../ui/toaster.ts"

/** A hostile peer sends malformed text by the thousand: the console gets one line a second, with the count. */
const LOG_PAUSE_MS = 1000

/** @param onSession the socket says that the session has ended; whether that is so, and what then, is for others to tell */
export function watchMarketProblems(onSession: () => void): () => void {
  let malformed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const log = (detail: string) => {
    malformed += 1
    timer ??= setTimeout(() => {
      console.error(`saker: ${malformed} malformed message(s), last: ${detail}`)
      malformed = 0
      timer = undefined
    }, LOG_PAUSE_MS)
  }
  const stop = onMarketProblem(({ kind, name, detail }) => {
    window.dispatchEvent(new CustomEvent("saker:problem", { detail: { kind, name, detail } }))
    if (kind === "parse") return log(detail)
    if (name === "SESSION") return onSession()
    // That nothing answers is said by the banner and by every panel's age already.
    if (isProblemName(name)) showToast("failure", problemText({ name }))
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

const isProblemName = (name: string): name is ProblemName => Object.hasOwn(PROBLEMS, name)
