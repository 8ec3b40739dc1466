/** What src/first-face/first-script.js has begun before any other script was there; nothing of it in development. */

import type { FirstPriceCells } from "#workers/market/market.api.ts"

interface EarlyStart {
  /** The market's worker, its socket on the way. */
  worker: Worker
  /** Whether the worker's code failed to load or broke so far. */
  hasFailed: boolean
  /** What `config.json` says; undefined when it couldn't be read. Never rejects. */
  config: Promise<unknown>
  /** The price that the face shows: a head that takes its place begins with it. */
  price?: FirstPriceCells | undefined
}

export const earlyStart: EarlyStart | undefined = (globalThis as { sakerEarly?: EarlyStart }).sakerEarly
