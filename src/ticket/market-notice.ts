/** What everybody should know of a market that isn't simply open: its state, its beginning, its end (N3, N5). */

import type { Market } from "#core/wire/market.ts"

export interface MarketNotice {
  key: "cancelOnly" | "halted" | "opens" | "delists" | "delisted"
  /** Of what is announced or has happened, epoch ms; 0 where there is none to tell. */
  time: number
}

/** The one that matters most; undefined of an open market that nothing is planned for. `now` in epoch ms. */
export function marketNotice(
  { state, openAt, delistAt }: Pick<Market, "state" | "openAt" | "delistAt">,
  now: number,
): MarketNotice | undefined {
  if (isDelisted({ state, delistAt }, now)) return { key: "delisted", time: delistAt }
  if (state === "halted" && openAt > now) return { key: "opens", time: openAt }
  if (state !== "open") return { key: state === "halted" ? "halted" : "cancelOnly", time: 0 }
  return delistAt > 0 ? { key: "delists", time: delistAt } : undefined
}

/** Both together: the device's clock alone may be ahead of the exchange's. */
export const isDelisted = (
  { state, delistAt }: { state: Market["state"]; delistAt?: number },
  now: number,
): boolean => state === "halted" && delistAt !== undefined && delistAt > 0 && delistAt <= now
