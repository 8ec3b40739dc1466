/**
 * The pages that the ladder measures. Ours is the real terminal; the peers show the same screen from the same socket,
 * written as their own users would write them.
 *
 * A page of a peer (bench/peers/<name>/page.html, built by bench/pages/build-pages.ts with the flags of the product)
 * - opens `ws://<origin>/socket` and subscribes as the terminal does (see bench/load/README in bench/README.md):
 *   `ticker` `*`, `depth`, `trade` and `candle` of the active market, and answers each `pong` with a `ping`;
 * - reads `/market/exchange` for the list and `/market/kline` for the candles;
 * - sets `window.bench` to a {@link BenchDoor} before it subscribes.
 */

import { traderScript } from "./driver/drawn-script.ts"
import { oursScript } from "./driver/ours-script.ts"
import { ACTIVE_ID, PROBE_ID } from "./load/workload.ts"
import type { HeldMarket } from "./oracle/held-market.ts"

/** What the driver asks of every page, ours included (there an injected script asks the worker). */
export interface BenchDoor {
  /** Messages applied so far: counted where they are applied, not where they arrive. */
  received(): number | Promise<number>
  /** Everything the page knows, as wire text, once the stream has ended and was worked off. */
  held(): HeldMarket | Promise<HeldMarket>
  /** What is on screen: text content of the DOM. */
  shown(): ShownMarket
  /** The element whose text is the last price of the probe market (PROBE_ID of bench/load/workload.ts); null: not there yet. */
  probe(): Element | null
}

/** Texts as painted, in order from top to bottom; thousands separators and signs are stripped by the comparison. */
export interface ShownMarket {
  /** Rows of the list that are in the DOM: instrument id (or base) and last price. */
  rows: readonly (readonly [name: string, last: string])[]
  /** Best first, price and size. */
  bids: readonly (readonly [price: string, size: string])[]
  asks: readonly (readonly [price: string, size: string])[]
  /** The book's rows stay at their prices (the price ladder), so that one side may have most of them. */
  hasFixedPrices?: boolean
  /** Newest first, price and size; empty when the variant merges rows. */
  tape: readonly (readonly [price: string, size: string])[]
}

export interface Variant {
  name:
    | "ours"
    | "ours-four"
    | "price-ladder"
    | "trader"
    | "drawn-chart"
    | "naive"
    | "zustand"
    | "redux"
    | "unconflated"
    | "receive"
    | "ceiling"
    | "ours-compact"
    | "ceiling-compact"
  /** Paints nothing: `receive` only counts, `ceiling` is the real worker without a page. Judged by what it receives. */
  isFloor?: "receive" | "ceiling"
  /** Address of the page. */
  url(origin: string): string
  /** Script run before the page's own; ours needs one to put `window.bench` in place. */
  script?: () => string
  /** Its rungs begin here, messages/s; the ladder finds its own way. */
  firstRung: { single: number; coalesced: number }
}

const page = (path: string) => (origin: string) => `${origin}/bench/${path}/page.html`

/** Ours first; the peers follow in the order of the table, then the floors. */
const VARIANTS: readonly Variant[] = [
  {
    name: "ours",
    url: (origin) => `${origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    script: () => oursScript(PROBE_ID),
    firstRung: { single: 24_000, coalesced: 256_000 },
  },
  {
    // Four charts on the desk instead of one: the active market in four intervals, so that each moves with every trade.
    name: "ours-four",
    url: (origin) => `${origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    script: () => `localStorage.setItem("saker:charts", '{"count":4}');${oursScript(PROBE_ID)}`,
    firstRung: { single: 24_000, coalesced: 256_000 },
  },
  {
    name: "price-ladder",
    url: (origin) => `${origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    // The face is a choice of the device's.
    script: () => `localStorage.setItem("saker:ladder", '{"face":"ladder"}'); ${oursScript(PROBE_ID)}`,
    firstRung: { single: 24_000, coalesced: 256_000 },
  },
  {
    // Somebody who is logged in, with one order and nothing drawn.
    name: "trader",
    url: (origin) => `${origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    script: () => `${traderScript(false)}${oursScript(PROBE_ID)}`,
    firstRung: { single: 24_000, coalesced: 256_000 },
  },
  {
    // The same one with 50 drawings and 20 orders' lines on the chart.
    name: "drawn-chart",
    url: (origin) => `${origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    script: () => `${traderScript(true)}${oursScript(PROBE_ID)}`,
    firstRung: { single: 24_000, coalesced: 256_000 },
  },
  {
    // Its messages in compact form: the door's config.json names another socket for a page with this query.
    name: "ours-compact",
    url: (origin) => `${origin}/?compact#/pages/spot/trade?symbol=${ACTIVE_ID}`,
    script: () => oursScript(PROBE_ID),
    firstRung: { single: 24_000, coalesced: 384_000 },
  },
  { name: "naive", url: page("peers/naive"), firstRung: { single: 12_000, coalesced: 80_000 } },
  { name: "zustand", url: page("peers/zustand"), firstRung: { single: 8000, coalesced: 60_000 } },
  { name: "redux", url: page("peers/redux"), firstRung: { single: 2000, coalesced: 7000 } },
  { name: "unconflated", url: page("peers/unconflated"), firstRung: { single: 8000, coalesced: 5000 } },
  {
    name: "receive",
    isFloor: "receive",
    url: page("pages/receive"),
    firstRung: { single: 32_000, coalesced: 1_000_000 },
  },
  {
    name: "ceiling",
    isFloor: "ceiling",
    url: page("pages/ceiling"),
    firstRung: { single: 28_000, coalesced: 512_000 },
  },
  {
    name: "ceiling-compact",
    isFloor: "ceiling",
    url: (origin) => `${page("pages/ceiling")(origin)}?compact`,
    firstRung: { single: 28_000, coalesced: 1_500_000 },
  },
]

export function variantNamed(name: Variant["name"]): Variant {
  const found = VARIANTS.find((variant) => variant.name === name)
  if (!found) throw new Error(`no variant ${name}`)
  return found
}
