/** Asks for account frames, one at a time, as long as somebody is logged in. Loaded late. */

import { forgetAccount, writeAccount } from "../stores/account-store.ts"
import { forgetContracts, writeContracts } from "../stores/contracts-store.ts"
import { heldMs } from "../stores/frame-hold.ts"
import { session } from "../stores/session-store.ts"
import { nextAccount } from "./worker-calls.ts"

let isAsking = false

/** Told of the token at the start and whenever it changes; null: logged out. */
export function followAccount(token: string | null): void {
  forgetAccount()
  forgetContracts()
  if (token !== null && !isAsking) void ask()
}

async function ask(): Promise<void> {
  isAsking = true
  try {
    while (session.token !== null) {
      const frame = await nextAccount()
      await answersTold()
      // One that was under way when another logged in is of the past.
      if (frame.token === null || frame.token !== session.token) continue
      writeAccount(frame)
      if (frame.contracts) writeContracts(frame.contracts)
    }
  } finally {
    isAsking = false
  }
}

/** The answer to an order comes first: what the same order changes in lists and on the chart takes longer to draw. */
async function answersTold(): Promise<void> {
  for (let ms = heldMs(performance.now()); ms > 0; ms = heldMs(performance.now()))
    await new Promise((resolve) => setTimeout(resolve, ms))
}
