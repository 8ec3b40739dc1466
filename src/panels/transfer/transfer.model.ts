/** Whether a transfer can be made, and what would be sent. The same text is shown, judged and sent. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { type DecimalMark, readTypedAmount } from "#core/money/typed-decimal.ts"
import { type Balance, WALLETS, type Wallet } from "#core/wire/trading.ts"

export interface TransferForm {
  from: Wallet
  to: Wallet
  currency: string
  /** As typed. */
  amount: string
}

/** How the typed amount stands; `text` is what would be sent. */
export type AmountReading =
  | { kind: "empty" }
  | { kind: "fine"; text: string }
  | { kind: "ambiguous"; whole: string; decimal: string }
  | { kind: "wrong" | "zero" | "decimals" | "large" }
  | { kind: "beyond"; text: string; available: string }

/** Never the same account on both sides: the other one steps back to what was left. */
export function chooseFrom(form: TransferForm, from: Wallet): TransferForm {
  return { ...form, from, to: form.to === from ? form.from : form.to }
}
export function chooseTo(form: TransferForm, to: Wallet): TransferForm {
  return { ...form, to, from: form.from === to ? form.to : form.from }
}
export const swapped = (form: TransferForm): TransferForm => ({ ...form, from: form.to, to: form.from })

/** What one account holds of a currency; nothing where it has no row. */
export const balanceOf = (balances: readonly Balance[], wallet: Wallet, currency: string): Balance =>
  balances.find((row) => row.wallet === wallet && row.currency === currency) ?? {
    wallet,
    currency,
    available: "0",
    held: "0",
  }

/**
 * Reads what was typed against what is available. `mark`: the decimal mark of the page's numbers. `available` undefined:
 * not known (yet), then only the server judges it.
 */
export function readAmount(typed: string, mark: DecimalMark, available: string | undefined): AmountReading {
  const read = readTypedAmount(typed, mark)
  if (read.kind === "too-fine") return { kind: "decimals" }
  if (read.kind === "too-large") return { kind: "large" }
  if (read.kind !== "number") return read
  const { units, text } = read
  if (available !== undefined && units > unitsOf(available)) return { kind: "beyond", text, available }
  return { kind: "fine", text }
}

/** Currencies that can be chosen: what the account has available first, then what it holds frozen, then the usual one. */
export function transferChoices(balances: readonly Balance[], from: Wallet, chosen: string): string[] {
  const own = balances.filter((row) => row.wallet === from && has(row)).sort(byName)
  const [free, frozen] = [own.filter(isFree), own.filter((row) => !isFree(row))]
  return [...new Set([...free, ...frozen].map(({ currency }) => currency).concat(chosen))]
}
const isPositive = (text: string) => /[1-9]/.test(text) && !text.startsWith("-")
const isFree = (row: Balance) => isPositive(row.available)
const has = (row: Balance) => isFree(row) || isPositive(row.held)
const byName = (a: Balance, b: Balance) => a.currency.localeCompare(b.currency, "en")

/** Where a transfer begins: to the account that it is for, else from where there is money to where there is less. */
export function firstForm(
  balances: readonly Balance[],
  wish: string | undefined,
  to?: Wallet | undefined,
): TransferForm {
  const currency = wish ?? "USDT"
  const others = WALLETS.filter((wallet) => wallet !== to)
  const from =
    others.find((wallet) => isFree(balanceOf(balances, wallet, currency))) ?? others[0] ?? "funding"
  return { from, to: to ?? (from === "contract" ? "funding" : "contract"), currency, amount: "" }
}

/** What is available on both sides afterwards, exact. Only for an amount that was read as fine. */
export function afterTransfer(from: Balance, to: Balance, amount: string): { from: string; to: string } {
  const moved = unitsOf(amount)
  return {
    from: formatAmount(unitsOf(from.available) - moved),
    to: formatAmount(unitsOf(to.available) + moved),
  }
}
