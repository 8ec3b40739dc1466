/** The contract accounts as plain data, for a snapshot, and back. */

import type { Amount, Fine } from "#core/money/units.ts"
import { FLAT } from "#core/position/position.ts"
import type { AccountId, MarginMode, PositionMode, PositionSlot } from "../../command.ts"
import type { SavedClearing } from "../clearing.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { ContractAccounts } from "./contract-accounts.ts"
import type { Position } from "./position.ts"
import type { TargetPair } from "./target-watch.ts"

type SavedPosition = readonly [
  slot: PositionSlot,
  size: Amount,
  cost: Fine,
  carry: Fine,
  margin: Amount,
  sequence: number,
  pairs: readonly TargetPair[],
]
type SavedPart = readonly [
  instrument: string,
  leverage: number,
  marginMode: MarginMode,
  positions: readonly SavedPosition[],
]

/** A contract account; its parts by instrument. */
interface SavedContractAccount {
  id: AccountId
  mode: PositionMode
  advance: Amount
  isLiquidating: boolean
  parts: readonly SavedPart[]
}

/** Accounts by id. */
export const saveContracts = (accounts: ContractAccounts): SavedClearing => ({
  accounts: accounts.list().map(saveAccount),
})

const saveAccount = (own: ContractAccount): SavedContractAccount => ({
  id: own.account.id,
  mode: own.mode,
  advance: own.wallet.advance,
  isLiquidating: own.isLiquidating,
  parts: own.sortedParts().map(savePart),
})

const savePart = (part: ContractPart): SavedPart => [
  part.instrument,
  part.leverage,
  part.marginMode,
  Object.values(part.positions)
    .filter(({ sequence, held }) => sequence > 0 || held !== FLAT)
    .map(savePosition),
]

const savePosition = ({ slot, held, margin, sequence, pairs }: Position): SavedPosition => [
  slot,
  held.size,
  held.cost,
  held.carry,
  margin,
  sequence,
  pairs,
]

/** `accountOf`, `partOf`: a contract account and its part in an instrument, made as they are asked for. */
export function loadContracts(
  accounts: ContractAccounts,
  { accounts: saved }: SavedClearing,
  {
    accountOf,
    partOf,
  }: {
    accountOf: (account: AccountId) => ContractAccount
    partOf: (account: AccountId, instrument: string) => ContractPart
  },
): void {
  for (const each of saved as SavedContractAccount[]) {
    const own = accountOf(each.id)
    own.mode = each.mode
    own.isLiquidating = each.isLiquidating
    own.wallet.advance = each.advance
    for (const [instrument, leverage, marginMode, positions] of each.parts) {
      const part = partOf(each.id, instrument)
      part.leverage = leverage
      part.marginMode = marginMode
      for (const [slot, size, cost, carry, margin, sequence, pairs] of positions) {
        const position = part.positions[slot]
        Object.assign(position, { held: { size, cost, carry }, margin, sequence })
        part.owner.wallet.margin = (part.owner.wallet.margin + margin) as Amount
        accounts.restored(part)
        if (pairs.length > 0) accounts.targets.set(part, position, pairs)
      }
    }
  }
}
