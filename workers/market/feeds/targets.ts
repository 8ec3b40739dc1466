/** The channels that a view needs. */

import type { Target } from "#core/wire/socket.ts"
import type { MarketKind, View } from "../view.ts"
import type { AccountFeed } from "./account-feed.ts"
import type { Catalogue } from "./catalogue.ts"

/** Every instrument of a channel. */
export const ALL = "*"

export const NOTHING_SHOWN: View = {
  list: null,
  tickers: [],
  book: null,
  tape: null,
  chart: null,
  hud: false,
}

/** Contracts of own open positions and orders, each once, in order. */
export function heldContracts(account: AccountFeed): string[] {
  const orders = [...account.rowsOf("order")].filter(({ kind }) => kind === "perpetual")
  return [...new Set([...account.rowsOf("position"), ...orders].map(({ instrument }) => instrument))].sort()
}

/** What own contracts are counted with; one that isn't listed yet waits for the catalogue. */
export const heldTargets = (held: readonly string[], catalogue: Catalogue): Target[] =>
  held.filter((id) => catalogue.get(id)?.kind === "perpetual").map((key) => ({ channel: "mark", key }))

/**
 * One `*` subscription when a list or boards are shown, else only what is shown, and what own contracts need (`held`).
 * Unknown instruments wait for the catalogue.
 */
export function targetsOf(view: View, catalogue: Catalogue, held: readonly Target[] = []): Target[] {
  const targets = new Map<string, Target>()
  const add = (channel: Target["channel"], key: string) => targets.set(`${channel} ${key}`, { channel, key })
  const kindOf = (id: string): MarketKind | undefined => catalogue.get(id)?.kind
  const hasAll = Boolean(view.list ?? view.boards)
  if (hasAll) add("ticker", ALL)
  if (view.list?.kind === "perpetual") add("mark", ALL)
  for (const id of shownTickers(view)) {
    if (!kindOf(id)) continue
    if (!hasAll) add("ticker", id)
    if (kindOf(id) === "perpetual" && view.list?.kind !== "perpetual") add("mark", id)
  }
  if (view.list?.kind !== "perpetual") for (const { channel, key } of held) add(channel, key)
  const { chart, charts = [], openInterest, indexes = [], rowIndexes = [] } = view
  const tape = view.tape ?? view.priceLadder ?? view.footprint
  for (const index of [...indexes, ...rowIndexes]) if (catalogue.ofIndex(index)) add("index", index)
  if (openInterest && kindOf(openInterest) === "perpetual") add("openInterest", openInterest)
  const book = view.book ?? view.priceLadder ?? view.depth ?? view.ladder ?? view.heat
  if (book && hasBook(kindOf(book.instrument))) {
    add("depth", book.instrument)
    add("instrument", book.instrument)
  }
  if (tape && hasBook(kindOf(tape.instrument))) add("trade", tape.instrument)
  for (const { instrument, interval } of chart ? [chart, ...charts] : charts)
    if (kindOf(instrument)) add("candle", `${instrument}:${interval}`)
  return [...targets.values()]
}

/** Instruments whose ticker some panel shows; the book's middle row shows the last price. */
export function shownTickers(view: View): Set<string> {
  const ids = new Set(view.tickers)
  if (view.book) ids.add(view.book.instrument)
  return ids
}

/** Second contracts have no book of their own and no trades (core/instrument/instrument.ts). */
const hasBook = (kind: MarketKind | undefined): boolean => kind === "spot" || kind === "perpetual"

/** Kinds whose sparklines may be on screen. */
export function shownKinds(view: View, catalogue: Catalogue): Set<MarketKind> {
  const kinds = new Set<MarketKind>()
  if (view.list) kinds.add(view.list.kind)
  if (view.boards) kinds.add(view.boards.kind)
  for (const id of view.tickers) {
    const kind = catalogue.get(id)?.kind
    if (kind) kinds.add(kind)
  }
  return kinds
}
