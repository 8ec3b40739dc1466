/** Parts that all operations of the OpenAPI document are made of: fields of a query, examples of refusals. */

import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"
import type { JsonSchema } from "./document-schemas.ts"
import { meaningOf } from "./refusals.ts"

/** Fields of a query as parameters. */
export function queryOf(request: JsonSchema, example: Record<string, unknown>): JsonSchema[] {
  const properties = (request.properties ?? {}) as Record<string, JsonSchema>
  const required = (request.required ?? []) as string[]
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(name in example ? { example: valueFor(schema, example[name]) } : {}),
    }
  })
}

/** Fields that stand in the path itself. */
export const pathOf = (request: JsonSchema, example: Record<string, unknown>): JsonSchema[] =>
  queryOf(request, example).map((parameter) => ({ ...parameter, in: "path", required: true }))

/** In the query a number is text; the document speaks of the number. */
const valueFor = (schema: JsonSchema, value: unknown): unknown =>
  schema.type === "integer" ? Number(value) : value

export const refusalExample = (name: ProblemName) => ({
  code: PROBLEMS[name],
  message: meaningOf(name),
  data: null,
})
