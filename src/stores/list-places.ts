/**
 * The scroll place of each market list with its chip, list, search and order, so that coming back within the session (by
 * a reload too) finds them. Kept under `saker:list-places` of the tab.
 */

import type { ListView, MarketKind } from "#workers/market/market.api.ts"

const KEY = "saker:list-places"

export interface ListPlace {
  choice: Pick<ListView, "chip" | "query" | "sort" | "direction"> & { list: string }
  /** The first row in view. */
  firstRow: number
}

/** What may stand in a stored place, by the worker's own types: a missing word doesn't compile. */
const CHIPS: Record<ListView["chip"], true> = {
  favourites: true,
  recent: true,
  all: true,
  gainers: true,
  losers: true,
  new: true,
}
const SORTS: Record<ListView["sort"], true> = {
  name: true,
  last: true,
  change: true,
  range: true,
  turnover: true,
  spread: true,
  mark: true,
  funding: true,
  nextFunding: true,
  periods: true,
  payout: true,
  listed: true,
  recent: true,
}
const KINDS = ["spot", "perpetual", "second"] as const

let places: Partial<Record<MarketKind, ListPlace>> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export function readListPlace(kind: MarketKind): ListPlace | undefined {
  places ??= parsePlaces(readSession())
  return places[kind]
}

/** Scrolling calls this for every row: it is stored when it rests, and when the page goes. */
export function writeListPlace(kind: MarketKind, place: ListPlace): void {
  places = { ...(places ?? parsePlaces(readSession())), [kind]: place }
  timer ??= setTimeout(store, STORE_AFTER_MS)
}

const STORE_AFTER_MS = 300

/** Reads stored places; what makes no sense is left out. */
export function parsePlaces(text: string | null): Partial<Record<MarketKind, ListPlace>> {
  const found: Partial<Record<MarketKind, ListPlace>> = {}
  try {
    const value = Object(JSON.parse(text ?? "{}")) as Record<string, unknown>
    for (const kind of KINDS) {
      const place = Object(value[kind]) as Partial<ListPlace>
      if (isPlace(place)) found[kind] = place
    }
  } catch {
    // Not ours, or cut off: then one begins at the top.
  }
  return found
}

function isPlace(place: Partial<ListPlace>): place is ListPlace {
  const { chip, query, sort, direction, list } = Object(place.choice) as Partial<ListPlace["choice"]>
  return (
    Number.isSafeInteger(place.firstRow) &&
    (place.firstRow ?? -1) >= 0 &&
    String(chip) in CHIPS &&
    String(sort) in SORTS &&
    (direction === "up" || direction === "down") &&
    typeof query === "string" &&
    typeof list === "string"
  )
}

function readSession(): string | null {
  try {
    return globalThis.sessionStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

function store(): void {
  if (timer === undefined) return
  clearTimeout(timer)
  timer = undefined
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify(places))
  } catch {
    // Without storage the places last as long as the page.
  }
}

globalThis.window?.addEventListener("pagehide", store)
