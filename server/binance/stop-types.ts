/** Whether a stop is a stop loss or takes a profit: two types there, one of ours, whose direction is fixed when it is placed (S8). */

import { signedUnitsOf } from "#core/money/steps.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

export type StopKind = "STOP" | "TAKE_PROFIT"

/** Stops that are remembered; beyond them the one placed first is forgotten. */
const KEPT_MAX = 50_000

interface Stop {
  id: number
  side: "buy" | "sell"
  stopPrice: string
  status: string
}

/**
 * What a stop was placed as. One that waits is told by its price: above the market it waits for a rise. One that has fired or
 * ended is told as it was placed here, and else, as after a restart, as a stop loss.
 */
export class StopTypes {
  readonly #placed = new Map<number, { kind: StopKind | undefined; isPlain: boolean }>()

  /** `isPlain`: by the call for plain orders of futures, which takes stops as well. `kind`: left out of a trailing stop. */
  placed(id: number, kind: StopKind | undefined, isPlain = false): void {
    this.#placed.set(id, { kind, isPlain })
    const first = this.#placed.size > KEPT_MAX ? this.#placed.keys().next().value : undefined
    if (first !== undefined) this.#placed.delete(first)
  }

  /** A stop that waits is a conditional order, with calls of its own, but where the call for plain orders has placed it. */
  isConditional({ id, status }: Pick<Stop, "id" | "status">): boolean {
    return status === "waiting" && !this.#placed.get(id)?.isPlain
  }

  /** `price`: of what the stop waits for; empty: unknown. */
  kindOf(stop: Stop, price: string): StopKind {
    const placed = this.#placed.get(stop.id)?.kind
    if (placed) return placed
    if (stop.status !== "waiting" || price === "" || stop.stopPrice === "") return "STOP"
    return kindAt(stop.side, stop.stopPrice, price)
  }
}

/** A sell below the market, or a buy above it, stops a loss; the others take a profit. */
export function kindAt(side: "buy" | "sell", stopPrice: string, price: string): StopKind {
  const isRise = signedUnitsOf(stopPrice) > signedUnitsOf(price)
  return isRise === (side === "buy") ? "STOP" : "TAKE_PROFIT"
}

/** The price that a stop of a market waits for, as text; empty: none yet. */
export const watchedPrice = (
  reader: MarketReader,
  instrument: string,
  source: "last" | "mark" | "",
): string => (source === "mark" ? reader.mark(instrument)?.[2] : reader.ticker(instrument)?.[1]) ?? ""
