/** Holds what is stored of contracts against books, fills and sums of the auditor's. */

import type { BalanceEvent, FillEvent, OrderView } from "#server/engine/event.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import { type ContractBooks, isHouse } from "../contract-books.ts"
import type { FalseTables, Row } from "./false-tables.ts"
import type { DiarySums, PositionDiary } from "./position-diary.ts"
import { must } from "./whole-auditor.ts"

interface KnownContracts {
  books: ContractBooks
  orders: ReadonlyMap<number, OrderView>
  fills: readonly FillEvent[]
  balances: ReadonlyMap<string, BalanceEvent>
  diary: PositionDiary
  /** `account currency` → sum of all that was posted there. */
  posted: ReadonlyMap<string, bigint>
  deposited: bigint
}

export function checkContractTables(tables: FalseTables, known: KnownContracts): void {
  checkOrders(tables, known)
  checkFills(tables, known)
  checkPositions(tables, known)
  checkMoney(tables, known)
}

/** Each order of a user once, and as it ended. */
function checkOrders(tables: FalseTables, { orders }: KnownContracts): void {
  const stored = tables.table("orders")
  const own = [...orders.values()].filter(({ account }) => !isHouse(account))
  must(stored.size === own.length, `${stored.size} orders are stored, there were ${own.length}`)
  for (const order of own) {
    const row = stored.get(String(order.id))
    const text =
      row && [row.client_order_id, row.executed, row.executed_quote, row.charged, row.status].join(" ")
    const { clientOrderId = "", executed, executedQuote, charged, status } = order
    const wanted = [clientOrderId, executed, executedQuote, charged, status].join(" ")
    must(text === wanted, `order ${order.id} is stored as ${text}, and ought to be ${wanted}`)
  }
}

/** Each fill once. */
function checkFills(tables: FalseTables, { fills }: KnownContracts): void {
  const textOf = (row: Row) =>
    [
      row.user_id,
      row.instrument,
      row.trade,
      row.order_id,
      row.price,
      row.quantity,
      row.fee,
      row.realised,
    ].join(" ")
  const stored = [...tables.table("fills").values()].map(textOf).sort()
  const wanted = fills
    .map((fill) =>
      textOf({
        ...fill,
        user_id: userIdOf(fill.account),
        trade: fill.id,
        order_id: fill.order,
        realised: fill.realised ?? 0n,
      } as unknown as Row),
    )
    .sort()
  const strange = stored.find((text, place) => text !== wanted[place])
  must(
    stored.length === wanted.length && strange === undefined,
    `${stored.length} fills are stored of ${wanted.length}, among them ${strange}`,
  )
}

/** What is open is what the books have; all records of a place together brought what its fills, fundings and ends did. */
function checkPositions(tables: FalseTables, { books, diary }: KnownContracts): void {
  const sums = new Map<string, DiarySums>()
  const open = new Map<string, Row>()
  for (const row of tables.table("positions").values()) {
    const key = `u${row.user_id} ${row.instrument} ${row.slot}`
    const all = sums.get(key) ?? { realised: 0n, fees: 0n, funding: 0n }
    const units = (column: string) => BigInt(String(row[column]))
    sums.set(key, {
      realised: all.realised + units("realised"),
      fees: all.fees + units("opening_fee") + units("closing_fee") + units("liquidation_fee"),
      funding: all.funding + units("funding_received") - units("funding_paid"),
    })
    if (row.closed_by !== "") continue
    must(!open.has(key), `two positions are open at ${key}`)
    open.set(key, row)
  }
  for (const [key, wanted] of diary.sums) {
    const own = sums.get(key)
    for (const name of ["realised", "fees", "funding"] as const)
      must(own?.[name] === wanted[name], `${name} of ${key} is stored as ${own?.[name]}, not ${wanted[name]}`)
  }
  let held = 0
  for (const [account, { parts }] of books.accounts)
    for (const [instrument, part] of isHouse(account) ? [] : parts)
      for (const [slot, { size, cost, margin }] of Object.entries(part.held)) {
        if (size === 0n) continue
        held += 1
        const row = open.get(`${account} ${instrument} ${slot}`)
        const text = row && [row.size, row.cost, row.margin, row.leverage, row.margin_mode].join(" ")
        const mode = part.isIsolated ? "isolated" : "cross"
        const wanted = [size, cost, margin, part.leverage, mode].join(" ")
        must(text === wanted, `${account} is stored with ${text} in ${instrument}, and has ${wanted}`)
      }
  must(held === open.size, `${open.size} open positions are stored, there are ${held}`)
}

/** All wallets, the fund, fees and what the house has come to what was deposited; nobody's part differs. */
function checkMoney(tables: FalseTables, { books, balances, deposited, posted }: KnownContracts): void {
  let all = 0n
  for (const [key, amount] of tables.balances) if (!key.startsWith("faucet ")) all += amount
  must(all === deposited, `all accounts together have ${all}, and ${deposited} was deposited`)
  for (const [name, { available, held, margin = 0n, advance = 0n }] of balances) {
    const [account, wallet, currency] = name.split(" ")
    const sum = (parts: readonly string[]) =>
      parts.reduce((total, part) => total + (tables.balances.get(`${account}.${part} ${currency}`) ?? 0n), 0n)
    const own = sum([`${wallet}.available`, `${wallet}.held`])
    must(own === available + held, `${name} is stored with ${own}, and ought to have ${available + held}`)
    if (wallet !== "contract") continue
    const cash = books.accounts.get(account ?? "")?.cash ?? 0n
    must(
      own - advance === cash,
      `${account} is stored with ${own - advance} of contracts, and the books have ${cash}`,
    )
    const margins = [...(books.accounts.get(account ?? "")?.parts.values() ?? [])]
      .flatMap((part) => part.open())
      .reduce((total, each) => total + each.margin, 0n)
    must(margins === margin, `${account} is told margins of ${margin}, and the books have ${margins}`)
  }
  // What house accounts do among themselves is told once a minute: until then the fund has what the journals say.
  for (const [name, amount] of posted) {
    const stored = tables.balances.get(name) ?? 0n
    must(stored === amount, `${name} is stored with ${stored}, and its journals come to ${amount}`)
  }
}
