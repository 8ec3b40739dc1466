/** Recounts deposits and withdrawals from nothing but what is under way (I5, I10). */

import type { BooksAudit } from "../risk/clearing.ts"
import type { EngineState } from "../state.ts"
import { roomOf } from "./custody-room.ts"

const CLEARED = ["custody", "deposits-clearing", "withdrawals-clearing", "claims"] as const

/**
 * What withdrawals hold; what is on its way in and out; what is owed, and that nobody owes who could pay; that what may
 * still come back is there.
 */
export function checkCustody(state: EngineState, audit: BooksAudit): void {
  const { custody, ledger } = state
  const expected = new Map<string, bigint>()
  const add = (name: (typeof CLEARED)[number], currency: string, amount: bigint) =>
    expected.set(`${name} ${currency}`, (expected.get(`${name} ${currency}`) ?? 0n) + amount)
  for (const { currency, amount, status } of custody.deposits.values())
    if (status === "seen" || status === "confirming" || status === "below-minimum")
      add("deposits-clearing", currency, amount)
  for (const { account, currency, amount, fee, status } of custody.withdrawals.values())
    if (status === "sent") add("withdrawals-clearing", currency, amount)
    else audit.expectHeld(ledger.balance(account, "funding", currency), amount + fee)
  for (const { account, currency, amount } of custody.claims.list()) {
    add("claims", currency, -amount)
    const { available } = ledger.balance(account, "funding", currency)
    if (available > 0n) audit.report(`${account} owes ${amount} of ${currency} and has ${available}`)
  }
  const currencies = new Set(
    ledger.systemAccounts().flatMap(({ name, currency }) => (isCleared(name) ? [currency] : [])),
  )
  for (const currency of currencies) {
    for (const name of CLEARED.slice(1)) {
      const has = ledger.systemBalance(name, currency)
      const wanted = expected.get(`${name} ${currency}`) ?? 0n
      if (has !== wanted) audit.report(`${name} has ${has} of ${currency}, what is under way makes ${wanted}`)
    }
    const room = roomOf(state, currency)
    if (room < 0n) audit.report(`custody of ${currency} lacks ${-room} of what is on its way`)
  }
}

const isCleared = (name: string): boolean => CLEARED.some((cleared) => cleared === name)
