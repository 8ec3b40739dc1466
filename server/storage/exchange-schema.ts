/** Tables of money and orders: command log, snapshots, ledger, orders, fills. `exchange-migration.ts` makes them. */

import type { ColumnType } from "kysely"

/** `numeric(38,0)` in 1e-8: text on the way out, for both drivers; bigint or text on the way in. */
export type AmountColumn = ColumnType<string, bigint | string, bigint | string>
export type NullableAmount = ColumnType<string | null, bigint | string | null, bigint | string | null>

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

/** The command log, one row a batch: what was asked, in order. Replayed, it gives the same state and the same events. */
interface JournalTable {
  first_seq: number
  last_seq: number
  /** Of its last command, epoch ms. */
  time: number
  /** `RULES_VERSION` of the engine that applied it; another never replays it. */
  rules: number
  /** Commands with their times, packed by `server/journal/command-codec.ts`. */
  commands: Uint8Array
  /** Hash of this batch and of all before it. */
  chain: Uint8Array
}

/** The whole state after a command; the two newest are kept, and the command log behind the older of them. */
interface SnapshotTable {
  seq: number
  time: number
  /** SHA-256 of the state's canonical form (R4). */
  hash: Uint8Array
  /** Of the command log's chain at this sequence. */
  chain: Uint8Array
  /** The canonical form, deflated. */
  state: Uint8Array
}

/** R3: hash of the state after every so many commands, compared in a replay. */
interface StateHashTable {
  seq: number
  /** `STATE_VERSION` of the state that was hashed; another version's has another hash. */
  version: number
  hash: Uint8Array
}

/** Journal entries (L1): why money moved. `n` counts those of one command from 0. */
interface LedgerJournalTable {
  seq: number
  n: number
  time: number
  /** As the engine's `JournalKind`. */
  kind: string
  /** `order:17`, `trade:BTC_USDT:55120`, the key of a transfer; may be empty. */
  reference: string
}

/** One line of a journal entry; its lines sum to zero per currency (a trigger sees to it). */
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
  /** Of its instrument: `spot`, `perpetual`. */
  kind: string
  instrument: string
  side: string
  order_type: string
  time_in_force: string
  post_only: boolean
  reduce_only: boolean
  /** Contracts in hedge mode; else empty. */
  position_side: string
  price: number | null
  stop_price: number | null
  /** Of a stop; empty: the last price, and of what is no stop. */
  stop_source: string
  /** Of a trailing stop, a rate in 1e-8. */
  distance: number | null
  close_position: boolean
  /** Terms that wait for its first fill, as `stored-conditions.ts` writes them; empty: none. */
  take_profit: string
  stop_loss: string
  targets_part: boolean
  /** `take-profit` or `stop-loss` of a position that sent it; else empty. */
  origin: string
  /** Good till then, in ms; 0: till it is cancelled. */
  expires_at: number
  /** Placed together with others: the id of the first of them; 0: none. */
  group_id: number
  /** `oco`, `scaled`; empty: none. */
  group_kind: string
  /** Lots that are shown at a time; 0: all of it. */
  shown: number
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
  kind: string
  instrument: string
  /** Contracts: the position that it changed; else empty. */
  slot: string
  trade: number
  side: string
  price: number
  quantity: number
  turnover: AmountColumn
  fee: AmountColumn
  fee_currency: string
  /** Contracts: profit that it realised, 1e-8 of the quote; else 0. */
  realised: AmountColumn
  liquidity: string
  time: number
}

/** A position of a user from its opening to flat, as `PositionRecord`; the house's have no rows. */
export interface PositionTable {
  id: number
  user_id: number
  instrument: string
  slot: string
  is_long: boolean
  margin_mode: string
  leverage: number
  /** Signed; 0 once it is closed. */
  size: AmountColumn
  /** 1e-16 of the quote, as the two values. */
  cost: AmountColumn
  margin: AmountColumn
  /** Take-profit and stop-loss, as `stored-conditions.ts` writes them; empty: none. */
  targets: string
  opened_size: AmountColumn
  opened_value: AmountColumn
  closed_size: AmountColumn
  closed_value: AmountColumn
  realised: AmountColumn
  opening_fee: AmountColumn
  closing_fee: AmountColumn
  liquidation_fee: AmountColumn
  funding_received: AmountColumn
  funding_paid: AmountColumn
  opened: number
  updated: number
  /** Empty while it is open. */
  closed_by: string
  /** Of the last command that changed it. */
  sequence: number
}

/** What the exchange did to a user's position: funding, steps of a liquidation, deleveraging. */
export interface ContractNoticeTable {
  user_id: number
  seq: number
  /** Counts those of one command and user from 0. */
  n: number
  time: number
  /** `funding`, `liquidation`, `take-over`, `deleveraging`. */
  kind: string
  instrument: string
  slot: string
  /** Base quantity in 1e-8: signed of funding, else of what was closed. */
  size: AmountColumn
  /** 1e-8 of the quote; 0 of funding. */
  price: AmountColumn
  /** 0 of a deleveraging. */
  mark: AmountColumn
  /** Of funding, in 1e-8; else 0. */
  rate: AmountColumn
  /** Funding received (below zero: paid), or the fee of a liquidation. */
  amount: AmountColumn
  /** Of the order that a liquidation sent. */
  order_id: number | null
  /** P10, what decided a liquidation, 1e-16 of the quote; else 0. */
  equity: AmountColumn
  maintenance: AmountColumn
}

/** A second contract of a user, as `SecondView`; what has ended has its end. Ticks by the engine's own numbers. */
export interface SecondContractTable {
  id: number
  user_id: number
  instrument: string
  index_id: string
  request_key: string
  direction: string
  seconds: number
  stake: AmountColumn
  profit: AmountColumn
  currency: string
  /** 1e-8. */
  payout_rate: number
  open_seq: number
  open_time: number
  open_price: AmountColumn
  opened: number
  expiry: number
  status: string
  /** Of what has ended: last tick before the expiry. */
  before_seq: number | null
  before_time: number | null
  before_price: NullableAmount
  /** First tick at or after the expiry; also of a refund only where one came. */
  settle_seq: number | null
  settle_time: number | null
  settle_price: NullableAmount
  paid: NullableAmount
  settled: number | null
  /** Of the last command that changed it. */
  sequence: number
}

/** An AI product as the operator set it last, as `AiProductView`. */
interface AiProductTable {
  id: string
  name: string
  currency: string
  days: number
  /** 1e-8. */
  rate: number
  minimum: AmountColumn
  maximum: AmountColumn
  /** 1e-8. */
  early_fee: number
  offer: string
  /** Of the last command that changed it. */
  sequence: number
}

/** A row of the issuance record (A1), as `AiIssueView`. */
interface AiIssueTable {
  product: string
  number: number
  opened: number
  /** Null while it is the present one. */
  ended: number | null
  size: AmountColumn
  sold: AmountColumn
  promised: AmountColumn
  paid: AmountColumn
  state: string
}

/** A holding of a user, as `AiView`; what has ended has its end. */
export interface AiHoldingTable {
  id: number
  user_id: number
  product: string
  name: string
  issue: number
  request_key: string
  currency: string
  principal: AmountColumn
  /** 1e-8, as is `early_fee`. */
  rate: number
  days: number
  early_fee: number
  bought: number
  starts: number
  promised: AmountColumn
  accrued_days: number
  reward: AmountColumn
  status: string
  ended: number | null
  paid: NullableAmount
  /** Of an early end. */
  fee: NullableAmount
  /** Of the last command that changed it. */
  sequence: number
}

/** P5: a rate as it was paid. */
interface FundingRateTable {
  instrument: string
  time: number
  /** 1e-8. */
  rate: AmountColumn
  /** 1e-8 of the quote; 0: there was none. */
  mark: AmountColumn
}

/** P31: at each full quarter of an hour. */
interface OpenInterestTable {
  instrument: string
  time: number
  /** 1e-8 of the base. */
  size: AmountColumn
}

/** P32: the insurance fund's money, one row an hour in which it changed. */
interface InsuranceFundTable {
  currency: string
  /** Start of the hour. */
  hour: number
  /** Of the last change in it. */
  time: number
  balance: AmountColumn
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
  positions: PositionTable
  contract_notices: ContractNoticeTable
  second_contracts: SecondContractTable
  ai_products: AiProductTable
  ai_issues: AiIssueTable
  ai_holdings: AiHoldingTable
  funding_rates: FundingRateTable
  open_interests: OpenInterestTable
  insurance_fund: InsuranceFundTable
}
