/** Which rows does a batch write? Ledger, bill, orders and fills, out of what the engine told. */

import type { WalletName } from "#server/engine/command.ts"
import type { BalanceEvent, EngineEvent, FillEvent, JournalEvent, OrderView } from "#server/engine/event.ts"
import type { AppliedBatch } from "#server/exchange.ts"

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
}

/** The house has no order and no fill rows (product.md section 6). */
const USER = /^u(\d+)$/
const USER_WALLET = /^u(\d+)\.(funding|contract|second)\.(?:available|held)$/
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
  "house-net": "trade",
}

export function rowsOf({ stamped, events }: AppliedBatch): BatchRows {
  const rows: BatchRows = { journals: [], entries: [], bill: [], fills: [], orders: new Map() }
  for (const [place, { seq, time }] of stamped.entries()) addCommand(rows, seq, time, events[place] ?? [])
  return rows
}

/** How many rows that is, the batch's own in the journal not counted. */
export const countRows = (rows: BatchRows): number =>
  rows.journals.length + rows.entries.length + rows.bill.length + rows.fills.length + rows.orders.size

function addCommand(rows: BatchRows, seq: number, time: number, events: readonly EngineEvent[]): void {
  const journals: JournalEvent[] = []
  const balances: BalanceEvent[] = []
  let fills = 0
  for (const event of events) {
    if (event.type === "journal") journals.push(event)
    else if (event.type === "balance") balances.push(event)
    else if (event.type === "order") {
      const userId = userOf(event.order.account)
      if (userId !== undefined) rows.orders.set(event.order.id, { userId, order: event.order })
    } else if (event.type === "fill") {
      const userId = userOf(event.account)
      if (userId === undefined) continue
      rows.fills.push({ userId, seq, n: fills, fill: event })
      fills += 1
    }
  }
  if (journals.length === 0) return
  for (const [n, { kind, reference, lines }] of journals.entries()) {
    rows.journals.push({ seq, n, time, kind, reference })
    for (const [line, { account, currency, amount }] of lines.entries())
      rows.entries.push({ seq, n, line, account, currency, amount })
  }
  addBill(rows.bill, { seq, time, journals, balances })
}

function userOf(account: string): number | undefined {
  const id = USER.exec(account)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * What each journal of a command did to users' wallets, available and held together. The balance after it is known at
 * the command's end, from the balance events; before that it is worked out backwards.
 */
function addBill(
  bill: BillRow[],
  of: { seq: number; time: number; journals: readonly JournalEvent[]; balances: readonly BalanceEvent[] },
): void {
  const after = new Map<string, bigint>()
  for (const { account, wallet, currency, available, held } of of.balances)
    after.set(`${account}.${wallet}.${currency}`, available + held)
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
        instrument: /^trade:([^:]+):/.exec(reference)?.[1] ?? "",
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
    const [, id, wallet] = USER_WALLET.exec(account) ?? []
    if (id === undefined || wallet === undefined) continue
    const key = `u${id}.${wallet}.${currency}`
    const known = changes.get(key)
    if (known) known.amount += amount
    else changes.set(key, { userId: Number(id), wallet: wallet as WalletName, currency, amount })
  }
  for (const [key, { amount }] of changes) if (amount === 0n) changes.delete(key)
  return changes
}
