/** Tables of closing worths (L7). `worth-migration.ts` makes them. */

import type { AmountColumn, NullableAmount } from "./exchange-schema.ts"

/** What an account was worth at the end of a UTC day. */
interface ClosingWorthTable {
  user_id: number
  /** The moment at which the day was over: 00:00 UTC, epoch ms. */
  time: number
  /** 1e-8 USDT. */
  worth: AmountColumn
  /** Put in less taken out in that day, likewise; null: the price of some of it wasn't known. */
  net_in: NullableAmount
}

/** What one command put into an account, or took out of it. */
interface WorthMoveTable {
  user_id: number
  seq: number
  /** Engine time of the command. */
  time: number
  /** By the prices of then, 1e-8 USDT, signed; null: a price wasn't known. */
  value: NullableAmount
}

export interface WorthTables {
  closing_worths: ClosingWorthTable
  worth_moves: WorthMoveTable
}
