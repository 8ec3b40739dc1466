/** What house accounts have realised and is posted by the minute (P8). */

import type { ContractAccount } from "./contract-account.ts"

/** Takes the whole units out of all of an account's carries; answers their sum, and adds them up by instrument. */
export function takeCarries(own: ContractAccount, cleared: Map<string, bigint>): bigint {
  let sum = 0n
  for (const part of own.sortedParts())
    for (const position of Object.values(part.positions)) {
      const profit = position.takeCarry()
      if (profit === 0n) continue
      sum += profit
      cleared.set(part.instrument, (cleared.get(part.instrument) ?? 0n) + profit)
    }
  return sum
}
