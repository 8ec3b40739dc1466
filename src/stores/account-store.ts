/**
 * The user's own orders, fills and balances as panels follow them. Written by `src/feed/follow-account.ts` only. Lists
 * are refs, replaced whole, and rows that didn't change stay the same objects; each market's open orders and each balance
 * have a small proxy of their own, so that thousands of orders don't wake a panel that shows one market.
 */

import { proxy, ref } from "valtio"
import { kindsOf } from "#core/account/kept-rows.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import type { Notice, Position } from "#core/wire/contract.ts"
import type { Deposit, Withdrawal } from "#core/wire/custody.ts"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import {
  type OwnFill,
  type OwnOrder,
  type PrivateKind,
  type PrivateRows,
  privateRows,
  type TradedKind,
} from "#core/wire/private-rows.ts"
import type { SecondContract } from "#core/wire/second.ts"
import type { Balance, Wallet } from "#core/wire/trading.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import type { AccountFrame, AccountState } from "#workers/market/market.api.ts"
import type { Ref } from "./market-store.ts"
import { emptyLists, type Written, writeLists } from "./row-list.ts"

/** Ended orders, second contracts, deposits and withdrawals kept on the page, for who waits for the end of one; the history is asked for. */
const ENDED_KEPT = 200

interface AccountSummary {
  /** `none`: nobody is logged in. `catching-up`: shown figures may be old or missing. */
  state: AccountState
  /** Nothing was heard since this local epoch ms (what the data-age mark shows); null while the connection talks. */
  silentSince: number | null
  /** The server has told everything at least once for this login: until then lists are unknown, not empty. */
  isKnown: boolean
  /** Open ones of contracts, rising by id. */
  positions: Ref<readonly Position[]>
  /** How many of them have closed since the page is open: what closed is asked for. */
  closings: number
  /** What the exchange did to positions by itself, the newest first. */
  notices: Ref<readonly Notice[]>
  /** Second contracts that run, by expiry, then id. */
  seconds: Ref<readonly SecondContract[]>
  /** Those that ended since the page is open, the newest end first. */
  endedSeconds: Ref<readonly SecondContract[]>
  /** Those that ended while nothing was heard, as they were last known: what became of them is asked for. */
  goneSeconds: Ref<readonly SecondContract[]>
  /** Under way, the newest first. */
  deposits: Ref<readonly Deposit[]>
  withdrawals: Ref<readonly Withdrawal[]>
  /** Those that ended since the page is open, the newest end first. */
  endedDeposits: Ref<readonly Deposit[]>
  endedWithdrawals: Ref<readonly Withdrawal[]>
  /** Holdings of AI products that run, by maturity, then id. */
  holdings: Ref<readonly AiHolding[]>
  /** Those that ended since the page is open, the newest end first. */
  endedHoldings: Ref<readonly AiHolding[]>
  /** Armed and paused ones, and those whose firing wasn't seen, rising by id. */
  alerts: Ref<readonly AlertRow[]>
  /** Those that run, are paused or have ended within a day, the newest first. */
  twaps: Ref<readonly TwapRow[]>
  /** Scaled orders and icebergs that are paused, the newest first. */
  paused: Ref<readonly PausedRow[]>
}

/** Own orders and fills in all markets of one kind. */
interface OwnTrading {
  /** Open ones, the newest first. */
  orders: Ref<readonly OwnOrder[]>
  /** The newest first. */
  fills: Ref<readonly OwnFill[]>
  /** The newest end first: what ended since the page is open. */
  ended: Ref<readonly OwnOrder[]>
}

const noCustody = () => ({
  deposits: ref([]),
  withdrawals: ref([]),
  endedDeposits: ref([]),
  endedWithdrawals: ref([]),
})

export const account = proxy<AccountSummary>({
  state: "none",
  silentSince: null,
  isKnown: false,
  positions: ref([]),
  closings: 0,
  notices: ref([]),
  seconds: ref([]),
  endedSeconds: ref([]),
  goneSeconds: ref([]),
  ...noCustody(),
  holdings: ref([]),
  endedHoldings: ref([]),
  alerts: ref([]),
  twaps: ref([]),
  paused: ref([]),
})

const noTrading = (): OwnTrading => ({ orders: ref([]), fills: ref([]), ended: ref([]) })

export const ownTrading: Readonly<Record<TradedKind, OwnTrading>> = {
  spot: proxy(noTrading()),
  perpetual: proxy(noTrading()),
}

/** Open orders of one market, the newest first. */
interface MarketOrders {
  orders: Ref<readonly OwnOrder[]>
}

const lists = emptyLists<PrivateRows>(privateRows)
const byMarket = new Map<string, MarketOrders>()
const balances = new Map<string, Balance>()

/** An open order as it stands; undefined: it isn't open. Not followed: lists are. */
export const openOrder = (id: number): OwnOrder | undefined => lists.order.get(String(id))

const kinds = ["spot", "perpetual"] as const satisfies readonly TradedKind[]

/** An order of this page's time by its client order id, open or ended; undefined: nothing was heard of it. */
export function orderByClientId(clientOrderId: string): OwnOrder | undefined {
  for (const { orders, ended } of Object.values(ownTrading)) {
    const found = [...orders, ...ended].find((order) => order.clientOrderId === clientOrderId)
    if (found) return found
  }
  return undefined
}

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
  const key = privateRows.balance.keyOf({ wallet, currency })
  const known = balances.get(key)
  if (known) return known
  const fresh = proxy<Balance>({ wallet, currency, available: "0", held: "0" })
  balances.set(key, fresh)
  return fresh
}

/** Free to be used now, as decimal text; "0" also while unknown (see `account.isKnown`). Follow by `balanceOf`. */
export const availableOf = (wallet: Wallet, currency: string): string => balanceOf(wallet, currency).available

/** Currencies of which something was ever heard, in all accounts: what `balanceOf` is worth asking for. */
export const heldCurrencies = proxy<{ list: Ref<readonly Pick<Balance, "wallet" | "currency">[]> }>({
  list: ref([]),
})

/** What happened just now. `isCaughtUp`: it happened while the page was away, and is told late. */
export interface AccountNews {
  /** As they stand, ended ones too. */
  orders: readonly OwnOrder[]
  /** Oldest first. */
  fills: readonly OwnFill[]
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
  const touched = new Set(lists.order.all().map(({ instrument }) => instrument))
  for (const kind of kindsOf<PrivateRows>(privateRows)) lists[kind].clear()
  showOrders(touched)
  for (const kind of kinds) Object.assign(ownTrading[kind], noTrading())
  for (const row of balances.values()) Object.assign(row, { available: "0", held: "0" })
  heldCurrencies.list = ref([])
  Object.assign(account, {
    state: "none",
    silentSince: null,
    isKnown: false,
    positions: ref([]),
    notices: ref([]),
    seconds: ref([]),
    endedSeconds: ref([]),
    goneSeconds: ref([]),
    ...noCustody(),
    holdings: ref([]),
    endedHoldings: ref([]),
    alerts: ref([]),
    twaps: ref([]),
    paused: ref([]),
  })
}

export function writeAccount(frame: AccountFrame): void {
  const wasKnown = account.isKnown
  const isCaughtUp = frame.isWhole || account.state !== "live"
  const written = writeLists<PrivateRows>(privateRows, lists, frame)
  if (frame.state === "live") account.isKnown = true
  for (const kind of kindsOf<PrivateRows>(privateRows)) publish(kind, written)
  account.state = frame.state
  account.silentSince = frame.silentSince
  // The first whole is no news; what a later one has more is.
  if (frame.isWhole && !wasKnown) return
  const orders = frame.isWhole ? [] : written.order.rows
  const fills = written.fill.fresh
  if (orders.length + fills.length === 0) return
  for (const listener of listeners) listener({ orders, fills, isCaughtUp })
}

/** The ends of {@link AccountSummary.goneSeconds} have become known, the oldest first. */
export function endSeconds(contracts: readonly SecondContract[]): void {
  const fresh = contracts.filter(({ id }) => !account.endedSeconds.some((row) => row.id === id))
  if (fresh.length > 0) account.endedSeconds = endedWith(account.endedSeconds, fresh)
}

type WrittenRows = { readonly [Kind in PrivateKind]: Written<PrivateRows[Kind]> }

/** How the panels get to see what a frame changed of each kind. */
const publishers: { readonly [Kind in PrivateKind]: (written: Written<PrivateRows[Kind]>) => void } = {
  fill({ fresh }) {
    for (const kind of kindsAmong(fresh)) ownTrading[kind].fills = ref(lists.fill.all().filter(isOf(kind)))
  },
  order({ rows, ended, gone }) {
    for (const kind of kindsAmong(ended)) {
      ownTrading[kind].ended = endedWith(ownTrading[kind].ended, ended.filter(isOf(kind)))
    }
    const touched = new Set([...rows, ...gone].map(({ instrument }) => instrument))
    if (touched.size > 0) showOrders(touched)
  },
  position({ rows, ended, gone }) {
    if (rows.length + gone.length === 0) return
    account.closings += ended.length + gone.length
    account.positions = ref(lists.position.all().sort((one, other) => one.id - other.id))
  },
  second({ rows, ended, gone }) {
    if (rows.length + gone.length === 0) return
    account.endedSeconds = endedWith(account.endedSeconds, ended)
    account.seconds = ref(lists.second.all().sort(byExpiry))
    const untold = gone.filter(({ id }) => !ended.some((row) => row.id === id))
    if (untold.length > 0) account.goneSeconds = ref(untold)
  },
  deposit({ rows, ended, gone }) {
    if (rows.length + gone.length === 0) return
    account.endedDeposits = endedWith(account.endedDeposits, ended)
    account.deposits = ref(lists.deposit.all().sort(newestFirst))
  },
  withdrawal({ rows, ended, gone }) {
    if (rows.length + gone.length === 0) return
    account.endedWithdrawals = endedWith(account.endedWithdrawals, ended)
    account.withdrawals = ref(lists.withdrawal.all().sort(newestFirst))
  },
  ai({ rows, ended, gone }) {
    if (rows.length + gone.length === 0) return
    account.endedHoldings = endedWith(account.endedHoldings, ended)
    account.holdings = ref(lists.ai.all().sort(byMaturity))
  },
  twap({ rows, gone }) {
    if (rows.length + gone.length > 0) account.twaps = ref(lists.twap.all().sort(newestFirst))
  },
  paused({ rows, gone }) {
    if (rows.length + gone.length > 0) account.paused = ref(lists.paused.all().sort(newestFirst))
  },
  notice({ fresh }) {
    if (fresh.length > 0) account.notices = ref(lists.notice.all())
  },
  alert({ rows, gone }) {
    if (rows.length + gone.length > 0)
      account.alerts = ref(lists.alert.all().sort((one, other) => one.id - other.id))
  },
  balance({ rows, fresh, gone }) {
    for (const { wallet, currency } of gone)
      Object.assign(balanceOf(wallet, currency), { available: "0", held: "0" })
    for (const row of rows) Object.assign(balanceOf(row.wallet, row.currency), row)
    const listed = new Set(heldCurrencies.list.map(privateRows.balance.keyOf))
    const unlisted = fresh.filter((row) => !listed.has(privateRows.balance.keyOf(row)))
    if (unlisted.length === 0) return
    const added = unlisted.map(({ wallet, currency }) => ({ wallet, currency }))
    heldCurrencies.list = ref([...heldCurrencies.list, ...added])
  },
}

/** `ended`: the oldest end first. */
const endedWith = <Row>(before: readonly Row[], ended: readonly Row[]) =>
  ref([...ended.toReversed(), ...before].slice(0, ENDED_KEPT))

const byExpiry = (one: SecondContract, other: SecondContract) =>
  one.expiry - other.expiry || one.id - other.id

const newestFirst = (one: { id: number }, other: { id: number }) => other.id - one.id

const byMaturity = (one: AiHolding, other: AiHolding) => one.matures - other.matures || one.id - other.id

const publish = <Kind extends PrivateKind>(kind: Kind, written: WrittenRows): void =>
  publishers[kind](written[kind])

const isOf =
  (kind: TradedKind) =>
  (row: { kind: TradedKind }): boolean =>
    row.kind === kind

const kindsAmong = (rows: readonly { kind: TradedKind }[]): readonly TradedKind[] =>
  kinds.filter((kind) => rows.some(isOf(kind)))

/** Lists of all markets and of those that changed. */
function showOrders(markets: ReadonlySet<string>): void {
  const all = lists.order.all().sort((one, other) => other.id - one.id)
  for (const kind of kinds) {
    const own = all.filter(isOf(kind))
    const { orders } = ownTrading[kind]
    const isSame = own.length === orders.length && own.every((order, place) => order === orders[place])
    if (!isSame) ownTrading[kind].orders = ref(own)
  }
  for (const market of markets)
    openOrdersOf(market).orders = ref(all.filter(({ instrument }) => instrument === market))
}
