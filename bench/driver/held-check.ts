/** What a page's worker holds after a stream, against what was sent: for pages that don't show the whole desk. */

import type { LoadServer } from "../load/load-server.ts"
import { compareHeld, countedLater } from "../oracle/compare.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import type { Page } from "./page.ts"

const WORK_OFF_TIMEOUT_MS = 20_000
const LOOK_AGAIN_MS = 50

/** Ends the stream. `hasChart`: without one nobody asks for candles. Empty: nothing was lost, and the page had no error. */
export async function heldDifferences(page: Page, load: LoadServer, hasChart: boolean): Promise<string[]> {
  const whole = await load.finish()
  const truth = hasChart ? whole : { ...whole, candles: null }
  const until = Date.now() + WORK_OFF_TIMEOUT_MS
  while ((await page.evaluate<number>("bench.received()")) < truth.messages && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  const held = await page.evaluate<HeldMarket>("bench.held()")
  return [...compareHeld(held, countedLater(truth, held.messages, await load.counted())), ...page.errors]
}
