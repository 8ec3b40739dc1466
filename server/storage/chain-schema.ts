/** Tables of addresses and of the sandbox's chains. `chain-migration.ts` makes them. */

import type { ColumnType, Generated } from "kysely"

type AmountColumn = ColumnType<string, bigint | string, bigint | string>

/** An address that a user may withdraw to. */
interface BookAddressTable {
  id: Generated<number>
  user_id: number
  chain: string
  currency: string
  /** As `checkAddress` writes it. */
  address: string
  remark: string
  added: number
  /** From then on it needs no second proof. */
  ready_at: number
}

/** A user's address for deposits: asked for once, watched for good. */
interface DepositAddressTable {
  user_id: number
  chain: string
  address: string
  made: number
}

/** A transaction of the sandbox's chains: what pays one of our addresses, and what we paid. */
interface ChainTransactionTable {
  chain: string
  tx: string
  /** Who asked for it: the same request is the same transaction. */
  request: string
  /** Paid by our wallet; else by somebody outside. */
  is_payment: boolean
  address: string
  currency: string
  amount: AmountColumn
  /** Paid to the network by our wallet, in `cost_currency`. */
  cost: AmountColumn
  cost_currency: string
  /** In no block before the next after this, epoch ms. */
  since: number
  /** A reorganisation took it out for good then. */
  dropped: number | null
  /** As something that came in it needn't be told any more. */
  settled: boolean
}

export interface ChainTables {
  addresses: BookAddressTable
  deposit_addresses: DepositAddressTable
  chain_transactions: ChainTransactionTable
}
