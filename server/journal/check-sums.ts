/**
 * Compares stored rows with other rows that say the same: ledger entries with balances, transaction history with its
 * own running balance, fills with their orders, second contracts, holdings of AI products, deposits and withdrawals with both. In
 * slices, while the market goes on.
 */

import { type Kysely, sql } from "kysely"
import type { Tables } from "#server/storage/schema.ts"
import { heldOf, movedOf } from "./check-custody-sums.ts"

/** Entries summed in one statement, and users compared in one: a few milliseconds each. */
const ENTRIES = 5_000
const USERS = 50
/** As many as a person reads. */
const TOLD_MAX = 20

type OnPart = (done: number, of: number) => void

/** Answers what differs, in words; empty when all is well. */
export async function checkSums(
  database: Kysely<Tables>,
  onPart: OnPart = () => undefined,
): Promise<string[]> {
  const problems = await compareEntries(database, (done, of) => onPart(done, 2 * of))
  problems.push(...(await compareUsers(database, (done, of) => onPart(of + done, 2 * of))))
  return problems.length <= TOLD_MAX
    ? problems
    : [...problems.slice(0, TOLD_MAX), `and ${problems.length - TOLD_MAX} more`]
}

interface Sum {
  account: string
  currency: string
  amount: string
}

/** Every entry since the first, summed by account, is the balance; and each belongs to a journal. */
async function compareEntries(database: Kysely<Tables>, onPart: OnPart): Promise<string[]> {
  const sums = new Map<string, bigint>()
  const add = (rows: readonly Sum[]) => {
    for (const { account, currency, amount } of rows) {
      const key = `${account} ${currency}`
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
    }
  }
  const head = await database.selectFrom("engine_head").select("seq").executeTakeFirst()
  const problems: string[] = []
  let after = 0
  for (;;) {
    const to = await sliceEnd(database, after)
    if (to === undefined) break
    add(await sumsOf(database, after, to))
    problems.push(...(await unpaired(database, after, to)))
    after = to
    onPart(after, Math.max(after, head?.seq ?? 0))
  }
  problems.push(...(await unpaired(database, after, Number.MAX_SAFE_INTEGER)))
  // What came meanwhile, and the balances of that very moment.
  const balances = await database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      add(await sumsOf(transaction, after, Number.MAX_SAFE_INTEGER))
      return await transaction.selectFrom("balances").selectAll().execute()
    })
  for (const { account, currency, amount } of balances) {
    const key = `${account} ${currency}`
    const sum = sums.get(key) ?? 0n
    sums.delete(key)
    if (sum !== BigInt(amount)) problems.push(`${key}: the entries sum to ${sum}, the balance is ${amount}`)
  }
  for (const [key, sum] of sums)
    if (sum !== 0n) problems.push(`${key}: the entries sum to ${sum}, there is no balance`)
  return problems
}

/** Last command of the next slice; undefined when less than a slice is left. */
async function sliceEnd(database: Kysely<Tables>, after: number): Promise<number | undefined> {
  const row = await database
    .selectFrom("ledger_entries")
    .select("seq")
    .where("seq", ">", after)
    .orderBy("seq")
    .orderBy("n")
    .orderBy("line")
    .offset(ENTRIES)
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

const sumsOf = async (database: Kysely<Tables>, after: number, to: number): Promise<Sum[]> =>
  (
    await sql<Sum>`select account, currency, sum(amount)::text as amount from ledger_entries
      where seq > ${after} and seq <= ${to} group by account, currency`.execute(database)
  ).rows

/** Journals without entries, and entries without their journal. */
async function unpaired(database: Kysely<Tables>, after: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(journal.seq, entry.seq) as seq
    from (select seq, n from ledger_journals where seq > ${after} and seq <= ${to}) journal
      full join (select distinct seq, n from ledger_entries where seq > ${after} and seq <= ${to}) entry
        using (seq, n)
    where journal.seq is null or entry.seq is null order by 1 limit 1`.execute(database)
  return rows.map(({ seq }) => `command ${seq}: a journal and its entries are not both there`)
}

/** What is compared of some users at a time. */
const COMPARISONS = [
  historyOf,
  walletsOf,
  fillsOf,
  stakesOf,
  outcomesOf,
  holdingsOf,
  rewardsOf,
  heldOf,
  movedOf,
]

async function compareUsers(database: Kysely<Tables>, onPart: OnPart): Promise<string[]> {
  const users = await database.selectFrom("users").select("id").orderBy("id").execute()
  const problems: string[] = []
  for (let from = 0; from < users.length; from += USERS) {
    const ids = users.slice(from, from + USERS).map(({ id }) => id)
    for (const compare of COMPARISONS) problems.push(...(await compare(database, ids)))
    onPart(from, users.length)
  }
  return problems
}

/** Each row of the transaction history goes on where the one before it ended. */
async function historyOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: number; seq: number }>`
    select user_id, min(seq)::int8 as seq from (
      select user_id, seq, balance - amount
        - lag(balance, 1, 0) over (partition by user_id, wallet, currency order by seq, n) as missing
      from bill where user_id = any (${ids}::int8[])) step
    where missing <> 0 group by user_id`.execute(database)
  return rows.map(
    ({ user_id, seq }) => `user ${user_id}: the transaction history doesn't add up at command ${seq}`,
  )
}

/** The transaction history of a wallet sums to what is available and held in it, less what the exchange lent it (L5). */
async function walletsOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(history.name, balance.name) as name
    from (select 'u' || user_id || '.' || wallet || ' ' || currency as name, sum(amount) as amount
        from bill where user_id = any (${ids}::int8[]) group by user_id, wallet, currency) history
      full join (select owner || '.' || wallet || ' ' || currency as name, sum(amount) as amount
        from (select currency, amount,
            case when parts[1] = 'contract-advances' then parts[2] else parts[1] end as owner,
            case when parts[1] = 'contract-advances' then 'contract' else parts[2] end as wallet
          from (select currency, amount, string_to_array(account, '.') as parts from balances
            where account not like '%.ai.%') named) owned
        where owner = any (select 'u' || id from unnest(${ids}::int8[]) id)
        group by 1) balance using (name)
    where coalesce(history.amount, 0) <> coalesce(balance.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ name }) => `${name}: the transaction history doesn't sum to the balance`)
}

/** An order has executed what its fills say, and each fill has its order. */
async function fillsOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(own.id, filled.id) as id
    from (select id, executed from orders where user_id = any (${ids}::int8[])) own
      full join (select order_id as id, sum(quantity) as executed from fills
        where user_id = any (${ids}::int8[]) group by order_id) filled on filled.id = own.id
    where own.id is null or own.executed <> coalesce(filled.executed, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ id }) => `order ${id}: its fills don't sum to what it has executed`)
}

/** What is held for second contracts is the stakes of those that run (I5). */
async function stakesOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(held.name, stake.name) as name
    from (select account || ' ' || currency as name, amount from balances
        where account = any (select 'u' || id || '.second.held' from unnest(${ids}::int8[]) id)) held
      full join (select 'u' || user_id || '.second.held ' || currency as name, sum(stake) as amount
        from second_contracts where user_id = any (${ids}::int8[]) and status = 'open'
        group by user_id, currency) stake using (name)
    where coalesce(held.amount, 0) <> coalesce(stake.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ name }) => `${name}: what is held isn't the stakes of the contracts that run`)
}

/** The transaction history has of each second contract what its end brought or took, and of none anything else. */
async function outcomesOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select coalesce(history.reference, ended.reference) as reference
    from (select reference, sum(amount) as amount from bill
        where user_id = any (${ids}::int8[]) and kind = 'second' group by user_id, reference) history
      full join (select 'second:' || id as reference, paid - stake as amount from second_contracts
        where user_id = any (${ids}::int8[]) and status <> 'open') ended using (reference)
    where coalesce(history.amount, 0) <> coalesce(ended.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ reference }) => `${reference}: the transaction history isn't what its end gave`)
}

/** What a user has in AI products is the principals and the accrued rewards of the holdings that run (I5). */
async function holdingsOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(owned.name, holding.name) as name
    from (select account || ' ' || currency as name, amount from balances
        where account = any (select 'u' || id || part from unnest(${ids}::int8[]) id,
          unnest(array['.ai.principal', '.ai.reward']) part)) owned
      full join (select 'u' || user_id || '.ai.' || part || ' ' || currency as name,
          sum(case part when 'principal' then principal else reward end) as amount
        from ai_holdings, unnest(array['principal', 'reward']) part
        where user_id = any (${ids}::int8[]) and status = 'in-progress'
        group by user_id, part, currency) holding using (name)
    where coalesce(owned.amount, 0) <> coalesce(holding.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ name }) => `${name}: it isn't what the holdings that run say`)
}

/** The transaction history has of each holding what was paid in and what came back, and of none anything else. */
async function rewardsOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select coalesce(history.reference, holding.reference) as reference
    from (select reference, sum(amount) as amount from bill
        where user_id = any (${ids}::int8[]) and kind = 'ai' group by user_id, reference) history
      full join (select 'ai:' || id as reference, coalesce(paid, 0) - principal as amount from ai_holdings
        where user_id = any (${ids}::int8[])) holding using (reference)
    where coalesce(history.amount, 0) <> coalesce(holding.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ reference }) => `${reference}: the transaction history isn't what was paid in and out`)
}
