/** Converts the wire's schemas to JSON Schema, with each named schema defined once. */

import { z } from "zod/mini"

export type JsonSchema = { [keyword: string]: unknown }

/** Which dialect, and where the named schemas stand in the document. OpenAPI 3.1 speaks the first, AsyncAPI the second. */
type Dialect = "draft-2020-12" | "draft-7"

const COMPONENTS = "#/components/schemas/"

/** Collects the named schemas of one document while its parts are written. */
export class DocumentSchemas {
  readonly #dialect: Dialect
  readonly #named = new Map<string, JsonSchema>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** All that were pointed to so far, by name. */
  get named(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /**
   * A schema as it stands on the wire. Always the input side: what a client may leave out is optional, and what a
   * server adds one day doesn't break a client.
   */
  of(schema: z.ZodMiniType): JsonSchema {
    const whole = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      target: this.#dialect,
      override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as JsonSchema),
    }) as JsonSchema
    // By way of JSON: keywords that are undefined are gone, and nothing is shared with zod.
    const { $schema, $defs, definitions, ...own } = JSON.parse(JSON.stringify(whole)) as JsonSchema
    for (const [name, definition] of Object.entries(
      ($defs ?? definitions ?? {}) as Record<string, JsonSchema>,
    ))
      this.#named.set(name, pointed(definition) as JsonSchema)
    return pointed(own) as JsonSchema
  }
}

/** What zod says beyond what matters to a reader. */
function tidy(schema: z.core.$ZodType, json: JsonSchema): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  const usual = z.globalRegistry.get(schema)?.usual
  if (usual !== undefined) json.default = usual
  // A tuple of fixed length in the words that every tool takes.
  if (Array.isArray(json.prefixItems) && json.items === false)
    Object.assign(json, { items: {}, minItems: json.prefixItems.length, maxItems: json.prefixItems.length })
  // Read without the flag `u`, as JSON Schema allows, such a pattern fits nothing.
  if (typeof json.pattern === "string" && /\\p\{/i.test(json.pattern)) delete json.pattern
  delete json.usual
  delete json.id
}

/** Points into the document's components instead of the schema's own definitions. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && typeof inner === "string"
        ? [key, inner.replace(/^#\/(\$defs|definitions)\//, COMPONENTS)]
        : [key, pointed(inner)],
    ),
  )
}

/** The name that a reference points to. */
export const nameOf = (reference: unknown): string => String(reference).slice(COMPONENTS.length)
