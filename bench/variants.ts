/**
 * Which pages are driven up the ladder? Ours is the real terminal; the peers show the same screen from the same socket,
 * written as their own users would write them.
 *
 * A page of a peer (bench/peers/<name>/page.html, built by bench/pages/build-pages.ts with the flags of the product)
 * - opens `ws://<origin>/socket` and subscribes as the terminal does (see bench/load/README in bench/README.md):
 *   `ticker` `*`, `depth`, `trade` and `candle` of the active market, and answers each `pong` with a `ping`;
 * - reads `/market/exchange` for the list and `/market/kline` for the candles;
 * - sets `window.bench` to a {@link BenchDoor} before it subscribes.
 */

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
  /** Newest first, price and size; empty when the variant merges rows. */
  tape: readonly (readonly [price: string, size: string])[]
}

export interface Variant {
  name: "ours" | "naive" | "zustand" | "redux" | "unconflated"
  /** Address of the page. */
  url(origin: string): string
  /** Script run before the page's own; ours needs one to put `window.bench` in place. */
  script?: () => string
  /** Its rungs begin here, messages/s; the ladder finds its own way. */
  firstRung: { single: number; coalesced: number }
}

/** Ours first; the peers follow in the order of the table. */
export const VARIANTS: readonly Variant[] = []
