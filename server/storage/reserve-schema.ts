/** Tables of the proofs of what is owed. `reserve-migration.ts` makes them. */

import type { AmountColumn } from "./exchange-schema.ts"

/** A proof of what was owed (reserve-proofs.ts). */
interface ReserveProofTable {
  id: number
  time: number
}

/** Its sums of one currency, 1e-8, and the root of their tree. */
interface ReserveTotalTable {
  proof: number
  currency: string
  users: number
  liabilities: AmountColumn
  wallets: AmountColumn
  /** Whether practice money was given out of it. */
  practice: boolean
  root: string
}

/** What one user had of one currency; of the newest proofs only. */
interface ReserveLeafTable {
  proof: number
  currency: string
  place: number
  user_id: number
  uid: string
  nonce: string
  amount: AmountColumn
}

export interface ReserveTables {
  reserve_proofs: ReserveProofTable
  reserve_totals: ReserveTotalTable
  reserve_leaves: ReserveLeafTable
}
