/** Tables of a chain that a node serves: blocks that were read, what came in, what was paid. `evm-migration.ts` makes them. */

import type { ColumnType } from "kysely"

type NumericColumn = ColumnType<string, bigint | string, bigint | string>

/** The newest blocks that were read: by their hashes a reorganisation is noticed. */
interface EvmBlockTable {
  number: number
  hash: string
}

/** A transfer to one of our addresses. */
interface EvmDepositTable {
  tx: string
  /** Of a token's transfer: its place among the logs of its own transaction, which a reorganisation doesn't change. */
  tx_index: number
  block: number
  user_id: number
  address: string
  currency: string
  /** 1e-8 of the currency. */
  amount: NumericColumn
  /** Its block was taken back. */
  gone: boolean
  /** The exchange has it as final, or as gone. */
  settled: boolean
}

/** A withdrawal's transaction, written before it was handed to the node. */
interface EvmPaymentTable {
  /** Of the withdrawal. */
  id: number
  nonce: number
  tx: string
  /** Signed, as it is sent, however often. */
  raw: string
  address: string
  currency: string
  /** 1e-8 of the currency. */
  amount: NumericColumn
  /** Smallest units of the currency that it sends. */
  units: NumericColumn
  /** Wei that its gas costs at most. */
  cost_max: NumericColumn
  made: number
  /** `final` or `failed`: for good. */
  ended: string | null
  /** Wei that its gas has cost, once it has ended. */
  cost: NumericColumn
}

export interface EvmTables {
  evm_blocks: EvmBlockTable
  evm_deposits: EvmDepositTable
  evm_payments: EvmPaymentTable
}
