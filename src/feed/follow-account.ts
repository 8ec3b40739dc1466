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
      await untilFree()
      // One that was under way when another logged in is of the past.
      if (frame.token === null || frame.token !== session.token) continue
      writeAccount(frame)
      if (frame.contracts) writeContracts(frame.contracts)
    }
  } finally {
    isAsking = false
  }
}

/**
 * The answer to an order and what is pressed come first: what an order changes in lists and on the chart takes longer to draw. By timer, since
 * news of orders go on where nothing is painted.
 */
async function untilFree(): Promise<void> {
  for (let ms = heldMs(performance.now()); ms > 0; ms = heldMs(performance.now()))
    await new Promise((resolve) => setTimeout(resolve, ms))
}
