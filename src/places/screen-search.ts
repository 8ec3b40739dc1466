/** What do the words after the question mark of an address mean? Nonsense counts as left out, so the default holds. */

import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { placeAt, type ScreenPath, type SearchName, site } from "./site.ts"

export interface ScreenSearch {
  /** An instrument's id; whether it is listed only the catalogue knows. */
  symbol?: string
  interval?: Interval
  category_id?: number
  id?: string
  /** Where to go after logging in: an address inside the app. */
  to?: string
  /** Who invited, as a link of theirs says. */
  invite?: string
  /** Degrees, north and east positive. */
  latitude?: number
  longitude?: number
  /** What a place is called. */
  name?: string
  /** A shared layout of the desk, as base64url; what it says is checked by who shows it. */
  layout?: string
  /** Which panel stands in a window of its own; whether there is such a one its screen says. */
  panel?: string
}

/** Raw parameters: only strings mean something. */
export type RawSearch = { readonly [name: string]: unknown }

const SYMBOL = /^[A-Z0-9]{1,20}_[A-Z0-9]{2,10}(_PERP|_SEC)?$/
const CATEGORY = /^[1-9]\d{0,8}$/
const INVITE = /^[A-Za-z0-9]{1,16}$/
const DEGREES = /^[+-]?\d{1,3}(?:\.\d{1,15})?$/
const NAME_LENGTH_MAX = 100
const ID = /^[\w-]{1,64}$/

const READERS: { [Name in SearchName]: (text: string) => ScreenSearch[Name] | undefined } = {
  symbol: (text) => (SYMBOL.test(text.toUpperCase()) ? text.toUpperCase() : undefined),
  interval: (text) => INTERVALS.find((interval) => interval === text),
  category_id: (text) => (CATEGORY.test(text) ? Number(text) : undefined),
  id: (text) => (ID.test(text) ? text : undefined),
  to: (text) => (placeOf(text) ? text : undefined),
  latitude: (text) => degrees(text, 90),
  longitude: (text) => degrees(text, 180),
  // Control characters and marks that turn the reading direction could dress a place up as another.
  name: (text) =>
    text
      .replace(/[\p{C}]/gu, "")
      .trim()
      .slice(0, NAME_LENGTH_MAX) || undefined,
  layout: (text) => (/^[\w-]{1,20000}$/.test(text) ? text : undefined),
  panel: (text) => (ID.test(text) ? text : undefined),
  invite: (text) => (INVITE.test(text) ? text.toUpperCase() : undefined),
}

/** Undefined beyond `most`, north or south. */
function degrees(text: string, most: number): number | undefined {
  const value = DEGREES.test(text) ? Number(text) : Number.NaN
  return Math.abs(value) <= most ? value : undefined
}

/** The parameters that a screen reads, checked; all others are dropped. */
export function readSearch(path: ScreenPath, raw: RawSearch): ScreenSearch {
  const entries = (placeAt(path).search ?? []).flatMap((name) => {
    const text = raw[name]
    const value =
      typeof text === "string" || typeof text === "number" ? READERS[name](String(text)) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

/** The place that an address inside the app leads to: `/pages/kline/index?symbol=BTC_USDT`. Never another site. */
export function placeOf(address: string): ScreenPath | undefined {
  const path = address.split("?")[0] ?? ""
  return Object.hasOwn(site, path) ? (path as ScreenPath) : undefined
}

/**
 * Plain `name=value` pairs: an address stays readable and can be typed by hand. The router appends the page's own query
 * (`/?hud#…`) to the one behind the hash, so a second question mark only parts two pairs.
 */
export function parseSearch(text: string): RawSearch {
  return Object.fromEntries(new URLSearchParams(text.replace(/(?!^)\?/g, "&")))
}

/** The way back; nothing set gives nothing at all. */
export function formatSearch(search: RawSearch | ScreenSearch): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
