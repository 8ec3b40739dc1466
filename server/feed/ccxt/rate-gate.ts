/** Rate gate: blocks all requests while an exchange has asked us to wait (429, 418). */

import type { TimeMs } from "#core/money/units.ts"

/** Waits when an exchange names no time: after 429 and after 418, which is a ban. */
const WAIT_MS = 60_000
const BAN_MS = 120_000
/** Binance bans for up to three days; longer is nonsense. */
const WAIT_MS_MAX = 3 * 24 * 60 * 60 * 1000

/** Thrown instead of asking. */
export class ToldToWait extends Error {
  constructor(exchange: string, ms: number) {
    super(`${exchange} has told us to wait another ${Math.ceil(ms / 1000)} s`)
    this.name = "ToldToWait"
  }
}

export class RateGate {
  readonly #now: () => TimeMs
  #until: TimeMs = 0

  constructor(now: () => TimeMs) {
    this.#now = now
  }

  /** How many ms are left to wait; 0: ask. */
  get left(): number {
    return Math.max(0, this.#until - this.#now())
  }

  /** Looks at an answer's status and headers. Answers whether it told us to wait. */
  heed(status: number, headers: Readonly<Record<string, unknown>> | undefined): boolean {
    if (status !== 429 && status !== 418) return false
    const asked = waitOf(headers, this.#now()) ?? (status === 418 ? BAN_MS : WAIT_MS)
    this.#until = Math.max(this.#until, this.#now() + Math.min(asked, WAIT_MS_MAX))
    return true
  }
}

/** Retry-After is a number of seconds or a date. */
function waitOf(headers: Readonly<Record<string, unknown>> | undefined, now: TimeMs): number | undefined {
  const [, value] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "retry-after") ?? []
  const text = String(value ?? "").trim()
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.max(1000, Number(text) * 1000)
  const date = text === "" ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(1000, date - now)
}
