/** The positions of a contract's side in the order in which they are deleveraged (P30). */

import type { Fine } from "#core/money/units.ts"
import { type EquityShare, wholeEquity } from "#core/position/bankruptcy-price.ts"
import { compareRanks, type DeleveragingRank, rankForDeleveraging } from "#core/position/deleveraging-rank.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { ContractAccount, ContractPart } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { solvencyOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"

/** A position and its place's reasons. */
export interface RankedPart {
  readonly part: ContractPart
  readonly position: Position
  readonly rank: DeleveragingRank
  /** What its account has to lose there (P30); a house account is carried by the operator: what it has doesn't bind it. */
  readonly equity: Fine
}

/** More than anybody loses. */
const UNBOUND = (2n ** 200n) as Fine

/** P30, as everybody stands now. The fund has no rank: it is what deleveraging is for. */
export function rankNow(state: EngineState, prices: ContractPrices, isLong: boolean): RankedPart[] {
  const ranked: RankedPart[] = []
  for (const part of state.clearings.perpetual.accounts.partsWithPositions(prices.instrument.id)) {
    const entry = rankedPart(state, part, { prices, isLong })
    if (entry) ranked.push(entry)
  }
  return ranked.sort(compare)
}

/** Equal ones by account, of which each has one position at most on a side. */
const compare = (one: RankedPart, other: RankedPart): number =>
  compareRanks(one.rank, other.rank) || (one.part.account.id < other.part.account.id ? -1 : 1)

interface Side {
  prices: ContractPrices
  isLong: boolean
}

function rankedPart(
  state: EngineState,
  part: ContractPart,
  { prices, isLong }: Side,
): RankedPart | undefined {
  if (part.isFund) return undefined
  const position = part.slots.find(({ size }) => size !== 0n && size > 0n === isLong)
  if (!position) return undefined
  const { isHouse } = part.account
  const notional = position.worthAt(prices.mark)
  const share = shareOf(state, part, { position, prices, notional })
  const rank = rankForDeleveraging({
    isHouseMaker: isHouse,
    unrealised: position.profitAt(prices.mark),
    cost: position.held.cost,
    notional,
    share,
  })
  return { part, position, rank, equity: isHouse ? UNBOUND : share.equity }
}

function shareOf(
  state: EngineState,
  part: ContractPart,
  { position, prices, notional }: { position: Position; prices: ContractPrices; notional: Fine },
): EquityShare {
  if (part.isIsolated) return wholeEquity(part.account.isHouse ? UNBOUND : position.equityAt(prices.mark))
  const { equity, maintenance } = solvencyOf(part.owner, state.clearings.perpetual.pricesOf)
  const own = maintenanceMargin(prices.tiers, notional)
  return { equity, part: own, whole: maintenance === 0n ? 1n : maintenance }
}

/** A rank that is kept, and how much of what has changed since it has taken in. */
interface Kept extends Side {
  readonly ranked: RankedPart[]
  readonly byPart: Map<ContractPart, RankedPart>
  taken: number
}

/**
 * Ranks for as long as no mark changes: a crash may deleverage thousands by one mark, and ranking everybody for each of them
 * would hold up the engine for seconds. Only who has changed since is ranked anew.
 */
export class DeleveragingRanks {
  readonly #state: EngineState
  readonly #kept = new Map<string, Kept>()
  /** Accounts whose cash or positions have changed since the first rank was made, in order, repeated. */
  #changed: ContractAccount[] | undefined

  constructor(state: EngineState) {
    this.#state = state
  }

  /** As {@link rankNow}. It stands until it is asked for again. */
  of(prices: ContractPrices, isLong: boolean): readonly RankedPart[] {
    const { accounts } = this.#state.clearings.perpetual
    this.#changed ??= []
    accounts.changes = this.#changed
    const key = `${isLong ? "long" : "short"} ${prices.instrument.id}`
    const kept = this.#kept.get(key)
    if (kept) {
      this.#update(kept)
      return kept.ranked
    }
    const ranked = rankNow(this.#state, prices, isLong)
    const byPart = new Map(ranked.map((each) => [each.part, each]))
    this.#kept.set(key, { prices, isLong, ranked, byPart, taken: this.#changed.length })
    return ranked
  }

  /** Changes needn't be followed any more. */
  end(): void {
    this.#state.clearings.perpetual.accounts.changes = undefined
  }

  #update(kept: Kept): void {
    const changed = this.#changed ?? []
    const from = kept.taken
    kept.taken = changed.length
    for (let index = from; index < changed.length; index += 1) {
      // Each posting of a settlement is a change: the last of them counts.
      if (changed[index] === changed[index + 1]) continue
      const part = changed[index]?.known(kept.prices.instrument.id)
      if (!part) continue
      const before = kept.byPart.get(part)
      if (before) kept.ranked.splice(kept.ranked.indexOf(before), 1)
      const now = rankedPart(this.#state, part, kept)
      if (now) {
        kept.ranked.splice(placeOf(kept.ranked, now), 0, now)
        kept.byPart.set(part, now)
      } else kept.byPart.delete(part)
    }
  }
}

/** Where it belongs. */
function placeOf(ranked: readonly RankedPart[], entry: RankedPart): number {
  let low = 0
  let high = ranked.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = ranked[middle]
    if (other !== undefined && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}
