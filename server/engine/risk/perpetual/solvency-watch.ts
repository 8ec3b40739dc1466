/**
 * Between which marks nobody can be due for liquidation: a mark that stays there needs no account to be counted (P10).
 *
 * What an account has above its maintenance margin is shared out to its positions; each may lose its share before the
 * account is counted again. That holds until cash leaves the wallet, a position changes, or a contract gets other tiers:
 * then the account is unproven. The watch follows from the rest of the state, so no snapshot has it, and what it leaves out
 * is never anybody who is due.
 */

import { type Amount, type Fine, magnitude, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { PricesOf } from "./contract-prices.ts"
import type { OpenParts } from "./open-parts.ts"
import type { Position } from "./position.ts"

/** Marks at which a part does its account no harm, both included. */
export interface SafeMarks {
  readonly low: Price8
  readonly high: Price8
}

/** What stands together, 1e-16 of the quote. */
interface Proof {
  readonly equity: Fine
  readonly maintenance: Fine
}

/** No mark is below or above. */
const ANY: SafeMarks = { low: 0n as Price8, high: (2n ** 128n) as Price8 }
const NONE: readonly ContractPart[] = []

/** Those with a position in one contract. */
interface Watched {
  open: OpenParts
  /** Marks at which all of them are safe; undefined: somebody is unproven, or it is to be found anew. */
  quiet: SafeMarks | undefined
}

export class SolvencyWatch {
  readonly #byInstrument = new Map<string, Watched>()

  /** Who has a position in the contract. */
  follow(instrument: string, open: OpenParts): void {
    this.#byInstrument.set(instrument, { open, quiet: undefined })
  }

  /** A position of the part is another, or its margin is: what was proven with it doesn't hold. */
  changed(part: ContractPart): void {
    if (part.account.isHouse) return
    this.#forget(part)
    if (!part.isIsolated) this.cashFell(part.owner)
  }

  /** The wallet has less. */
  cashFell(own: ContractAccount): void {
    if (!own.isProven) return
    own.isProven = false
    for (const part of own.parts()) if (!part.isIsolated) this.#forget(part)
  }

  /** The contract has other tiers: whoever has a position there needs another margin. */
  termsChanged(instrument: string): void {
    for (const part of this.#byInstrument.get(instrument)?.open.list() ?? NONE) this.changed(part)
  }

  /** Whoever isn't safe at this mark is unproven from now on. To be told of every mark, whether anybody is liquidated or not. */
  marked(instrument: string, mark: Price8): void {
    const watched = this.#byInstrument.get(instrument)
    if (!watched || (watched.quiet && isWithin(watched.quiet, mark))) return
    let { low, high } = ANY
    let isProven = true
    for (const part of watched.open.list()) {
      if (part.account.isHouse) continue
      const { safe } = part
      if (safe && isWithin(safe, mark)) {
        if (safe.low > low) low = safe.low
        if (safe.high < high) high = safe.high
        continue
      }
      if (safe) this.changed(part)
      isProven = false
    }
    watched.quiet = isProven ? { low, high } : undefined
  }

  /** Who has to be counted after a mark, by account. A copy, as they are proven or liquidated on the way. */
  unproven(instrument: string): readonly ContractPart[] {
    const watched = this.#byInstrument.get(instrument)
    if (!watched || watched.quiet) return NONE
    return watched.open.list().filter((part) => !part.safe && !part.account.isHouse)
  }

  /** A cross account stands so, above its maintenance margin. */
  proveCross(own: ContractAccount, { equity, maintenance }: Proof, pricesOf: PricesOf): void {
    const open: Position[] = []
    for (const part of own.parts()) if (!part.isIsolated) open.push(...part.openPositions())
    const share = shareOf(equity, maintenance, open.length)
    if (share === undefined) return
    own.isProven = true
    for (const part of own.parts())
      if (!part.isIsolated && part.hasPosition()) part.safe = safeMarks(part, share, pricesOf)
  }

  /** The isolated positions of a part stand so, each above its maintenance margin; each is held to the least of them. */
  proveIsolated(part: ContractPart, positions: readonly Proof[], pricesOf: PricesOf): void {
    let least: bigint | undefined
    for (const { equity, maintenance } of positions) {
      const share = shareOf(equity, maintenance, 1)
      if (share === undefined) return
      if (least === undefined || share < least) least = share
    }
    if (least !== undefined) part.safe = safeMarks(part, least, pricesOf)
  }

  #forget(part: ContractPart): void {
    part.safe = undefined
    const watched = this.#byInstrument.get(part.instrument)
    if (watched) watched.quiet = undefined
  }
}

const isWithin = ({ low, high }: SafeMarks, mark: Price8): boolean => mark >= low && mark <= high

/**
 * What each of so many positions may lose, 1e-16 of the quote: together less than what the account has above its
 * maintenance margin, each margin's own rounding taken off. Undefined: nothing is left to share.
 */
function shareOf(equity: Fine, maintenance: Fine, count: number): bigint | undefined {
  const spare = equity - maintenance - 1n - BigInt(count)
  return spare < 0n ? undefined : spare / BigInt(Math.max(count, 1))
}

/**
 * The marks between which no position of the part loses more than this. A long one loses as the mark falls; its margin falls
 * as well, and as it rises grows by less than its profit. A short one loses as it rises, and its margin grows by no more
 * than the highest rate of its tiers.
 */
function safeMarks(part: ContractPart, share: bigint, pricesOf: PricesOf): SafeMarks {
  const { mark, tiers } = pricesOf(part.instrument)
  const rate = tiers.at(-1)?.rate ?? UNITS_PER_COIN
  let { low, high } = ANY
  for (const position of part.openPositions()) {
    const size = magnitude(position.size) as Amount
    if (position.size > 0n) {
      const least = mark - share / size
      if (least > low) low = least as Price8
    } else {
      const most = mark + (share * UNITS_PER_COIN) / (size * (UNITS_PER_COIN + rate))
      if (most < high) high = most as Price8
    }
  }
  return { low, high }
}
