/** Compares deposits and withdrawals that are under way in the database with those of the engine. */

import { type Kysely, sql } from "kysely"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"
import type { EngineState } from "#server/engine/state.ts"
import { depositOfRow, withdrawalOfRow } from "#server/storage/recorded-custody.ts"
import type { Tables } from "#server/storage/schema.ts"

/** What is under way, by its name. */
export type StoredCustody = { name: string; text: string }[]

export async function readCustody(database: Kysely<Tables>): Promise<StoredCustody> {
  const deposits = await database
    .selectFrom("deposits")
    .selectAll()
    .where("status", "not in", [sql.lit("final"), sql.lit("vanished"), sql.lit("reversed")])
    .execute()
  const withdrawals = await database
    .selectFrom("withdrawals")
    .selectAll()
    .where("status", "not in", ["final", "cancelled", "rejected", "failed"].map(sql.lit))
    .execute()
  return [...deposits.map(depositOfRow).map(named), ...withdrawals.map(withdrawalOfRow).map(named)]
}

/** All that it is, told in one way whatever it comes from. */
const named = (view: DepositView | WithdrawalView) => ({
  name: `${"seen" in view ? "deposit" : "withdrawal"} ${view.id}`,
  text: Object.entries(view)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => String(value))
    .join(" "),
})

export function compareCustody(rows: StoredCustody, { custody }: EngineState): string[] {
  const stored = new Map(rows.map(({ name, text }) => [name, text]))
  const deposits = [...custody.deposits.values()].filter(
    ({ status }) => status !== "vanished" && status !== "reversed",
  )
  const differences: string[] = []
  for (const { name, text } of [...deposits, ...custody.withdrawals.values()].map(named)) {
    const kept = stored.get(name)
    stored.delete(name)
    if (text !== kept) differences.push(`${name}: the engine has ${text}, the database ${kept ?? "none"}`)
  }
  for (const name of stored.keys()) differences.push(`${name} is under way in the database alone`)
  return differences
}
