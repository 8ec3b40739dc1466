/** What does the page get of its own account? Orders, fills and balances as on the wire, whole or what changed. */

import type { Balance, SpotFill, SpotOrder } from "#core/wire/trading.ts"

/** `none`: nobody is logged in. `catching-up`: what is held is missing, or not proven to be whole. */
export type AccountState = "none" | "catching-up" | "live"

export interface AccountFrame {
  /** Whose it is; a page that holds another by now drops the frame. */
  token: string | null
  state: AccountState
  /** The connection: local epoch ms when it was last heard, where it is silent or gone; null while it talks. */
  silentSince: number | null
  /** Replaces all that is held; else what changed since the frame before. */
  isWhole: boolean
  /** Whole: the open ones, rising by id. Else those that changed, ended ones once with their end. */
  orders: readonly SpotOrder[]
  /** Oldest first. */
  fills: readonly SpotFill[]
  balances: readonly Balance[]
}
