/** The interface by which the bench queries a peer's state and screen, as it does the terminal's (bench/variants.ts). */

import type { CandleRow } from "#core/wire/market.ts"
import { PROBE_ID } from "../../load/workload.ts"
import type { HeldMarket } from "../../oracle/held-market.ts"
import type { BenchDoor, ShownMarket } from "../../variants.ts"
import { ACTIVE, type Counts, INTERVAL } from "./contract.ts"
import type { Book, Tape, Ticker } from "./market-steps.ts"

export interface PeerState {
  tickers: Readonly<Record<string, Ticker>>
  book: Book
  tape: Tape
  candles: readonly CandleRow[]
}

declare global {
  interface Window {
    bench?: BenchDoor
  }
}

/** `read` answers what the peer's own state holds at that moment; nothing is kept beside it. */
export function openDoor(counts: () => Counts, read: () => PeerState): void {
  window.bench = {
    received: () => counts().messages,
    held: () => held(counts(), read()),
    shown,
    probe: () => document.querySelector(`[data-market="${PROBE_ID}"] span > span`),
  }
}

function held(counts: Counts, { tickers, book, tape, candles }: PeerState): HeldMarket {
  return {
    ...counts,
    tickers: Object.values(tickers).map(({ row }) => row),
    // None of the peers proves its book by the checksum: they look at the sequence alone, which costs them less.
    book: { instrument: ACTIVE, seq: book.seq, bids: book.bids, asks: book.asks, checksum: null },
    trades: { instrument: ACTIVE, count: tape.count, rows: tape.rows.toReversed() },
    candles: { instrument: ACTIVE, interval: INTERVAL, rows: candles.map((row) => row.slice(0, 6)) },
  }
}

const texts = (row: Element): [string, string] => {
  const cells = row.querySelectorAll("td")
  return [cells[0]?.textContent ?? "", cells[1]?.textContent ?? ""]
}

function shown(): ShownMarket {
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return {
    rows: all("[data-market]").map((row) => [
      row.getAttribute("data-market") ?? "",
      row.querySelector("span > span")?.textContent ?? "",
    ]),
    bids: all('[data-side="bid"]').map(texts),
    asks: all('[data-side="ask"]').map(texts).reverse(),
    tape: all("[data-trade]").map(texts),
  }
}
