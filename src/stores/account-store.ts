/**
 * What does the page know of the user's own orders, fills and balances? Written by `src/feed/follow-account.ts` only.
 * Lists are refs, replaced whole, and rows that didn't change stay the same objects; each market's open orders and each
 * balance sit in a small proxy of their own, so that thousands of orders don't wake who shows one market.
 */

import { proxy, ref } from "valtio"
import type { Balance, SpotFill, SpotOrder, Wallet } from "#core/wire/trading.ts"
import type { AccountFrame, AccountState } from "#workers/market/market.api.ts"
import type { Held } from "./market-store.ts"

/** Fills kept on the page; older ones are asked for. */
const FILLS_KEPT = 200
/** Ended orders kept on the page, for who waits for the end of one; the history is asked for. */
const ENDED_KEPT = 200

interface AccountSummary {
  /** `none`: nobody is logged in. `catching-up`: shown figures may be old or missing. */
  state: AccountState
  /** Nothing was heard since this local epoch ms (what the data-age mark shows); null while the connection talks. */
  silentSince: number | null
  /** The server has told everything at least once for this login: until then lists are unknown, not empty. */
  isKnown: boolean
  /** Open orders of all markets, the newest first. */
  orders: Held<readonly SpotOrder[]>
  /** The newest first. */
  fills: Held<readonly SpotFill[]>
  /** The newest end first: what ended since the page is open. */
  ended: Held<readonly SpotOrder[]>
}

export const account = proxy<AccountSummary>({
  state: "none",
  silentSince: null,
  isKnown: false,
  orders: ref([]),
  fills: ref([]),
  ended: ref([]),
})

/** Open orders of one market, the newest first. */
interface MarketOrders {
  orders: Held<readonly SpotOrder[]>
}

const byId = new Map<number, SpotOrder>()
const byMarket = new Map<string, MarketOrders>()
const balances = new Map<string, Balance>()

/** An open order as it stands; undefined: it isn't open. Not followed: lists are. */
export const openOrder = (id: number): SpotOrder | undefined => byId.get(id)

/** An order of this page's time by its client order id, open or ended; undefined: nothing was heard of it. */
export const orderByClientId = (clientOrderId: string): SpotOrder | undefined =>
  account.orders.find((order) => order.clientOrderId === clientOrderId) ??
  account.ended.find((order) => order.clientOrderId === clientOrderId)

/** The proxy of one market's open orders. Always the same object for an instrument. */
export function openOrdersOf(instrument: string): MarketOrders {
  const known = byMarket.get(instrument)
  if (known) return known
  const fresh = proxy<MarketOrders>({ orders: ref([]) })
  byMarket.set(instrument, fresh)
  return fresh
}

/** The proxy of one balance, all zero until something is heard of it. Always the same object for wallet and currency. */
export function balanceOf(wallet: Wallet, currency: string): Balance {
  const key = `${wallet} ${currency}`
  const known = balances.get(key)
  if (known) return known
  const fresh = proxy<Balance>({ wallet, currency, available: "0", held: "0" })
  balances.set(key, fresh)
  return fresh
}

/** Free to be used now, as decimal text; "0" also while unknown (see `account.isKnown`). Follow by `balanceOf`. */
export const availableOf = (wallet: Wallet, currency: string): string => balanceOf(wallet, currency).available

/** Currencies of which something was ever heard, in all accounts: what `balanceOf` is worth asking for. */
export const heldCurrencies = proxy<{ list: Held<readonly Pick<Balance, "wallet" | "currency">[]> }>({
  list: ref([]),
})

/** What happened just now. `isCaughtUp`: it happened while the page was away, and is told late. */
export interface AccountNews {
  /** As they stand, ended ones too. */
  orders: readonly SpotOrder[]
  /** Oldest first. */
  fills: readonly SpotFill[]
  isCaughtUp: boolean
}
type NewsListener = (news: AccountNews) => void
const listeners = new Set<NewsListener>()

/** Hands orders and fills to `listener` as they come (announcements, unknown orders); returns the way to stop. */
export function onAccountNews(listener: NewsListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Everything private is forgotten. */
export function forgetAccount(): void {
  const touched = new Set([...byId.values()].map(({ instrument }) => instrument))
  byId.clear()
  showOrders(touched)
  for (const row of balances.values()) Object.assign(row, { available: "0", held: "0" })
  heldCurrencies.list = ref([])
  Object.assign(account, {
    state: "none",
    silentSince: null,
    isKnown: false,
    fills: ref([]),
    ended: ref([]),
  })
}

export function writeAccount(frame: AccountFrame): void {
  const wasKnown = account.isKnown
  const seen = new Set(account.fills.map(keyOf))
  const fills = frame.fills.filter((fill) => !seen.has(keyOf(fill)))
  writeOrders(frame)
  const isCaughtUp = frame.isWhole || account.state !== "live"
  if (frame.state === "live") account.isKnown = true
  if (fills.length > 0 || (frame.isWhole && frame.fills.length === 0))
    account.fills = ref([...fills.toReversed(), ...account.fills].slice(0, FILLS_KEPT))
  writeBalances(frame)
  account.state = frame.state
  account.silentSince = frame.silentSince
  // The first whole is no news; what a later one has more is.
  if (frame.isWhole && !wasKnown) return
  const orders = frame.isWhole ? [] : frame.orders
  if (orders.length + fills.length === 0) return
  for (const listener of listeners) listener({ orders, fills, isCaughtUp })
}

function writeOrders({ isWhole, orders }: AccountFrame): void {
  const touched = new Set(orders.map(({ instrument }) => instrument))
  if (isWhole) {
    for (const { instrument } of byId.values()) touched.add(instrument)
    byId.clear()
  }
  const ended: SpotOrder[] = []
  for (const order of orders) {
    if (isOpen(order)) byId.set(order.id, order)
    else {
      byId.delete(order.id)
      ended.push(order)
    }
  }
  if (ended.length > 0) account.ended = ref([...ended.toReversed(), ...account.ended].slice(0, ENDED_KEPT))
  if (touched.size > 0) showOrders(touched)
}

/** Lists of all markets and of those that changed. */
function showOrders(markets: ReadonlySet<string>): void {
  const all = [...byId.values()].sort((one, other) => other.id - one.id)
  account.orders = ref(all)
  for (const market of markets)
    openOrdersOf(market).orders = ref(all.filter(({ instrument }) => instrument === market))
}

function writeBalances({ isWhole, balances: rows }: AccountFrame): void {
  const told = new Set(rows.map(({ wallet, currency }) => `${wallet} ${currency}`))
  if (isWhole)
    for (const [key, row] of balances) if (!told.has(key)) Object.assign(row, { available: "0", held: "0" })
  const known = new Set(heldCurrencies.list.map(({ wallet, currency }) => `${wallet} ${currency}`))
  for (const row of rows) Object.assign(balanceOf(row.wallet, row.currency), row)
  const fresh = rows.filter(({ wallet, currency }) => !known.has(`${wallet} ${currency}`))
  if (fresh.length === 0) return
  const list = fresh.map(({ wallet, currency }) => ({ wallet, currency }))
  heldCurrencies.list = ref([...heldCurrencies.list, ...list])
}

/** `waiting` is a stop that hasn't fired. */
export const isOpen = ({ status }: Pick<SpotOrder, "status">): boolean =>
  status === "waiting" || status === "new" || status === "partly-filled"

const keyOf = ({ instrument, trade, order }: SpotFill): string => `${instrument} ${trade} ${order}`
