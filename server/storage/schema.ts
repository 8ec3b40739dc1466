/** All tables as kysely sees them. `migrations.ts` makes them. */

import type { AccountTables } from "./account-schema.ts"
import type { AlertTables } from "./alert-schema.ts"
import type { ApiKeyTables } from "./api-key-schema.ts"
import type { ChainTables } from "./chain-schema.ts"
import type { CustodyTables } from "./custody-schema.ts"
import type { EvmTables } from "./evm-schema.ts"
import type { ExchangeTables } from "./exchange-schema.ts"
import type { PasskeyTable } from "./passkey-schema.ts"
import type { ReserveTables } from "./reserve-schema.ts"
import type { WorthTables } from "./worth-schema.ts"

/** Raised with every change that older servers can't read; a newer folder is refused, not guessed at. */
export const FORMAT = 10

/** One value a name: `format`, `feed`, `seed`. */
interface MetaTable {
  key: string
  value: string
}

/** Steps the stored ticks and lots were counted in, in 1e-8. */
interface InstrumentTable {
  id: string
  tick: number
  lot: number
}

/** What the engine traded, one row a bucket that saw a trade; `step` is its length in seconds. */
export interface CandleTable {
  instrument: string
  step: number
  open_time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  last_trade_id: number
}

/** One-second candles of second-contract instruments, a minute packed into one row. */
export interface SecondsTable {
  instrument: string
  minute: number
  rows: Uint8Array
}

/** Candles of a mark or index price, sixty packed into one row. */
interface PriceCandleTable {
  /** `mark:` or `index:` and the contract. */
  series: string
  /** Length of a candle in ms. */
  step: number
  /** Where the row's first candle opens at the earliest. */
  block: number
  rows: Uint8Array
}

/** An hour of an index: its ticks by number, and where the chain of hashes stands before and behind them (O6). */
interface IndexHourTable {
  index_id: string
  /** Its first millisecond. */
  hour: number
  first: number
  last: number
  /** h of the tick before the first, and of the last: 64 hex digits. */
  before: string
  hash: string
  /**
   * `running`: its ticks are in `index_lines`; `joined`: they are in `file`; `kept`: the file is old, and stays because
   * second contracts rest on it; `dropped`: the file was old, and none did.
   */
  state: "running" | "joined" | "kept" | "dropped"
  /** The whole text, as gzip. */
  file: Uint8Array | null
}

/** Ticks of an hour that isn't joined yet, as lines of its file. */
interface IndexLinesTable {
  index_id: string
  hour: number
  first: number
  last: number
  /** Text as gzip: many such in a row are one gzip again. */
  lines: Uint8Array
}

/** When the exchange was up: from the start to the last time it saved, epoch ms. */
interface RunSpanTable {
  started: number
  ended: number
}

/** Numbering of `name` goes on behind `resume_after`; a running exchange's `revision` lies far ahead of what was given. */
interface CounterTable {
  name: string
  resume_after: number
}

/** The newest trades of an instrument as JSON rows of the wire, oldest first. */
interface RecentTradesTable {
  instrument: string
  rows: string
}

export interface Tables
  extends AccountTables,
    AlertTables,
    ApiKeyTables,
    ChainTables,
    CustodyTables,
    EvmTables,
    ExchangeTables,
    ReserveTables,
    WorthTables {
  meta: MetaTable
  passkeys: PasskeyTable
  instruments: InstrumentTable
  candles: CandleTable
  seconds: SecondsTable
  price_candles: PriceCandleTable
  index_hours: IndexHourTable
  index_lines: IndexLinesTable
  run_spans: RunSpanTable
  counters: CounterTable
  recent_trades: RecentTradesTable
}
