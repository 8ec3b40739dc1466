/** Which TWAPs (S20) and paused orders (S21) a command about all of an account's orders means. */

import type { EngineState } from "../state.ts"

/** Of one market, kind or group where it is named. */
export interface AskedParents {
  account: string
  instrument?: string | undefined
  kind?: string | undefined
  group?: number | undefined
}

/** `view` is the account's. */
export const isAsked = (
  { markets }: EngineState,
  view: { id: number; instrument: string },
  { instrument, kind, group }: AskedParents,
): boolean =>
  (instrument ?? view.instrument) === view.instrument &&
  (group ?? view.id) === view.id &&
  (kind === undefined || markets.get(view.instrument)?.instrument.kind === kind)
