/** Do the rows in the database say what the engine remembers? Balances, open orders, and nothing held by an ended one. */

import type { Kysely } from "kysely"
import type { EngineState } from "#server/engine/state.ts"
import type { Tables } from "#server/storage/schema.ts"

/** As many as a person reads; the rest is counted. */
const TOLD_MAX = 20

/** What the database says at one moment. */
export interface StoredRows {
  /** Of the last command that is kept. */
  seq: number
  balances: { account: string; currency: string; amount: string }[]
  /** Open ones. */
  orders: { id: number; text: string }[]
}

export const readRows = (database: Kysely<Tables>): Promise<StoredRows> =>
  database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const head = await transaction.selectFrom("engine_head").select("seq").executeTakeFirst()
      const balances = await transaction
        .selectFrom("balances")
        .select(["account", "currency", "amount"])
        .execute()
      const orders = await transaction
        .selectFrom("orders")
        .select(["id", "status", "executed", "quantity", "hold", "sequence"])
        .where("status", "in", ["waiting", "new", "partly-filled"])
        .execute()
      const texts = orders.map(({ id, status, executed, quantity, hold, sequence }) => ({
        id,
        text: `${status} ${executed} ${quantity} ${hold} ${sequence}`,
      }))
      return { seq: head?.seq ?? 0, balances, orders: texts }
    })

/**
 * What differs, in words; nothing when all is well. The state must stand where the rows stand. House accounts are
 * compared as journals have told of them: what they did among themselves since is told with the minute.
 */
export function compareRows(rows: StoredRows, state: EngineState): string[] {
  const differences = [...compareSums(rows), ...compareBalances(rows, state), ...compareOrders(rows, state)]
  if (differences.length <= TOLD_MAX) return differences
  return [...differences.slice(0, TOLD_MAX), `and ${differences.length - TOLD_MAX} more`]
}

/** I1, of what the database added up by itself. */
function compareSums({ balances }: StoredRows): string[] {
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of balances) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([currency, sum]) => `all accounts of ${currency} sum to ${sum} in the database`)
}

function compareBalances({ balances }: StoredRows, state: EngineState): string[] {
  const stored = new Map(balances.map(({ account, currency, amount }) => [`${account} ${currency}`, amount]))
  const differences: string[] = []
  for (const [name, amount] of toldBalances(state)) {
    const kept = stored.get(name) ?? "0"
    stored.delete(name)
    if (kept !== String(amount)) differences.push(`${name}: the engine has ${amount}, the database ${kept}`)
  }
  for (const [name, amount] of stored)
    if (amount !== "0") differences.push(`${name}: the engine has nothing, the database ${amount}`)
  return differences
}

/** By account and currency, as journals have told of them. */
function* toldBalances({ ledger }: EngineState): Generator<[name: string, amount: bigint]> {
  for (const { name, currency, balance } of ledger.systemAccounts()) yield [`${name} ${currency}`, balance]
  for (const holder of ledger.holders())
    for (const purse of holder.purses()) {
      const { currency, available, held, toldAvailable, toldHeld } = purse
      yield [`${purse.availableName} ${currency}`, holder.isHouse ? toldAvailable : available]
      yield [`${purse.heldName} ${currency}`, holder.isHouse ? toldHeld : held]
    }
}

function compareOrders({ orders }: StoredRows, state: EngineState): string[] {
  const stored = new Map(orders.map(({ id, text }) => [id, text]))
  const differences: string[] = []
  for (const order of state.orders.values()) {
    if (!/^u\d+$/.test(order.account)) continue
    const kept = stored.get(order.id)
    stored.delete(order.id)
    const own = `${order.status} ${order.executed} ${order.quantity} ${order.hold} ${order.sequence}`
    if (own !== kept)
      differences.push(`order ${order.id}: the engine has ${own}, the database ${kept ?? "none"}`)
  }
  for (const id of stored.keys()) differences.push(`order ${id} is open in the database alone`)
  return differences
}
