/** Does an answer hold what its schema says, and nothing beyond? Asked in tests, since it costs. */

import type { Endpoint } from "#core/wire/index.ts"

/** @throws Error for an answer against its schema, or with a field that the schema doesn't name */
export function checkAnswer({ path, response }: Pick<Endpoint, "path" | "response">, value: unknown): void {
  const parsed = response.safeParse(value)
  if (!parsed.success)
    throw new Error(`${path} answers against its schema: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`)
  const [field] = fieldsBeyond(value, parsed.data)
  if (field !== undefined) throw new Error(`${path} answers more than its schema says: ${field}`)
}

/** Fields that are sent and that the schema, which leaves out what it doesn't know, gave back without. */
function fieldsBeyond(sent: unknown, known: unknown, at = ""): string[] {
  if (typeof sent !== "object" || sent === null || typeof known !== "object" || known === null) return []
  return Object.entries(sent).flatMap(([name, part]) => {
    if (part === undefined) return []
    const place = at === "" ? name : `${at}.${name}`
    return Object.hasOwn(known, name)
      ? fieldsBeyond(part, (known as Record<string, unknown>)[name], place)
      : [place]
  })
}
