/** Checks what a caller sent against the schema of the call. */

import type { z } from "zod/mini"
import type { Problem, Result } from "#core/wire/index.ts"

/** Whatever doesn't fit the schema is FORMAT, with the field to blame. */
export function readWith<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): Result<z.infer<Schema>> {
  const parsed = schema.safeParse(plain(given))
  if (parsed.success) return { ok: true, value: parsed.data as z.infer<Schema> }
  return { ok: false, problem: wrongField(fieldOf(parsed.error)) }
}

/** FORMAT of this field; of none in particular where its name is made up of anything but a name's characters. */
export const wrongField = (field: string): Problem<"FORMAT"> =>
  FIELD.test(field) ? { name: "FORMAT", values: { field } } : { name: "FORMAT" }

/** Query and form parsers give objects without a prototype, or nothing at all. */
function plain(given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== "object" || Array.isArray(given)) return given
  // Not spread: `__proto__` must stay a field that no schema knows.
  return Object.getPrototypeOf(given) === null ? Object.fromEntries(Object.entries(given)) : given
}

/** What a client has made up is repeated to it as a name only if it could be one. */
const FIELD = /^[\w.-]{1,40}$/

function fieldOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  const name = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".")
  return name ?? ""
}
