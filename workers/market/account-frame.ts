/** What the page gets of the user's own account: rows by kind as on the wire, all of them or what changed. */

import type { RowLists } from "#core/account/kept-rows.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { ContractsFrame } from "./contracts-frame.ts"

/** `none`: nobody is logged in. `catching-up`: what is held is missing, or not proven to be whole. */
export type AccountState = "none" | "catching-up" | "live"

export interface AccountFrame<Rows = PrivateRows> {
  /** Whose it is; a page that shows another by now drops the frame. */
  token: string | null
  state: AccountState
  /** The connection: local epoch ms when it was last heard, where it is silent or gone; null while it talks. */
  silentSince: number | null
  /** Replaces all that the page holds; else what changed since the frame before. */
  isWhole: boolean
  /** Whole: as the `account` message has them. Else those that changed, ended ones once with their end. */
  rows: RowLists<Rows>
  /** How contracts stand at the marks, when something of it changed. */
  contracts?: ContractsFrame | undefined
}
