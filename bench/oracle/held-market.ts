/** The state that a page returns for comparison with the oracle. Wire text only. */

export interface HeldBook {
  instrument: string
  /** Sequence at which it stands. */
  seq: number
  /** Best first: price and total as on the wire. */
  bids: readonly (readonly [price: string, total: string])[]
  asks: readonly (readonly [price: string, total: string])[]
  /** W1 checksum as the page itself computes it; null where a peer keeps none. */
  checksum: number | null
}

export interface HeldMarket {
  /** Messages applied. */
  messages: number
  /** Gaps noticed, and messages that could not be read. Both are 0 in a right run. */
  gaps: number
  malformed: number
  /** Newest ticker row of every market, as on the wire. */
  tickers: readonly (readonly (string | number)[])[]
  book: HeldBook | null
  trades: {
    instrument: string
    /** Trades seen since the page opened. */
    count: number
    /** The newest ones held, oldest first: id, price, quantity, side, time. */
    rows: readonly (readonly (string | number)[])[]
  } | null
  /** The newest candles held, oldest first, without a closing flag: open time, open, high, low, close, volume. */
  candles: {
    instrument: string
    interval: string
    rows: readonly (readonly (string | number)[])[]
  } | null
}
