/**
 * Compares the rows in the database with the engine's state: balances, open orders, positions, second contracts, holdings of AI
 * products, deposits and withdrawals, and no hold of an ended order.
 */

import { type Kysely, sql } from "kysely"
import type { AiTerms } from "#server/engine/ai/ai-event.ts"
import { accountOf, userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import type { EngineState } from "#server/engine/state.ts"
import { holdingOfRow } from "#server/storage/recorded-holdings.ts"
import { secondOfRow } from "#server/storage/recorded-seconds.ts"
import type { Tables } from "#server/storage/schema.ts"
import { pairsText } from "#server/storage/stored-conditions.ts"
import { compareCustody, readCustody, type StoredCustody } from "./compare-custody.ts"

/** As many as a person reads; the rest is counted. */
const TOLD_MAX = 20

/** What the database says at one moment. */
export interface StoredRows {
  /** Of the last command that is kept. */
  seq: number
  balances: { account: string; currency: string; amount: string }[]
  /** Open ones. */
  orders: { id: number; text: string }[]
  /** Open ones, by the engine's name of their place. */
  positions: { name: string; text: string }[]
  /** Second contracts that run. */
  seconds: { id: number; text: string }[]
  /** Deposits and withdrawals that are under way. */
  custody: StoredCustody
  /** Holdings of AI products that run. */
  holdings: { id: number; text: string }[]
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
      const positions = await transaction
        .selectFrom("positions")
        .select([
          "user_id",
          "instrument",
          "slot",
          "size",
          "cost",
          "margin",
          "margin_mode",
          "leverage",
          "targets",
        ])
        .where("closed_by", "=", "")
        .execute()
      const seconds = await transaction
        .selectFrom("second_contracts")
        .selectAll()
        .where("status", "=", sql.lit("open"))
        .execute()
      const holdings = await transaction
        .selectFrom("ai_holdings")
        .selectAll()
        .where("status", "=", sql.lit("in-progress"))
        .execute()
      return {
        seq: head?.seq ?? 0,
        balances,
        orders: texts,
        positions: positions.map((row) => ({
          name: `${accountOf(row.user_id)} ${row.instrument} ${row.slot}`,
          text: `${row.size} ${row.cost} ${row.margin} ${row.margin_mode} ${row.leverage} ${row.targets}`,
        })),
        seconds: seconds
          .map(secondOfRow)
          .map((contract) => ({ id: contract.id, text: secondText(contract) })),
        custody: await readCustody(transaction),
        holdings: holdings
          .map(holdingOfRow)
          .map((holding) => ({ id: holding.id, text: holdingText(holding) })),
      }
    })

/**
 * What differs, in words; nothing when all is well. The state must stand where the rows stand. House accounts are
 * compared as journal entries have reported them: what they did among themselves since is reported with the minute.
 */
export function compareRows(rows: StoredRows, state: EngineState): string[] {
  const differences = [
    ...compareSums(rows),
    ...compareBalances(rows, state),
    ...compareOrders(rows, state),
    ...comparePositions(rows, state),
    ...compareSeconds(rows, state),
    ...compareCustody(rows.custody, state),
    ...compareHoldings(rows, state),
  ]
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

/** By account and currency, as journal entries have reported them. */
function* toldBalances({ clearings, ledger }: EngineState): Generator<[name: string, amount: bigint]> {
  for (const { name, currency, balance } of ledger.systemAccounts()) yield [`${name} ${currency}`, balance]
  for (const account of ledger.accounts())
    for (const balance of account.balances()) {
      const { currency, available, held, toldAvailable, toldHeld } = balance
      yield [`${balance.availableName} ${currency}`, account.isHouse ? toldAvailable : available]
      yield [`${balance.heldName} ${currency}`, account.isHouse ? toldHeld : held]
      if (balance.advance !== 0n) yield [`${balance.advanceName} ${currency}`, -balance.advance]
    }
  for (const own of clearings.perpetual.accounts.list())
    for (const part of own.sortedParts())
      for (const position of Object.values(part.positions))
        if (position.margin !== 0n)
          yield [`${part.marginName(position)} ${own.wallet.currency}`, position.margin]
}

function compareOrders({ orders }: StoredRows, state: EngineState): string[] {
  const stored = new Map(orders.map(({ id, text }) => [id, text]))
  const differences: string[] = []
  for (const order of state.orders.values()) {
    if (userIdOf(order.account) === undefined) continue
    const kept = stored.get(order.id)
    stored.delete(order.id)
    const own = `${order.status} ${order.executed} ${order.quantity} ${order.hold} ${order.sequence}`
    if (own !== kept)
      differences.push(`order ${order.id}: the engine has ${own}, the database ${kept ?? "none"}`)
  }
  for (const id of stored.keys()) differences.push(`order ${id} is open in the database alone`)
  return differences
}

function comparePositions({ positions }: StoredRows, { clearings }: EngineState): string[] {
  const stored = new Map(positions.map(({ name, text }) => [name, text]))
  const differences: string[] = []
  for (const own of clearings.perpetual.accounts.list()) {
    const { account } = own
    if (userIdOf(account.id) === undefined) continue
    for (const part of own.sortedParts())
      for (const position of part.openPositions()) {
        const { slot, size, held, margin } = position
        const name = `${account.id} ${part.instrument} ${slot}`
        const targets = pairsText(position.view().targets ?? [])
        const text = `${size} ${held.cost} ${margin} ${part.marginMode} ${part.leverage} ${targets}`
        const kept = stored.get(name)
        stored.delete(name)
        if (text !== kept)
          differences.push(`position ${name}: the engine has ${text}, the database ${kept ?? "none"}`)
      }
  }
  for (const name of stored.keys()) differences.push(`position ${name} is open in the database alone`)
  return differences
}

/** All that an open one is; nothing of it changes until its end. */
const secondText = ({
  account,
  instrument,
  key,
  direction,
  stake,
  profit,
  open,
  expiry,
  sequence,
}: SecondView) =>
  `${account} ${instrument} ${key} ${direction} ${stake} ${profit} ${open.seq}:${open.price} ${expiry} ${sequence}`

function compareSeconds({ seconds }: StoredRows, state: EngineState): string[] {
  const stored = new Map(seconds.map(({ id, text }) => [id, text]))
  const differences: string[] = []
  for (const { terms } of state.seconds.contracts()) {
    if (userIdOf(terms.account) === undefined) continue
    const kept = stored.get(terms.id)
    stored.delete(terms.id)
    const own = secondText({ ...terms, status: "open" })
    if (own !== kept)
      differences.push(`second contract ${terms.id}: the engine has ${own}, the database ${kept ?? "none"}`)
  }
  for (const id of stored.keys()) differences.push(`second contract ${id} is open in the database alone`)
  return differences
}

/** Its terms, and how far it is. */
const holdingText = (holding: AiTerms & { accruedDays: number; reward: bigint; sequence: number }) =>
  [
    ...[holding.account, holding.product, holding.issue, holding.key, holding.currency, holding.principal],
    ...[holding.rate, holding.days, holding.earlyFee, holding.bought, holding.accruedDays, holding.reward],
    holding.sequence,
  ].join(" ")

function compareHoldings({ holdings }: StoredRows, state: EngineState): string[] {
  const stored = new Map(holdings.map(({ id, text }) => [id, text]))
  const differences: string[] = []
  for (const { terms, accruedDays, reward, sequence } of state.ai.holdings()) {
    if (userIdOf(terms.account) === undefined) continue
    const kept = stored.get(terms.id)
    stored.delete(terms.id)
    const own = holdingText({ ...terms, accruedDays, reward, sequence })
    if (own !== kept)
      differences.push(`holding ${terms.id}: the engine has ${own}, the database ${kept ?? "none"}`)
  }
  for (const id of stored.keys()) differences.push(`holding ${id} runs in the database alone`)
  return differences
}
