/**
 * The books of contracts kept a second time, beside the engine: positions, cash, margins and the fund, counted from what the
 * engine tells. Straightforward and slow; shares no line with what it checks.
 */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { TIER_TABLES } from "#core/instrument/tier-tables.ts"
import type { PositionSlot } from "#server/engine/command.ts"

export const ONE = 100_000_000n
export const FUND = "house-fund"

export const must = (holds: boolean, says: string): void => {
  if (!holds) throw new Error(says)
}
export const isHouse = (account: string): boolean => account.startsWith("house-")
export const abs = (value: bigint): bigint => (value < 0n ? -value : value)
/** Towards minus and plus infinity; the divisor is above zero. */
export const floor = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by
export const ceil = (value: bigint, by: bigint): bigint => -floor(-value, by)

/** Size in 1e-8 of the base, cost in 1e-16, carry in 1e-16, margin in 1e-8 of the quote. */
export interface Held {
  size: bigint
  cost: bigint
  carry: bigint
  margin: bigint
}

/** What an account has in one contract. */
export class Part {
  leverage: number
  isIsolated = false
  readonly held: Record<PositionSlot, Held> = { net: flat(), long: flat(), short: flat() }

  constructor({ leverageMax }: PerpetualInstrument) {
    this.leverage = Math.min(20, leverageMax)
  }

  open(): Held[] {
    return Object.values(this.held).filter(({ size }) => size !== 0n)
  }
}
const flat = (): Held => ({ size: 0n, cost: 0n, carry: 0n, margin: 0n })

export interface Own {
  readonly id: string
  /** All cash of the contract wallet, what orders hold included, less what is lent, 1e-8. Not kept of house accounts. */
  cash: bigint
  /** Of it what open isolated orders hold. */
  held: bigint
  readonly parts: Map<string, Part>
}

/** What stands together before a liquidation: equity and maintenance margin, 1e-16 of the quote. */
export interface Risk {
  equity: bigint
  maintenance: bigint
}

export class ContractBooks {
  readonly contracts: ReadonlyMap<string, PerpetualInstrument>
  readonly accounts = new Map<string, Own>()
  readonly marks = new Map<string, bigint>()
  /** What the insurance fund has, its realised profit included, 1e-16 of the quote. */
  fund = 0n

  constructor(contracts: readonly PerpetualInstrument[]) {
    this.contracts = new Map(contracts.map((contract) => [contract.id, contract]))
  }

  of(id: string): Own {
    let own = this.accounts.get(id)
    if (!own) {
      own = { id, cash: 0n, held: 0n, parts: new Map() }
      this.accounts.set(id, own)
    }
    return own
  }

  contract(id: string): PerpetualInstrument {
    const contract = this.contracts.get(id)
    if (!contract) throw new Error(`${id} is no contract`)
    return contract
  }

  part(account: string, instrument: string): Part {
    const own = this.of(account)
    let part = own.parts.get(instrument)
    if (!part) {
      part = new Part(this.contract(instrument))
      own.parts.set(instrument, part)
    }
    return part
  }

  markOf(instrument: string): bigint {
    const mark = this.marks.get(instrument)
    if (mark === undefined) throw new Error(`${instrument} has no mark`)
    return mark
  }

  profit(instrument: string, { size, cost }: Held): bigint {
    return size * this.markOf(instrument) - cost
  }

  /** P6, slice by slice, up to a fine unit. */
  maintenance(instrument: string, { size }: Held): bigint {
    const worth = abs(size * this.markOf(instrument))
    let sum = 0n
    let below = 0n
    const tiers = this.tiers(instrument)
    for (const [place, { cap, rate }] of tiers.entries()) {
      const top = place === tiers.length - 1 || worth < cap * ONE ? worth : cap * ONE
      if (top > below) sum += (top - below) * rate
      below = cap * ONE
    }
    return ceil(sum, ONE)
  }

  /** Caps in 1e-8 of the quote, rates in 1e-8. */
  tiers(instrument: string) {
    const most = this.contract(instrument).leverageMax
    const table = most > 100 ? TIER_TABLES.bitcoin : most > 25 ? TIER_TABLES.large : TIER_TABLES.small
    return table.filter(({ leverageMax }) => leverageMax <= most)
  }

  /** Place of the tier that holds the position. */
  tier(instrument: string, { size }: Held): number {
    const worth = abs(size * this.markOf(instrument))
    const tiers = this.tiers(instrument)
    const place = tiers.findIndex(({ cap }) => worth <= cap * ONE)
    return place < 0 ? tiers.length - 1 : place
  }

  /** P10: all cross positions of an account. */
  cross({ cash, held, parts }: Own): Risk & { positions: { instrument: string; held: Held }[] } {
    let equity = (cash - held) * ONE
    let maintenance = 0n
    const positions: { instrument: string; held: Held }[] = []
    for (const [instrument, part] of parts) {
      if (part.isIsolated) continue
      for (const each of part.open()) {
        equity += this.profit(instrument, each)
        maintenance += this.maintenance(instrument, each)
        positions.push({ instrument, held: each })
      }
    }
    return { equity, maintenance, positions }
  }

  /** P10: an isolated position, or all cross ones of the account. */
  riskOf(account: string, instrument: string, held: Held): Risk {
    const own = this.of(account)
    if (!this.part(account, instrument).isIsolated) return this.cross(own)
    const equity = held.margin * ONE + this.profit(instrument, held)
    return { equity, maintenance: this.maintenance(instrument, held) }
  }

  /** The fund's positions as of one cross account. */
  fundRisk(): Risk {
    const { equity, maintenance } = this.cross({ ...this.of(FUND), cash: 0n, held: 0n })
    return { equity: equity + this.fund, maintenance }
  }
}

/** P8 of one fill, in fine units: what closes takes its share of the cost, cut towards zero; answers what it made. */
export function fillHeld(
  held: Held,
  { size, price }: { size: bigint; price: bigint },
): { profit: bigint; closed: bigint; opened: bigint } {
  const isOpposite = held.size !== 0n && held.size > 0n !== size > 0n
  const closed = isOpposite ? (abs(size) < abs(held.size) ? abs(size) : abs(held.size)) : 0n
  const opened = abs(size) - closed
  const direction = size > 0n ? 1n : -1n
  let profit = 0n
  if (closed > 0n) {
    const share = ((abs(held.cost) * closed) / abs(held.size)) * (held.cost < 0n ? -1n : 1n)
    profit = -direction * closed * price - share
    held.cost -= share
    held.size += direction * closed
  }
  held.cost += direction * opened * price
  held.size += direction * opened
  return { profit, closed, opened }
}
