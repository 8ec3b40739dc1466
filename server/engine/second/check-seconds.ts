/** Recounts second contracts from nothing but what is open (I5, O5). */

import { DIRECTIONS } from "#core/second/second-contract.ts"
import type { BooksAudit } from "../risk/clearing.ts"
import type { EngineState } from "../state.ts"
import { OPTION_HOUSE } from "./house-accounts.ts"

/** `second.held` of each account is its open stakes, `option-house.held` all open profits. */
export function checkSeconds(state: EngineState, audit: BooksAudit): void {
  const { seconds, ledger } = state
  const profits = new Map<string, bigint>()
  const sides = new Map<string, bigint>()
  const stakes = new Map<string, { count: number; stakes: bigint }>()
  for (const { terms, balance } of seconds.contracts()) {
    const { account, index, direction, stake, profit, currency } = terms
    audit.expectHeld(balance, stake)
    profits.set(currency, (profits.get(currency) ?? 0n) + profit)
    const side = `${index} ${direction}`
    sides.set(side, (sides.get(side) ?? 0n) + profit)
    const own = stakes.get(account) ?? { count: 0, stakes: 0n }
    stakes.set(account, { count: own.count + 1, stakes: own.stakes + stake })
  }
  for (const { name, currency } of ledger.systemAccounts())
    if (name === OPTION_HOUSE.held && !profits.has(currency)) profits.set(currency, 0n)
  for (const [currency, profit] of profits) {
    const held = ledger.systemBalance(OPTION_HOUSE.held, currency)
    if (held !== profit)
      audit.report(`${OPTION_HOUSE.held} has ${held} of ${currency}, open contracts may win ${profit}`)
  }
  for (const contracts of seconds.indexes())
    for (const direction of DIRECTIONS) {
      const counted = sides.get(`${contracts.index} ${direction}`) ?? 0n
      if (contracts.profitsOf(direction) !== counted)
        audit.report(
          `${contracts.index} says ${contracts.profitsOf(direction)} of ${direction} profits, its contracts ${counted}`,
        )
    }
  for (const { id, openContracts, openStakes } of seconds.accounts()) {
    const own = stakes.get(id) ?? { count: 0, stakes: 0n }
    if (openContracts !== own.count || openStakes !== own.stakes)
      audit.report(
        `${id} says ${openContracts} open stakes of ${openStakes}, has ${own.count} of ${own.stakes}`,
      )
  }
}
