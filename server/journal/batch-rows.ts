/** Makes the rows that a batch writes, of ledger, bill, orders and fills, from the engine's events. */

import type { AccountId, WalletName } from "#server/engine/command.ts"
import type {
  BalanceEvent,
  EngineEvent,
  FillEvent,
  FundingRateEvent,
  JournalEvent,
  OpenInterestEvent,
  OrderView,
} from "#server/engine/event.ts"
import { readLedgerAccount, userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { AppliedBatch } from "#server/exchange/exchange.ts"
import { AiRows } from "./ai-rows.ts"
import type { NoticeRow, PositionRow } from "./contract-rows.ts"
import type { DepositRow, WithdrawalRow } from "./custody-rows.ts"
import { FundMoves } from "./fund-moves.ts"
import type { SecondRow } from "./second-rows.ts"

interface JournalRow {
  seq: number
  n: number
  time: number
  kind: string
  reference: string
}
interface EntryRow {
  seq: number
  n: number
  line: number
  account: string
  currency: string
  amount: bigint
}
interface BillRow {
  userId: number
  seq: number
  n: number
  time: number
  wallet: WalletName
  currency: string
  kind: string
  amount: bigint
  balance: bigint
  reference: string
  instrument: string
}
interface FillRow {
  userId: number
  seq: number
  n: number
  fill: FillEvent
}
interface OrderRow {
  userId: number
  order: OrderView
}

export interface BatchRows {
  journals: JournalRow[]
  entries: EntryRow[]
  bill: BillRow[]
  fills: FillRow[]
  /** By id, each as it stands at the end of the batch. */
  orders: Map<number, OrderRow>
  /** By id, likewise. */
  positions: Map<number, PositionRow>
  notices: NoticeRow[]
  /** Second contracts by id, likewise. */
  seconds: Map<number, SecondRow>
  /** By id, likewise. */
  deposits: Map<number, DepositRow>
  withdrawals: Map<number, WithdrawalRow>
  ai: AiRows
  /** What is public of contracts. */
  fundingRates: FundingRateEvent[]
  interests: OpenInterestEvent[]
  fund: FundMoves
}

/** The engine's words for why money moved, as the bill says them. */
const BILL_KIND: Readonly<Record<JournalEvent["kind"], string>> = {
  "order-hold": "trade",
  "order-release": "trade",
  trade: "trade",
  fee: "fee",
  transfer: "transfer",
  faucet: "practice",
  capital: "correction",
  correction: "correction",
  margin: "margin",
  funding: "funding",
  liquidation: "liquidation",
  settlement: "trade",
  "second-hold": "second",
  second: "second",
  deposit: "deposit",
  claim: "deposit",
  "withdrawal-hold": "withdrawal",
  withdrawal: "withdrawal",
  "withdrawal-fee": "withdrawal-fee",
  "network-cost": "fee",
  "ai-buy": "ai",
  "ai-accrual": "ai",
  "ai-end": "ai",
  "house-net": "trade",
}

export function rowsOf({ stamped, events }: AppliedBatch): BatchRows {
  const rows: BatchRows = {
    ...{ journals: [], entries: [], bill: [], fills: [], orders: new Map() },
    ...{ positions: new Map(), notices: [], seconds: new Map(), ai: new AiRows() },
    ...{ deposits: new Map(), withdrawals: new Map() },
    ...{ fundingRates: [], interests: [], fund: new FundMoves() },
  }
  for (const [place, { seq, time }] of stamped.entries()) addCommand(rows, seq, time, events[place] ?? [])
  return rows
}

/** How many rows that is, the batch's own in the command log not counted. */
export const countRows = (rows: BatchRows): number =>
  rows.journals.length +
  rows.entries.length +
  rows.bill.length +
  rows.fills.length +
  rows.orders.size +
  rows.positions.size +
  rows.notices.length +
  rows.seconds.size +
  rows.deposits.size +
  rows.withdrawals.size +
  rows.ai.size +
  rows.fundingRates.length +
  rows.interests.length +
  rows.fund.rows().length

function addCommand(rows: BatchRows, seq: number, time: number, events: readonly EngineEvent[]): void {
  const journals: JournalEvent[] = []
  const balances: BalanceEvent[] = []
  let fills = 0
  for (const event of events) {
    if (event.type === "journal") journals.push(event)
    else if (event.type === "balance") balances.push(event)
    else if (event.type === "order") {
      const userId = userIdOf(event.order.account)
      if (userId !== undefined) rows.orders.set(event.order.id, { userId, order: event.order })
    } else if (event.type === "fill") {
      // The house has no order and no fill rows.
      const userId = userIdOf(event.account)
      if (userId === undefined) continue
      rows.fills.push({ userId, seq, n: fills, fill: event })
      fills += 1
    } else if (event.type === "position-record") {
      const userId = userIdOf(event.record.account)
      if (userId !== undefined) rows.positions.set(event.record.id, { userId, record: event.record })
    } else if (event.type === "contract-notice") {
      const userId = userIdOf(event.notice.account)
      if (userId !== undefined) rows.notices.push({ userId, notice: event.notice })
    } else if (event.type === "second") {
      const userId = userIdOf(event.contract.account)
      if (userId !== undefined) rows.seconds.set(event.contract.id, { userId, contract: event.contract })
    } else if (event.type === "deposit") {
      const userId = userIdOf(event.deposit.account)
      if (userId !== undefined) rows.deposits.set(event.deposit.id, { userId, deposit: event.deposit })
    } else if (event.type === "withdrawal") {
      const { withdrawal } = event
      const userId = userIdOf(withdrawal.account)
      if (userId !== undefined) rows.withdrawals.set(withdrawal.id, { userId, withdrawal })
    } else if (event.type === "funding-rate") rows.fundingRates.push(event)
    else if (event.type === "open-interest" && event.isSample) rows.interests.push(event)
    else rows.ai.take(event)
  }
  if (journals.length === 0) return
  for (const [n, { kind, reference, lines }] of journals.entries()) {
    rows.journals.push({ seq, n, time, kind, reference })
    for (const [line, { account, currency, amount }] of lines.entries()) {
      rows.entries.push({ seq, n, line, account, currency, amount })
      rows.fund.take(time, { account, currency, amount })
    }
  }
  const instruments = new Map(
    events.flatMap((event) =>
      event.type === "second" ? [[`second:${event.contract.id}`, event.contract.instrument] as const] : [],
    ),
  )
  addBill(rows.bill, { seq, time, journals, balances, instruments })
}

/**
 * What each journal of a command did to users' wallets, all their parts together. The balance after it is known at
 * the command's end, from the balance events; before that it is worked out backwards.
 */
function addBill(
  bill: BillRow[],
  of: {
    seq: number
    time: number
    journals: readonly JournalEvent[]
    balances: readonly BalanceEvent[]
    /** By reference, where the reference itself doesn't say it. */
    instruments: ReadonlyMap<string, string>
  },
): void {
  const after = new Map<string, bigint>()
  for (const { account, wallet, currency, available, held, margin = 0n, advance = 0n } of of.balances)
    after.set(`${account}.${wallet}.${currency}`, available + held + margin - advance)
  const rows: BillRow[] = []
  for (const journal of of.journals.toReversed()) {
    for (const [key, change] of [...walletChanges(journal)].reverse()) {
      const balance = after.get(key)
      if (balance === undefined) throw new Error(`command ${of.seq} moved ${key} and told no balance of it`)
      after.set(key, balance - change.amount)
      const { reference, kind } = journal
      rows.push({
        ...change,
        seq: of.seq,
        n: 0,
        time: of.time,
        kind: BILL_KIND[kind],
        balance,
        reference,
        instrument:
          of.instruments.get(reference) ?? /^(?:trade|funding|position):([^:]+)/.exec(reference)?.[1] ?? "",
      })
    }
  }
  for (const [n, row] of rows.reverse().entries()) bill.push({ ...row, n })
}

type WalletChange = Pick<BillRow, "userId" | "wallet" | "currency" | "amount">

/** Users' wallets that a journal made richer or poorer, by account, wallet and currency. */
function walletChanges({ lines }: JournalEvent): Map<string, WalletChange> {
  const changes = new Map<string, WalletChange>()
  for (const { account, currency, amount } of lines) {
    const of = usersWallet(account)
    if (!of) continue
    const key = `${of.owner}.${of.wallet}.${currency}`
    const known = changes.get(key)
    if (known) known.amount += amount
    else changes.set(key, { userId: of.userId, wallet: of.wallet, currency, amount })
  }
  for (const [key, { amount }] of changes) if (amount === 0n) changes.delete(key)
  return changes
}

/**
 * The user's wallet that the account is a part of; undefined for the house's and the exchange's own. Throws on a name
 * that the ledger doesn't know: money would move on no bill.
 */
function usersWallet(text: string): { userId: number; owner: AccountId; wallet: WalletName } | undefined {
  const account = readLedgerAccount(text)
  switch (account?.kind) {
    case "system":
    case "ai":
      return undefined
    case "wallet":
    case "margin":
    case "advance": {
      const { owner } = account
      const wallet = account.kind === "wallet" ? account.wallet : "contract"
      const userId = userIdOf(owner)
      return userId === undefined ? undefined : { userId, owner, wallet }
    }
    default:
      account satisfies undefined
      throw new Error(`the ledger has no account ${text}`)
  }
}
