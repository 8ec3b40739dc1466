/** Take-profit and stop-loss of positions: what each position has, and what a price reaches (P23). */

import { type Amount, magnitude, type Price8, type Ticks, type TimeMs } from "#core/money/units.ts"
import { TRIGGER_SOURCES, type TriggerSource } from "#core/order/order-status.ts"
import { isTargetReached } from "#core/position/target-price.ts"
import type { PositionSlot, TargetTerms } from "../../command.ts"
import type { Order } from "../../matching/order.ts"
import type { OrderTargets } from "../../matching/order-conditions.ts"
import type { ContractPart } from "./contract-account.ts"
import type { Position } from "./position.ts"

/** P23: most pairs for parts of one position. */
export const PART_PAIRS_MAX = 10

/** Where a profit is taken or a loss stopped. */
export interface Target extends TargetTerms {
  readonly source: TriggerSource
  /** It has fired and was not filled: tried again from then on. 0 before. */
  readonly again: TimeMs
}

/** A take-profit and a stop-loss that belong together: what one of them closes is gone for the other. Never changed in place. */
export interface TargetPair {
  /** Rises with each pair of the position. */
  readonly id: number
  /** So much of the position, 1e-8 of the base; left out: all of it. */
  readonly size?: Amount
  readonly takeProfit?: Target
  readonly stopLoss?: Target
}

/** A position that has pairs. */
interface Protected {
  part: ContractPart
  position: Position
}

/** A side of a pair that a price has reached. */
export interface ReachedTarget extends Protected {
  pair: number
  kind: "stopLoss" | "takeProfit"
}

/** Prices of one source, the lowest and the highest; 1e-8 of the quote. */
export interface PriceRange {
  low: Price8
  high: Price8
}

/** In ticks: between these prices, both left out, none is reached. */
interface Quiet {
  low: number
  high: number
}

interface Watched {
  /** By account, then slot. */
  readonly entries: Protected[]
  /** By source; undefined: to be found anew. It may be narrower than it could be, never wider. */
  readonly quiet: Partial<Record<TriggerSource, Quiet>>
}

const KINDS = ["stopLoss", "takeProfit"] as const
const SLOTS: readonly PositionSlot[] = ["net", "long", "short"]
const NONE: readonly ReachedTarget[] = []
const NOBODY: readonly Protected[] = []

export class TargetWatch {
  readonly #byInstrument = new Map<string, Watched>()

  /**
   * The position has these pairs from now on: the one for all of it first, then by id. Other positions aren't looked at:
   * thousands may fire by one mark.
   */
  set(part: ContractPart, position: Position, pairs: readonly TargetPair[]): void {
    position.pairs = pairs
    const watched = this.#byInstrument.get(part.instrument) ?? { entries: [], quiet: {} }
    this.#byInstrument.set(part.instrument, watched)
    const { entries, quiet } = watched
    const place = placeOf(entries, { part, position })
    const isThere = entries[place]?.position === position
    if (pairs.length > 0 && !isThere) entries.splice(place, 0, { part, position })
    if (pairs.length === 0 && isThere) entries.splice(place, 1)
    for (const source of TRIGGER_SOURCES) if (quiet[source]) narrow(quiet[source], position, source)
  }

  /** P22, P23: after a fill. They end with the position, and none is larger than it. */
  follow(part: ContractPart, position: Position, hasTurned: boolean): void {
    const { pairs, size } = position
    if (pairs.length === 0) return
    if (hasTurned || !position.isOpen) this.set(part, position, [])
    else if (pairs.some((pair) => isLarger(pair, size)))
      this.set(
        part,
        position,
        pairs.map((pair) => (isLarger(pair, size) ? { ...pair, size: magnitude(size) as Amount } : pair)),
      )
  }

  /** P23: the first fill of an order that opened sets what came with it; for a part each such fill adds to it. */
  attach(order: Order, of: { part: ContractPart; position: Position; opened: Amount; seq: number }): void {
    const { conditions } = order
    if (!conditions?.targets) return
    const { part, position, opened, seq } = of
    const { targets } = conditions
    if (!targets.isPart) {
      const { targets: _, ...rest } = conditions
      order.conditions = rest
      this.set(part, position, withWhole(position.pairs, { ...sidesOf(targets), seq }))
      return
    }
    const known = position.pairs.find(({ id }) => id === targets.pair)
    const pair = known ?? { id: nextPairId(position.pairs, seq), ...sidesOf(targets) }
    order.conditions = { ...conditions, targets: { ...targets, pair: pair.id } }
    const grown = { ...pair, size: ((known?.size ?? 0n) + opened) as Amount }
    this.set(part, position, withPair(position.pairs, grown))
  }

  /** What prices of a source reach, by account, slot, pair, and the stop before the take-profit. */
  reached(
    instrument: string,
    of: { source: TriggerSource; range: PriceRange; tick: bigint; now: TimeMs },
  ): readonly ReachedTarget[] {
    const watched = this.#byInstrument.get(instrument)
    if (!watched || watched.entries.length === 0) return NONE
    const { source, range, tick, now } = of
    watched.quiet[source] ??= quietOf(watched.entries, source)
    const { low, high } = watched.quiet[source]
    if (range.low > BigInt(low) * tick && range.high < BigInt(high) * tick) return NONE
    delete watched.quiet[source]
    const reached: ReachedTarget[] = []
    for (const { part, position } of watched.entries)
      for (const pair of position.pairs)
        for (const kind of KINDS) {
          const target = pair[kind]
          if (target?.source !== source || target.again > now) continue
          if (isReached(position, { kind, price: target.price }, range, tick))
            reached.push({ part, position, pair: pair.id, kind })
        }
    return reached
  }

  /** Who has pairs in the contract. */
  entries(instrument: string): readonly Protected[] {
    return this.#byInstrument.get(instrument)?.entries ?? NOBODY
  }
}

/** The pairs with this one in its place: the one for the whole position first, then by id. */
export const withPair = (pairs: readonly TargetPair[], pair: TargetPair): TargetPair[] =>
  [...pairs.filter(({ id }) => id !== pair.id), pair].sort((one, other) => rankOf(one) - rankOf(other))

/** The pairs with these sides for the whole position; a side that isn't given stays. */
function withWhole(
  pairs: readonly TargetPair[],
  { seq, ...sides }: Pick<TargetPair, "takeProfit" | "stopLoss"> & { seq: number },
): TargetPair[] {
  const known = pairs.find(({ size }) => size === undefined)
  return withPair(pairs, { ...(known ?? { id: nextPairId(pairs, seq) }), ...sides })
}

/** Above all that the position has, and of one command or a later one. */
export const nextPairId = (pairs: readonly TargetPair[], seq: number): number =>
  Math.max(seq, ...pairs.map(({ id }) => id + 1))

const rankOf = ({ id, size }: TargetPair): number => (size === undefined ? 0 : id)

const isLarger = ({ size }: TargetPair, whole: bigint): boolean =>
  size !== undefined && size > magnitude(whole)

const sidesOf = ({ takeProfit, stopLoss }: OrderTargets): Pick<TargetPair, "takeProfit" | "stopLoss"> => ({
  ...(takeProfit && { takeProfit: targetOf(takeProfit) }),
  ...(stopLoss && { stopLoss: targetOf(stopLoss) }),
})

/** With the source that it has where none was chosen. */
export const targetOf = (terms: TargetTerms): Target => ({
  ...terms,
  source: terms.source ?? "mark",
  again: 0,
})

function isReached(
  { size }: Position,
  target: { kind: (typeof KINDS)[number]; price: Ticks },
  { low, high }: PriceRange,
  tick: bigint,
): boolean {
  const wanted = { isLong: size > 0n, kind: target.kind, price: (BigInt(target.price) * tick) as Price8 }
  return isTargetReached(wanted, low) || isTargetReached(wanted, high)
}

function quietOf(entries: readonly Protected[], source: TriggerSource): Quiet {
  const quiet: Quiet = { low: -1, high: Number.MAX_SAFE_INTEGER }
  for (const { position } of entries) narrow(quiet, position, source)
  return quiet
}

function narrow(quiet: Quiet, { pairs, size }: Position, source: TriggerSource): void {
  for (const pair of pairs)
    for (const kind of KINDS) {
      const target = pair[kind]
      if (target?.source !== source) continue
      const isAbove = (kind === "takeProfit") === size > 0n
      if (isAbove) quiet.high = Math.min(quiet.high, target.price)
      else quiet.low = Math.max(quiet.low, target.price)
    }
}

/** Where it stands, or belongs. */
function placeOf(entries: readonly Protected[], entry: Protected): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = entries[middle]
    if (other !== undefined && standsBefore(other, entry)) low = middle + 1
    else high = middle
  }
  return low
}

function standsBefore(one: Protected, other: Protected): boolean {
  const [a, b] = [one.part.account.id, other.part.account.id]
  return a === b ? SLOTS.indexOf(one.position.slot) < SLOTS.indexOf(other.position.slot) : a < b
}
