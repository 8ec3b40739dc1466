/** The context that every figure is measured with: one object, so that figures run alone or together in the same way. */

import type { Page, PageOptions } from "./driver/page.ts"
import type { LoadOptions, LoadServer } from "./load/load-server.ts"

/** Deliberate faults: each must make the correctness check fail (issue 4, "How it will be judged"). */
export const FAULTS = ["drop-delta", "skip-flush", "swap-trade"] as const
export type Fault = (typeof FAULTS)[number]

export interface BenchContext {
  /** The form for CI: few, short repetitions. The whole quick run stays under three minutes. */
  isQuick: boolean
  /** The long form of the heap test. */
  isSoak: boolean
  fault: Fault | null
  /** Repetitions of the full form, 1 in the quick one unless a measure needs more. */
  repeats: number
  /** Length of a measured window, ms. */
  windowMs: number
  /** Of the measure's budget (measures.ts), ms. */
  timeLeftMs(): number
  /**
   * Numbers of the turns that a measure makes: `most`, or as many as its budget has time for. Two at least: of one turn
   * there is no interval.
   */
  turns(most: number): Iterable<number>
  /** What one measure found out and another needs: the sustained rate. */
  known: Map<string, number>
  /** Progress, to stderr. */
  say(text: string): void
  /**
   * A load generator of its own (a process): serves the built terminal at `/`, the bench's pages at `/bench/…`
   * (the path below bench/, e.g. `/bench/peers/naive/page.html`), and the socket. Close it when done.
   */
  openLoad(options?: Partial<LoadOptions>): Promise<LoadServer>
  /** A fresh page in a fresh browser process, driven by bare CDP. Close it when done. */
  openPage(url: string, options?: Partial<PageOptions>): Promise<Page>
  /** Share of the machine, in % of one core, that processes other than ours used while `work` ran. */
  withForeignLoad<T>(work: () => Promise<T>): Promise<{ value: T; foreignPercent: number }>
}

/** Median; of an even count the mean of the two in the middle. NaN of nothing. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value below which `share` (0 … 1) of all lie; nearest rank. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}
