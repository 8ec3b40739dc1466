/** The address book: what a user may withdraw to. Every row is read and changed together with its owner. */

import type { Kysely, Selectable } from "kysely"
import type { Chain } from "#core/chain/chain-assets.ts"
import { ADDRESSES_MAX, type AddressRow } from "#core/wire/index.ts"
import type { ChainTables } from "../storage/chain-schema.ts"
import type { Tables } from "../storage/schema.ts"

type BookAddress = Selectable<ChainTables["addresses"]>

export const addressRowOf = ({ ready_at: readyAt, ...row }: BookAddress): AddressRow => ({
  ...{ id: row.id, currency: row.currency, chain: row.chain as Chain },
  ...{ address: row.address, remark: row.remark, added: row.added, readyAt },
})

/** Of a user, the newest first. */
export const bookOf = (database: Kysely<Tables>, userId: number): Promise<BookAddress[]> =>
  database.selectFrom("addresses").selectAll().where("user_id", "=", userId).orderBy("id", "desc").execute()

/** Undefined: there is none of this number, or it is another user's. */
export const addressOfBook = (
  database: Kysely<Tables>,
  userId: number,
  id: number,
): Promise<BookAddress | undefined> =>
  database
    .selectFrom("addresses")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst()

export interface NewAddress {
  user_id: number
  chain: Chain
  currency: string
  address: string
  remark: string
  added: number
  ready_at: number
}

/** However many ask at once: the book never holds more than its limit, and no address twice. */
export const addToBook = (
  database: Kysely<Tables>,
  made: NewAddress,
): Promise<BookAddress | "ADDRESS_COUNT" | "ADDRESS_KNOWN"> =>
  database.transaction().execute(async (transaction) => {
    // Whoever adds to the same book at the same moment waits for this row.
    await transaction
      .selectFrom("users")
      .select("id")
      .where("id", "=", made.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const book = await bookOf(transaction, made.user_id)
    if (isInBook(book, made)) return "ADDRESS_KNOWN"
    if (book.length >= ADDRESSES_MAX) return "ADDRESS_COUNT"
    return await transaction.insertInto("addresses").values(made).returningAll().executeTakeFirstOrThrow()
  })

type Named = Pick<NewAddress, "chain" | "currency" | "address">

export const isInBook = (book: readonly BookAddress[], { chain, currency, address }: Named): boolean =>
  book.some((row) => row.chain === chain && row.currency === currency && row.address === address)

/** False: there was none of this number, or it is another user's. */
export async function removeFromBook(database: Kysely<Tables>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("addresses")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
