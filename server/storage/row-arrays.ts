/** Columns of fresh rows as arrays of a statement, which `unnest` makes rows of. */

import { sql } from "kysely"

/** Amounts go as text: neither driver has a form of its own for them. */
export const amounts = (values: readonly bigint[]) => sql`${values.map(String)}::text[]`
export const numbers = (values: readonly number[]) => sql`${values}::int8[]`
export const texts = (values: readonly string[]) => sql`${values}::text[]`
/** What a row doesn't have travels as an empty text: not every driver puts nulls into arrays. */
export const optional = (values: readonly (number | bigint | string | undefined)[]) =>
  texts(values.map((value) => (value === undefined ? "" : String(value))))
