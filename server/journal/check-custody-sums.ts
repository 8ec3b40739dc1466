/** Compares stored deposits and withdrawals with what the ledger and the transaction history say of them. */

import { type Kysely, sql } from "kysely"
import type { Tables } from "#server/storage/schema.ts"

/** As many as a person reads. */
const TOLD_MAX = 20

/** What is held for withdrawals and spot orders is what those that run need (I5). */
export async function heldOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(held.name, needed.name) as name
    from (select account || ' ' || currency as name, amount from balances
        where account = any (select 'u' || id || '.funding.held' from unnest(${ids}::int8[]) id)) held
      full join (select 'u' || user_id || '.funding.held ' || currency as name, sum(amount) as amount
        from (select user_id, currency, amount + fee as amount from withdrawals
            where user_id = any (${ids}::int8[]) and status in ('waiting', 'review', 'approved', 'sending')
          union all
          select user_id, case side when 'buy' then split_part(instrument, '_', 2)
              else split_part(instrument, '_', 1) end, hold from orders
            where user_id = any (${ids}::int8[]) and kind = 'spot' and hold > 0) running
        group by user_id, currency) needed using (name)
    where coalesce(held.amount, 0) <> coalesce(needed.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ name }) => `${name}: what is held isn't what orders and withdrawals need`)
}

/**
 * The transaction history has of deposits what they brought, and of each withdrawal what it took. A currency in which
 * somebody owes is left out of the first: who owes how much, the engine knows alone.
 */
export async function movedOf(database: Kysely<Tables>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(history.name, moved.name) as name
    from (select case kind when 'deposit' then 'u' || user_id || ' deposits of ' || currency else reference end as name,
          sum(amount) as amount
        from bill where user_id = any (${ids}::int8[]) and kind in ('deposit', 'withdrawal', 'withdrawal-fee')
          and (kind <> 'deposit' or currency not in (select currency from balances where account = 'claims' and amount <> 0))
        group by 1) history
      full join (
        select 'u' || user_id || ' deposits of ' || currency as name, sum(amount) as amount from deposits
          where user_id = any (${ids}::int8[]) and status in ('credited', 'final')
            and currency not in (select currency from balances where account = 'claims' and amount <> 0) group by 1
        union all
        select 'withdrawal:' || id, -(amount + fee) from withdrawals
          where user_id = any (${ids}::int8[]) and status in ('sent', 'final')) moved using (name)
    where coalesce(history.amount, 0) <> coalesce(moved.amount, 0) order by 1 limit ${TOLD_MAX}`.execute(
    database,
  )
  return rows.map(({ name }) => `${name}: the transaction history isn't what they moved`)
}
