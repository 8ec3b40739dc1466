/** What is kept of money and orders? Journal, snapshots, ledger, orders, fills; `exchange-migration.ts` makes the tables. */

import type { ColumnType } from "kysely"

/** `numeric(38,0)` in 1e-8: text on the way out, for both drivers; bigint or text on the way in. */
type AmountColumn = ColumnType<string, bigint | string, bigint | string>
type NullableAmount = ColumnType<string | null, bigint | string | null, bigint | string | null>

/** One row: how far the database is. A batch commits only where term and sequence are those it knows. */
interface EngineHeadTable {
  /** Always 1. */
  id: number
  /** Grows with each start: an older writer that wakes up can't commit. */
  term: number
  /** Of the last committed command. */
  seq: number
  time: number
  /** SHA-256 over the chain before and the commands of the last batch. */
  chain: Uint8Array
}

/** One row a batch: what was asked, in order. Replayed, it gives the same state and the same events. */
interface JournalTable {
  first_seq: number
  last_seq: number
  /** Of its last command, epoch ms. */
  time: number
  /** Commands with their times, packed by `server/journal/command-codec.ts`. */
  commands: Uint8Array
  /** Hash of this batch and of all before it. */
  chain: Uint8Array
}

/** The whole state after a command; the two newest are kept, and the journal behind the older of them. */
interface SnapshotTable {
  seq: number
  time: number
  /** SHA-256 of the state's canonical form (R4). */
  hash: Uint8Array
  /** Of the journal's chain at this sequence. */
  chain: Uint8Array
  /** The canonical form, deflated. */
  state: Uint8Array
}

/** R3: hash of the state after every so many commands, compared in a replay. */
interface StateHashTable {
  seq: number
  hash: Uint8Array
}

/** L1: why money moved. `n` counts the journals of one command from 0. */
interface LedgerJournalTable {
  seq: number
  n: number
  time: number
  /** As the engine's `JournalKind`. */
  kind: string
  /** `order:17`, `trade:BTC_USDT:55120`, the key of a transfer; may be empty. */
  reference: string
}

/** One line of a journal; the lines of a journal sum to zero per currency (a trigger sees to it). */
interface LedgerEntryTable {
  seq: number
  n: number
  line: number
  /** Full name, such as `u12.funding.available`, `fees`. */
  account: string
  currency: string
  amount: AmountColumn
}

/** Sums of the entries, kept by the database itself; what may not be negative can't become so. */
interface BalanceTable {
  account: string
  currency: string
  amount: AmountColumn
}

/** What a user's account gained or lost by one journal, available and held together; freezing alone makes no row. */
interface BillTable {
  user_id: number
  seq: number
  /** Counts the bill rows of one command from 0. */
  n: number
  time: number
  wallet: string
  currency: string
  /** `BILL_KINDS` of the wire. */
  kind: string
  amount: AmountColumn
  /** Available and held together, after it. */
  balance: AmountColumn
  reference: string
  /** Market of a trade or fee; else empty. */
  instrument: string
}

/** A user's order as it stands; the house's have no rows. Ticks, lots and 1e-8 amounts as in `OrderView`. */
export interface OrderTable {
  id: number
  user_id: number
  client_order_id: string | null
  instrument: string
  side: string
  order_type: string
  time_in_force: string
  post_only: boolean
  price: number | null
  stop_price: number | null
  quantity: number | null
  budget: NullableAmount
  executed: number
  executed_quote: AmountColumn
  charged: AmountColumn
  fee_currency: string
  hold: AmountColumn
  status: string
  /** Why it expired, or which refusal rejected it; else empty. */
  reason: string
  created: number
  updated: number
  /** Of the last command that changed it. */
  sequence: number
}

/** One side of one trade, of a user. */
export interface FillTable {
  user_id: number
  seq: number
  /** Counts the fills of one command from 0. */
  n: number
  order_id: number
  instrument: string
  trade: number
  side: string
  price: number
  quantity: number
  turnover: AmountColumn
  fee: AmountColumn
  fee_currency: string
  liquidity: string
  time: number
}

export interface ExchangeTables {
  engine_head: EngineHeadTable
  journal: JournalTable
  snapshots: SnapshotTable
  state_hashes: StateHashTable
  ledger_journals: LedgerJournalTable
  ledger_entries: LedgerEntryTable
  balances: BalanceTable
  bill: BillTable
  orders: OrderTable
  fills: FillTable
}
