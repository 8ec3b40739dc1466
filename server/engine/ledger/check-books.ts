/** Do the books balance? A full recount of money, holds and books from nothing but the state (I1, I2, I5–I7). */

import type { Side } from "../command.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { isEnded } from "../matching/order.ts"
import { restHold } from "../risk/spot-hold.ts"
import type { EngineState } from "../state.ts"
import { BALANCE_LIMIT } from "./ledger.ts"
import type { Purse } from "./purse.ts"

/**
 * Everything that doesn't hold, as sentences with the invariant's name and the numbers that differ; empty when all is
 * well. Between two commands only. Walks all purses and orders: some ms for a hundred thousand of them.
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
      problems.push(`I2: ${account.name} has ${account.balance} of ${account.currency}`)
  }
  const houseUntold = new Map<string, bigint>()
  for (const holder of ledger.holders())
    for (const purse of holder.purses()) {
      const { currency, available, held } = purse
      add(currency, available + held)
      for (const [name, balance] of [
        [purse.availableName, available],
        [purse.heldName, held],
      ] as const)
        if (balance < 0n || balance >= BALANCE_LIMIT)
          problems.push(`I2: ${name} has ${balance} of ${currency}`)
      if (!holder.isHouse) continue
      const untold = available + held - purse.toldAvailable - purse.toldHeld
      houseUntold.set(currency, (houseUntold.get(currency) ?? 0n) + untold)
    }
  for (const [currency, sum] of sums)
    if (sum !== 0n) problems.push(`I1: all accounts of ${currency} sum to ${sum}`)
  for (const [currency, sum] of houseUntold)
    if (sum !== 0n) problems.push(`L1: house accounts made ${sum} of ${currency} among themselves`)
}

/** I5, I7: what is held is what open orders hold, and each order holds what its rest needs. */
function checkHolds(state: EngineState, problems: string[]): void {
  const expected = new Map<Purse, bigint>()
  for (const order of state.orders.values()) {
    if (isEnded(order)) problems.push(`I7: order ${order.id} is ${order.status} and still open`)
    const market = state.markets.get(order.instrument)
    if (!market) problems.push(`I5: order ${order.id} is of no market`)
    if (!order.pays) {
      if (order.hold !== 0n) problems.push(`I5: order ${order.id} holds ${order.hold} of nothing`)
      continue
    }
    expected.set(order.pays, (expected.get(order.pays) ?? 0n) + order.hold)
    if (market) checkHold(order, market, problems)
  }
  for (const holder of state.ledger.holders())
    for (const purse of holder.purses()) {
      const sum = expected.get(purse) ?? 0n
      if (purse.held !== sum)
        problems.push(`I5: ${purse.heldName} has ${purse.held} of ${purse.currency}, its orders hold ${sum}`)
    }
}

/** S10. A rebate may leave a hold one unit short of the formula, never of what can be charged. */
function checkHold(order: Order, { instrument }: Market, problems: string[]): void {
  const needed = restHold(order, instrument)
  const isShort = order.hold < needed && !(order.isFeeInQuote && order.feeFine < 0n)
  if (isShort || order.hold > needed)
    problems.push(`S10: order ${order.id} holds ${order.hold} and needs ${needed}`)
}

/** I6: no crossed book, no empty level, and level totals are the sums of their orders. */
function checkMarket(market: Market, problems: string[]): void {
  const { book, instrument } = market
  const [bid, ask] = [book.best("buy"), book.best("sell")]
  if (bid !== 0 && ask !== 0 && bid >= ask)
    problems.push(`I6: ${instrument.id} is crossed: ${bid} and ${ask}`)
  for (const side of ["buy", "sell"] as const) checkSide(market, side, problems)
}

function checkSide({ book, instrument }: Market, side: Side, problems: string[]): void {
  let before = 0
  book.walkLevels(side, (price, total) => {
    const queue = book.queue(side, price)
    const sum = queue.reduce((open, order) => open + order.open, 0)
    const name = `${instrument.id} ${side} ${price}`
    if (queue.length === 0 || total <= 0) problems.push(`I6: ${name} is an empty level`)
    if (sum !== total) problems.push(`I6: ${name} holds ${sum} and says ${total}`)
    if (queue.some((order) => isEnded(order))) problems.push(`I7: ${name} has an ended order`)
    if (before !== 0 && (side === "buy" ? price >= before : price <= before))
      problems.push(`I6: ${name} stands behind ${before}`)
    before = price
    return true
  })
}
