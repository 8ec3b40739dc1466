/** What an account is worth with its open profit, 1e-8 USDT: money and coins at last prices, positions at their marks. */

import type { Price8 } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { AccountId } from "../engine/command.ts"
import type { EngineState } from "../engine/state.ts"
import { rateFrom } from "../read-model/currency-rates.ts"

/** Last prices of all markets; where nothing was traded yet, what is bid. */
export function pricesAt({ markets }: EngineState): Map<string, Price8> {
  const prices = new Map<string, Price8>()
  for (const { instrument, lastPrice, book } of markets.values()) {
    let price = lastPrice
    if (price === undefined)
      book.walkLevels("buy", (ticks) => {
        price = (BigInt(ticks) * instrument.tick) as Price8
        return false
      })
    if (price !== undefined) prices.set(instrument.id, price)
  }
  return prices
}

/** Cut, not rounded. A coin without a price counts for nothing. Stakes of open second contracts count as they were paid. */
export function equityOf(state: EngineState, account: AccountId): bigint {
  const prices = pricesAt(state)
  const spot = [...state.markets.values()].flatMap(({ instrument }) =>
    instrument.kind === "spot" ? [instrument] : [],
  )
  let worth = 0n
  for (const { currency, available, held, margin, advance } of state.ledger.known(account)?.balances() ??
    []) {
    // What was lent against open profit is counted as that profit.
    const own = available + held + margin - advance
    if (own !== 0n) worth += own * (rateFrom(spot, (id) => prices.get(id), currency) ?? 0n)
  }
  const { accounts, pricesOf } = state.clearings.perpetual
  for (const part of accounts.known(account)?.parts() ?? [])
    for (const position of part.openPositions()) worth += position.profitAt(pricesOf(part.instrument).mark)
  return worth / UNITS_PER_COIN
}
