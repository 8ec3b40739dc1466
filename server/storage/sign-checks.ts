/** Checks of the table of balances, made from the signs that the ledger's accounts may have (I2). */

import { type Kysely, type RawBuilder, sql } from "kysely"
import { accountSigns, type Sign } from "#server/engine/ledger/ledger-account.ts"

/** Is the row's account one with one of these signs? The names are constants of lower-case letters, dots and dashes. */
function hasSign(...signs: Sign[]): RawBuilder<unknown> {
  const rows = accountSigns.filter(({ sign }) => signs.includes(sign))
  const conditions = rows.map(({ name, hasParts }) =>
    hasParts ? `account like '${name}.%'` : `account = '${name}'`,
  )
  return sql.raw(conditions.join(" or "))
}

/** Replaces the checks by those of the present table; each migration after a change of the table calls it. */
export async function setSignChecks({ schema }: Kysely<unknown>): Promise<void> {
  for (const [name, check] of [
    ["balances_not_negative", sql`amount >= 0 or ${hasSign("not-positive", "either")}`],
    ["balances_not_positive", sql`amount <= 0 or not (${hasSign("not-positive")})`],
  ] as const) {
    await schema.alterTable("balances").dropConstraint(name).execute()
    await schema.alterTable("balances").addCheckConstraint(name, check).execute()
  }
}
