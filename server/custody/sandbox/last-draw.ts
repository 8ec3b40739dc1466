/** What a user drew from the sandbox's faucet last, read where its transactions are kept. */

import type { Kysely } from "kysely"
import type { Amount } from "#core/money/units.ts"
import type { Tables } from "../../storage/schema.ts"

export interface Draw {
  /** What it was asked for by. */
  key: string
  tx: string
  address: string
  /** 1e-8 of its currency. */
  amount: Amount
  /** Epoch ms. Later when a reorganisation took it back. */
  time: number
}

/** How requests of the faucet begin in the table. */
export const FAUCET_REQUEST = "faucet "

/** Undefined: none yet. */
export async function lastDraw(database: Kysely<Tables>, userNumber: number): Promise<Draw | undefined> {
  const row = await database
    .selectFrom("chain_transactions")
    .innerJoin("deposit_addresses", (join) =>
      join
        .onRef("deposit_addresses.chain", "=", "chain_transactions.chain")
        .onRef("deposit_addresses.address", "=", "chain_transactions.address"),
    )
    .selectAll("chain_transactions")
    .where("deposit_addresses.user_id", "=", userNumber)
    .where("is_payment", "=", false)
    .orderBy("since", "desc")
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { request, tx, address, amount, since } = row
  return {
    key: request.slice(FAUCET_REQUEST.length),
    tx,
    address,
    amount: BigInt(amount) as Amount,
    time: since,
  }
}
