/** Checks the engine's books: recounts money, holds and order books from nothing but the state (I1, I2, I5–I7). */

import { isOpen } from "#core/order/order-status.ts"
import { checkAi } from "../ai/check-ai.ts"
import type { Side } from "../command.ts"
import { checkCustody } from "../custody/check-custody.ts"
import type { Market } from "../matching/market.ts"
import { shownLots } from "../matching/order.ts"
import type { BooksAudit, ClearedOrder, Clearing } from "../risk/clearing.ts"
import { byKind } from "../risk/create-clearings.ts"
import { checkSeconds } from "../second/check-seconds.ts"
import type { EngineState } from "../state.ts"
import type { Balance } from "./balance.ts"
import { BALANCE_LIMIT } from "./ledger.ts"

/**
 * Everything that doesn't hold, as sentences with the invariant's name and the numbers that differ; empty when all is
 * well. Between two commands only. Walks all balances and orders: some ms for a hundred thousand of them.
 */
export function checkBooks(state: EngineState): string[] {
  const problems: string[] = []
  checkSums(state, problems)
  checkHolds(state, problems)
  for (const market of state.markets.values()) checkMarket(market, problems)
  return problems
}

/** I1, I2: per currency all accounts sum to zero, and none is beyond its limit. */
function checkSums({ ledger }: EngineState, problems: string[]): void {
  const sums = new Map<string, bigint>()
  const add = (currency: string, amount: bigint) => sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  for (const account of ledger.systemAccounts()) {
    add(account.currency, account.balance)
    if (!account.allows(account.balance))
      problems.push(`${account.name} has ${account.balance} of ${account.currency}`)
  }
  const houseUntold = new Map<string, bigint>()
  for (const account of ledger.accounts())
    for (const balance of account.balances()) {
      const { currency, available, held, margin, advance } = balance
      add(currency, available + held + margin - advance)
      for (const [name, amount] of [
        [balance.availableName, available],
        [balance.heldName, held],
        [`${account.id}.contract.margin`, margin],
        [balance.advanceName, advance],
      ] as const)
        if (amount < 0n || amount >= BALANCE_LIMIT) problems.push(`${name} has ${amount} of ${currency}`)
      if (!account.isHouse) continue
      const untold = available + held - balance.toldAvailable - balance.toldHeld
      houseUntold.set(currency, (houseUntold.get(currency) ?? 0n) + untold)
    }
  for (const [currency, sum] of sums)
    if (sum !== 0n) problems.push(`all accounts of ${currency} sum to ${sum}`)
  for (const [currency, sum] of houseUntold)
    if (sum !== 0n) problems.push(`house accounts made ${sum} of ${currency} among themselves`)
}

/** I5, I7: what is held is what clearing says, for open orders and for what else a kind keeps. */
function checkHolds(state: EngineState, problems: string[]): void {
  const expected = new Map<Balance, bigint>()
  const audit: BooksAudit = {
    expectHeld: (balance, amount) => void expected.set(balance, (expected.get(balance) ?? 0n) + amount),
    report: (problem) => void problems.push(problem),
  }
  const cleared = new Map<Clearing, ClearedOrder[]>()
  for (const [, clearing] of byKind(state.clearings)) cleared.set(clearing, [])
  for (const order of state.orders.values()) {
    if (!isOpen(order)) problems.push(`order ${order.id} is ${order.status} and still open`)
    const market = state.markets.get(order.instrument)
    if (market) cleared.get(market.clearing)?.push({ order, instrument: market.instrument })
    else problems.push(`order ${order.id} is of no market`)
  }
  for (const [clearing, orders] of cleared) clearing.check(orders, audit)
  checkSeconds(state, audit)
  checkCustody(state, audit)
  checkAi(state, audit)
  for (const account of state.ledger.accounts())
    for (const balance of account.balances()) {
      const sum = expected.get(balance) ?? 0n
      if (balance.held !== sum)
        problems.push(
          `${balance.heldName} has ${balance.held} of ${balance.currency}, what is open holds ${sum}`,
        )
    }
}

/** I6: no crossed book, no empty level, and level totals are the sums of their orders. */
function checkMarket(market: Market, problems: string[]): void {
  const { book, instrument } = market
  const [bid, ask] = [book.best("buy"), book.best("sell")]
  if (bid !== 0 && ask !== 0 && bid >= ask) problems.push(`${instrument.id} is crossed: ${bid} and ${ask}`)
  for (const side of ["buy", "sell"] as const) checkSide(market, side, problems)
}

function checkSide({ book, instrument }: Market, side: Side, problems: string[]): void {
  let before = 0
  book.walkLevels(side, (price, total) => {
    const queue = book.queue(side, price)
    const sum = queue.reduce((shown, order) => shown + shownLots(order), 0)
    const name = `${instrument.id} ${side} ${price}`
    if (queue.length === 0 || total <= 0) problems.push(`${name} is an empty level`)
    if (sum !== total) problems.push(`${name} holds ${sum} and says ${total}`)
    if (!queue.every(isOpen)) problems.push(`${name} has an ended order`)
    if (before !== 0 && (side === "buy" ? price >= before : price <= before))
      problems.push(`${name} stands behind ${before}`)
    before = price
    return true
  })
}
