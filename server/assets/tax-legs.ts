/**
 * What of the own money counts for taxes: the bill's lines as trades, fees, funding, profits, deposits, withdrawals and rewards
 * (L9). Plain functions over the lines of one moment and one cause.
 */

import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { BillRow } from "#core/wire/index.ts"

/** An amount above zero, as decimal text. */
export interface TaxAmount {
  amount: string
  currency: string
}

export type TaxKind =
  | "trade"
  | "fee"
  | "contract-fee"
  | "rebate"
  | "funding"
  | "profit"
  | "second"
  | "deposit"
  | "withdrawal"
  | "withdrawal-fee"
  | "practice"
  | "reward"
  | "early-fee"
  | "correction"

/** One row of a tax file. A trade has both sides, everything else one of them. */
export interface TaxLeg {
  /** Epoch ms. */
  time: number
  kind: TaxKind
  sent: TaxAmount | null
  received: TaxAmount | null
  /** Of a spot trade, on top of what was sent and received. */
  fee: TaxAmount | null
  /** Market and cause, in the exchange's own words. */
  note: string
}

/**
 * Parts lines, newest first, into those of one command and one cause: a trade with its fee. The last part may go on in the next
 * page of lines.
 */
export function groupsOf(rows: readonly BillRow[]): BillRow[][] {
  const groups: BillRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0] && causeOf(last[0]) === causeOf(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** A line's id is `<command>-<number within it>`. */
const causeOf = ({ id, reference }: BillRow): string => `${id.slice(0, id.indexOf("-"))} ${reference}`

/** The legs of lines of one cause. `principalOf`: what was paid into an AI holding, in 1e-8; undefined where unknown. */
export function legsOf(
  rows: readonly BillRow[],
  principalOf: (holding: string) => bigint | undefined,
): TaxLeg[] {
  const legs: TaxLeg[] = []
  const exchanged = rows.filter(({ kind, wallet }) => kind === "trade" && wallet === "funding")
  const sold = exchanged.find(({ amount }) => amount.startsWith("-"))
  const bought = exchanged.find(({ amount }) => !amount.startsWith("-"))
  const isTrade = sold !== undefined && bought !== undefined && exchanged.length === 2
  const fees = rows.filter(
    ({ kind, wallet, amount }) => kind === "fee" && wallet === "funding" && amount.startsWith("-"),
  )
  const [fee] = fees
  const isFeeInside = isTrade && fee !== undefined && fees.length === 1
  if (isTrade)
    legs.push({
      ...{ time: sold.time, kind: "trade", sent: amountOf(sold), received: amountOf(bought) },
      ...{ fee: isFeeInside ? amountOf(fee) : null, note: noteOf(sold) },
    })
  for (const row of rows) {
    if (isTrade && exchanged.includes(row)) continue
    if (isFeeInside && row === fee) continue
    const leg = legOf(row, principalOf)
    if (leg) legs.push(leg)
  }
  return legs
}

const KINDS: Readonly<Record<string, TaxKind>> = {
  trade: "profit",
  margin: "profit",
  liquidation: "profit",
  funding: "funding",
  second: "second",
  deposit: "deposit",
  withdrawal: "withdrawal",
  "withdrawal-fee": "withdrawal-fee",
  practice: "practice",
}

/** Null for what stays the user's own: transfers between the accounts, and what is paid into an AI product. */
function legOf(row: BillRow, principalOf: (holding: string) => bigint | undefined): TaxLeg | null {
  const { kind, wallet } = row
  if (kind === "transfer") return null
  if (kind === "ai") return aiLeg(row, principalOf)
  const isPaid = row.amount.startsWith("-")
  const named: TaxKind =
    kind === "fee"
      ? isPaid
        ? wallet === "contract"
          ? "contract-fee"
          : "fee"
        : "rebate"
      : (KINDS[kind] ?? "correction")
  return oneSided(row, named, signedUnitsOf(row.amount))
}

/** At its end a holding pays back its principal with the reward, or less the fee of an early end: only the difference counts. */
function aiLeg(row: BillRow, principalOf: (holding: string) => bigint | undefined): TaxLeg | null {
  const paid = signedUnitsOf(row.amount)
  if (paid < 0n) return null
  const principal = principalOf(row.reference.replace(/^ai:/, ""))
  if (principal === undefined) return oneSided(row, "correction", paid)
  const change = paid - principal
  if (change === 0n) return null
  return oneSided(row, change > 0n ? "reward" : "early-fee", change)
}

function oneSided(row: BillRow, kind: TaxKind, change: bigint): TaxLeg {
  const moved = { amount: formatAmount(change < 0n ? -change : change), currency: row.currency }
  const sides = change < 0n ? { sent: moved, received: null } : { sent: null, received: moved }
  return { time: row.time, kind, ...sides, fee: null, note: noteOf(row) }
}

const amountOf = ({ amount, currency }: BillRow): TaxAmount => ({ amount: amount.replace("-", ""), currency })

const noteOf = ({ kind, instrument, reference }: BillRow): string =>
  [kind, instrument, reference].filter((word) => word !== "").join(" ")
