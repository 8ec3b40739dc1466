/** Reports errors of the market worker. Refusals become toasts; parse errors go to the console. */

import type { ProblemName } from "#core/wire/problem.ts"
import { onMarketProblem } from "../stores/market-store.ts"
import { laterWords } from "../text/i18n.ts"
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
    sayRefusal(name).catch((error: unknown) => console.warn("saker: refused by the market", name, error))
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The catalogue comes with the first refusal: no first visit needs it. */
async function sayRefusal(name: string): Promise<void> {
  const [{ PROBLEMS }, { problemText }] = await Promise.all([
    import("#core/wire/problem.ts"),
    import("../text/problem-text.ts"),
    laterWords(),
  ])
  // That nothing answers is said by the banner and by every panel's age already.
  if (Object.hasOwn(PROBLEMS, name)) showToast("failure", problemText({ name: name as ProblemName }))
}
