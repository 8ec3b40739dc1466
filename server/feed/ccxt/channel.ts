/** Keeps one kind of data flowing by the best transport available, with back-off and fallback to the next best. */

import type { TimeMs } from "#core/money/units.ts"
import { BackOff } from "./back-off.ts"

/** One way to hear something; it resolves with each news and throws when it is cut. */
export type Way = () => Promise<unknown>

/** A way that failed so often in a row is left for the next. */
const FAILURES_MAX = 5
/** After so long on a lesser way the best one is tried again. */
const TRY_BEST_MS = 300_000
/** What an exchange will never give us, however often it is asked. */
const NEVER = new Set(["NotSupported", "AuthenticationError", "PermissionDenied", "ArgumentsRequired"])

export interface ChannelParts {
  name: string
  /** The best first. */
  ways: readonly Way[]
  signal: AbortSignal
  now(): TimeMs
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Ms that the exchange has told us to wait. */
  toldToWait(): number
  onFailed(name: string, reason: string): void
  onRecovered(name: string): void
}

/** Listens until the signal is aborted; an answer that is still awaited then isn't waited for. */
export async function runChannel(parts: ChannelParts): Promise<void> {
  const { signal } = parts
  if (signal.aborted) return
  const end = Promise.withResolvers<void>()
  signal.addEventListener("abort", () => end.resolve(), { once: true })
  await Promise.race([listen(parts), end.promise])
}

async function listen(parts: ChannelParts): Promise<void> {
  const { name, ways, signal, now, pause } = parts
  const backOff = new BackOff()
  let way = 0
  let failures = 0
  let leftBestAt: TimeMs = 0
  while (!signal.aborted) {
    try {
      await ways[way]?.()
      backOff.reset()
      failures = 0
      parts.onRecovered(name)
      if (way > 0 && now() - leftBestAt >= TRY_BEST_MS) way = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      const isNever = error instanceof Error && NEVER.has(error.name)
      // While we are told to wait, no way is any better.
      if (ways.length > 1 && parts.toldToWait() === 0 && (isNever || failures >= FAILURES_MAX)) {
        if (way === 0) leftBestAt = now()
        way = (way + 1) % ways.length
        failures = 0
        if (isNever && way > 0) continue
      }
      parts.onFailed(name, reasonOf(error))
      await pause(Math.max(backOff.next(), parts.toldToWait()), signal)
    }
  }
}

/** In one line: exchanges answer with whole pages of HTML. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 200)
