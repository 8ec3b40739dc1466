/** What the wallets held before anybody deposited: the operator's own money, told to the ledger once. */

import type { Amount } from "#core/money/units.ts"
import { type CustodyParts, within } from "./custody-parts.ts"
import { tell } from "./watch-deposits.ts"

/** Only before the first deposit and withdrawal; a currency that was told already isn't told again. */
export async function bookGenesis(parts: CustodyParts): Promise<void> {
  const { custody, ledger } = parts.engine
  if (custody.nextDeposit > 1 || custody.nextWithdrawal > 1) return
  const held = new Map<string, bigint>()
  for (const { currency, amount } of await within(parts, parts.adapter.balances()))
    held.set(currency, (held.get(currency) ?? 0n) + amount)
  for (const [currency, amount] of held) {
    if (amount === 0n || ledger.systemBalance("custody", currency) !== 0n) continue
    await tell(parts, {
      ...{
        type: "capital.move",
        from: "custody",
        to: "operator.capital",
        currency,
        amount: amount as Amount,
      },
      reason: "what the wallets held at the first start",
    })
  }
}
