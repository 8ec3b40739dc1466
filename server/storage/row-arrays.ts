/**
 * Columns of fresh rows as arrays of a statement, which `unnest` makes rows of. Each goes as PostgreSQL writes an array, in one text: as
 * a list it would be copied value by value on its way to the database's thread, and be written there.
 */

import { sql } from "kysely"

/** Amounts go as text: neither driver has a form of its own for them. */
export const amounts = (values: readonly bigint[]) => sql`${`{${values.join()}}`}::text[]`
export const numbers = (values: readonly number[]) => sql`${`{${values.join()}}`}::int8[]`
export const texts = (values: readonly string[]) => sql`${textArray(values)}::text[]`
/** What a row doesn't have travels as an empty text: not every driver puts nulls into arrays. */
export const optional = (values: readonly (number | bigint | string | undefined)[]) =>
  texts(values.map((value) => (value === undefined ? "" : String(value))))

/** What an element in quotes must escape. */
const ESCAPED = /["\\]/

/** Every element in quotes: so none is read as a null, a list or nothing. */
const textArray = (values: readonly string[]): string =>
  values.length === 0 ? "{}" : `{"${values.map(escaped).join('","')}"}`

const escaped = (value: string): string => (ESCAPED.test(value) ? value.replaceAll(/["\\]/g, "\\$&") : value)
