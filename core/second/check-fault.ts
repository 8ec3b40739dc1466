/** What can be wrong with a result, step by step (O6). */

import type { TimeMs } from "../money/units.ts"

/** What is checked, in the order in which it is. */
export const CHECK_STEPS = [
  /** All files are there and have their form. */
  "files",
  /** Numbers rise by one. */
  "sequence",
  /** Each tick's hash follows from the one before, and no tick is older than the one before. */
  "chain",
  /** The chain ends in the hashes that were announced. */
  "announced",
  /** The ticks of the record stand in the files, with their times and prices. */
  "ticks",
  /** The open tick was the last at acceptance, and young enough. */
  "opening",
  /** The deciding ticks stand on both sides of the expiry, with none between. */
  "expiry",
  /** The rule gives this status. */
  "outcome",
  /** The rule gives this amount. */
  "payment",
] as const
export type CheckStepName = (typeof CHECK_STEPS)[number]

/** What is wrong, in a word. */
type FaultReason =
  | "missing-file"
  /** Not as a file's lines are, or cut off there. */
  | "unreadable-line"
  /** Of another hour or index, or begins behind another hash. */
  | "other-file"
  | "number-gap"
  /** Before the tick before it, or outside the file's hour. */
  | "other-time"
  | "changed-line"
  | "other-hash"
  | "missing-tick"
  | "other-tick"
  /** A later tick came before the acceptance. */
  | "not-the-last"
  | "too-old"
  | "wrong-side"
  | "tick-between"
  | "other-period"
  | "other-status"
  | "other-amount"
  /** The contract is open. */
  | "not-settled"

/** What is wrong, and where. */
export interface CheckFault {
  reason: FaultReason
  /** First millisecond of the file's hour. */
  hour?: TimeMs
  /** Of that file, from 1. */
  line?: number
  /** Of the tick. */
  seq?: number
  /** As it had to be, and as it is: hashes, numbers, times, prices, statuses. */
  expected?: string
  found?: string
}

/** What was announced of an hour: by `/option/record`, by `/market/index/hours`, or wherever it was noted. */
export interface AnnouncedHour {
  hour: TimeMs
  /** h of the tick before its first; left out: it was not noted. */
  before?: string
  /** h of its last tick so far. */
  hash: string
  isComplete: boolean
}
