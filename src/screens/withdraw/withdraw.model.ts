/** What may be withdrawn, and what a typed amount comes to. Plain functions. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { type DecimalMark, readTypedAmount } from "#core/money/typed-decimal.ts"
import type { ChainFacts } from "#core/wire/address-calls.ts"
import type { Deposit } from "#core/wire/custody.ts"

/** How a typed amount stands; `text` is what would be sent, `total` what it takes with the fee. */
export type WithdrawReading =
  | { kind: "empty" }
  | { kind: "fine"; text: string; total: string }
  | { kind: "ambiguous"; whole: string; decimal: string }
  | { kind: "wrong" | "zero" | "decimals" | "large" | "below" | "beyond" }

type Fees = Pick<ChainFacts, "withdrawalFee" | "minWithdrawal">

/** `withdrawable` undefined: not known (yet), then only the server judges it. */
export function readWithdrawal(
  typed: string,
  mark: DecimalMark,
  { withdrawalFee, minWithdrawal }: Fees,
  withdrawable: string | undefined,
): WithdrawReading {
  const read = readTypedAmount(typed, mark)
  if (read.kind === "too-fine") return { kind: "decimals" }
  if (read.kind === "too-large") return { kind: "large" }
  if (read.kind !== "number") return read
  const total = read.units + unitsOf(withdrawalFee)
  if (read.units < unitsOf(minWithdrawal)) return { kind: "below" }
  if (withdrawable !== undefined && total > unitsOf(withdrawable)) return { kind: "beyond" }
  return { kind: "fine", text: read.text, total: formatAmount(total) }
}

/** D1: what is credited but not final stays; never below nothing. */
export function withdrawableOf(available: string, notFinal: string): string {
  const left = unitsOf(available) - unitsOf(notFinal)
  return formatAmount(left > 0n ? left : 0n)
}

/** The most that can arrive: the fee is paid on top. "0" where not even the fee is there. */
export function mostOf(withdrawable: string, fee: string): string {
  return withdrawableOf(withdrawable, fee)
}

/** Credited and not final yet, of one currency. */
export function notFinalOf(deposits: readonly Deposit[], currency: string): string {
  const sum = deposits
    .filter((row) => row.status === "credited" && row.currency === currency)
    .reduce((all, { amount }) => all + unitsOf(amount), 0n)
  return formatAmount(sum)
}
