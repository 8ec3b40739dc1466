/** The kind of a market from its id alone, so that it is known before the catalogue came. */

import type { Instrument } from "./instrument.ts"

/** @example marketKindOf("BTC_USDT_PERP") // "perpetual" */
export const marketKindOf = (id: string): Instrument["kind"] =>
  id.endsWith("_PERP") ? "perpetual" : id.endsWith("_SEC") ? "second" : "spot"
