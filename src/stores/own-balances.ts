/** All own balances as one list, made of the small proxies of account-store.ts. */

import { useSyncExternalStore } from "react"
import { subscribe } from "valtio/vanilla"
import type { Balance } from "#core/wire/trading.ts"
import { account, balanceOf, heldCurrencies } from "./account-store.ts"

/** Undefined: the server hasn't told everything yet for this login. */
let list: readonly Balance[] | undefined
let isRead = false

/** As they stand; the hook follows them. */
export function ownBalances(): readonly Balance[] | undefined {
  if (!isRead) {
    isRead = true
    const now = account.isKnown
      ? heldCurrencies.list.map(({ wallet, currency }) => ({ ...balanceOf(wallet, currency) }))
      : undefined
    // The same list as long as it says the same: who waits for a change of it isn't woken by an order.
    if (!areSame(list, now)) list = now
  }
  return list
}

const areSame = (a: readonly Balance[] | undefined, b: readonly Balance[] | undefined): boolean =>
  a?.length === b?.length &&
  (a ?? []).every((row, place) => {
    const other = b?.[place]
    return (
      row.wallet === other?.wallet &&
      row.currency === other.currency &&
      row.available === other.available &&
      row.held === other.held
    )
  })

/** Told once a microtask, however many balances changed in it. */
export function followOwnBalances(listener: () => void): () => void {
  const changed = () => {
    isRead = false
    listener()
  }
  const stops = new Map<string, () => void>()
  const followRows = () => {
    for (const { wallet, currency } of heldCurrencies.list) {
      const key = `${wallet} ${currency}`
      if (!stops.has(key)) stops.set(key, subscribe(balanceOf(wallet, currency), changed))
    }
  }
  const stopList = subscribe(heldCurrencies, () => {
    followRows()
    changed()
  })
  const stopAccount = subscribe(account, changed)
  followRows()
  // What changed while nobody followed.
  isRead = false
  return () => {
    stopList()
    stopAccount()
    for (const stop of stops.values()) stop()
  }
}

/** All balances of the three accounts, live; undefined while they aren't known. */
export const useOwnBalances = (): readonly Balance[] | undefined =>
  useSyncExternalStore(followOwnBalances, ownBalances)
