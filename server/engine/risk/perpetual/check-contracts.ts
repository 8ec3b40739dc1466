/** Recounts positions against the ledger: sums of size and cost, open interest, margins, advances (I3, I4, I8, I9, P31). */

import { type Amount, magnitude, UNITS_PER_COIN } from "#core/money/units.ts"
import { isLiquidatable } from "#core/position/margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { Ledger } from "../../ledger/ledger.ts"
import type { BooksAudit } from "../clearing.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { ContractAccounts } from "./contract-accounts.ts"
import type { PricesOf } from "./contract-prices.ts"
import { recountedSums, sumsOf } from "./order-sums.ts"
import type { Position } from "./position.ts"
import { solvencyOf } from "./standing.ts"

interface Sums {
  size: bigint
  /** Of them, those above zero. */
  long: bigint
  cost: bigint
  carry: bigint
  currency: string
}

/** Adds every sentence about what doesn't hold. */
export function checkContracts(
  accounts: ContractAccounts,
  { ledger, pricesOf }: { ledger: Ledger; pricesOf: PricesOf },
  audit: BooksAudit,
): void {
  const sums = new Map<string, Sums>()
  checkWatch(accounts, audit)
  for (const own of accounts.list()) {
    checkAccount(own, sums, audit)
    checkProof(own, pricesOf, audit)
    for (const part of own.parts()) checkOrderSums(part, pricesOf, audit)
  }
  for (const [instrument, { size, long, cost, carry, currency }] of sums) {
    if (size !== 0n) audit.report(`positions in ${instrument} sum to ${size}`)
    const told = accounts.interest.of(instrument)
    if (told !== long) audit.report(`${instrument} has an open interest of ${told}, its longs hold ${long}`)
    const cleared = ledger.systemBalance(`contract-clearing.${instrument}`, currency)
    if (carry - cleared * UNITS_PER_COIN !== cost)
      audit.report(`${instrument} has cleared ${cleared}, carries ${carry} and costs ${cost}`)
  }
}

/** P12: what is kept of a part's orders is what a walk over them finds. */
function checkOrderSums(part: ContractPart, pricesOf: PricesOf, audit: BooksAudit): void {
  if (!part.tally) return
  const prices = pricesOf(part.instrument)
  const kept = sumsOf(part, prices)
  const found = recountedSums(part, prices)
  for (const name of ["buys", "sells", "losses", "fees"] as const)
    if (kept[name] !== found[name])
      audit.report(
        `${part.account.id} in ${part.instrument} has ${name} of ${found[name]} in its orders, counted ${kept[name]}`,
      )
}

/** P23: pairs have a position of one side, and none is larger than it. */
function checkPairs(name: string, { pairs, size, isOpen }: Position, audit: BooksAudit): void {
  if (pairs.length > 0 && !isOpen) audit.report(`${name} is flat with ${pairs.length} take-profits and stops`)
  for (const pair of pairs)
    if (pair.size !== undefined && (pair.size <= 0n || pair.size > magnitude(size)))
      audit.report(`${name} has ${size}, and a pair of ${pair.size}`)
}

/** P10: nobody is held to be safe who is due for liquidation. */
function checkProof(own: ContractAccount, pricesOf: PricesOf, audit: BooksAudit): void {
  if (own.isProven) {
    const { equity, maintenance } = solvencyOf(own, pricesOf)
    if (isLiquidatable(maintenance, equity))
      audit.report(`${own.account.id} is held to be safe with ${equity} and needs ${maintenance}`)
  }
  for (const part of own.parts())
    for (const position of part.isIsolated && part.safe ? part.openPositions() : []) {
      const { mark, tiers } = pricesOf(part.instrument)
      if (isLiquidatable(maintenanceMargin(tiers, position.worthAt(mark)), position.equityAt(mark)))
        audit.report(`${own.account.id} is held to be safe in ${part.instrument}, and is due`)
    }
}

/** The watch knows of each pair, and of none else. */
function checkWatch(accounts: ContractAccounts, audit: BooksAudit): void {
  const watched = new Map<string, number>()
  for (const own of accounts.list())
    for (const part of own.parts()) {
      const entries = Object.values(part.positions).filter(({ pairs }) => pairs.length > 0)
      watched.set(part.instrument, (watched.get(part.instrument) ?? 0) + entries.length)
      for (const position of entries)
        if (!accounts.targets.entries(part.instrument).some((entry) => entry.position === position))
          audit.report(`nobody watches the take-profit of ${own.account.id} in ${part.instrument}`)
    }
  for (const [instrument, count] of watched) {
    const { length } = accounts.targets.entries(instrument)
    if (length !== count)
      audit.report(`${length} positions are watched in ${instrument}, ${count} have pairs`)
  }
}

/** I8, and that the wallet's margin is that of its positions. */
function checkAccount(own: ContractAccount, sums: Map<string, Sums>, audit: BooksAudit): void {
  const { wallet, account } = own
  let margin = 0n
  for (const part of own.parts())
    for (const position of Object.values(part.positions)) {
      const { size, cost, carry } = position.held
      const none = { size: 0n, long: 0n, cost: 0n, carry: 0n, currency: wallet.currency }
      const sum = sums.get(part.instrument) ?? none
      sum.size += size
      if (size > 0n) sum.long += size
      sum.cost += cost
      sum.carry += carry
      sums.set(part.instrument, sum)
      margin += position.margin
      const name = `${account.id} in ${part.instrument}`
      if (position.margin !== 0n && (!part.isIsolated || !position.isOpen))
        audit.report(`${name} has a margin of ${position.margin} without an isolated position`)
      checkPairs(name, position, audit)
      if (!account.isHouse && !position.isOpen && (cost !== 0n || carry !== 0n))
        audit.report(`${name} is flat with a cost of ${cost} and a carry of ${carry}`)
    }
  if (margin !== wallet.margin)
    audit.report(`${account.id} has margins of ${margin}, its wallet says ${wallet.margin}`)
  if (
    wallet.advance > (0n as Amount) &&
    !account.isHouse &&
    (wallet.available !== 0n || !own.hasCrossPosition)
  )
    audit.report(`${account.id} owes ${wallet.advance} with ${wallet.available} available`)
}
