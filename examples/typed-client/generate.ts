/**
 * Writes the types of an exchange's contract from the documents that it serves: `calls.ts` from /openapi.json, for openapi-fetch,
 * and `messages.ts` from /asyncapi.json.
 *
 *     node generate.ts [exchange] [folder]
 */

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compile } from "json-schema-to-typescript"

const [exchange = "http://127.0.0.1:8080", folder = join(import.meta.dirname, "generated")] =
  process.argv.slice(2)

type Schema = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}
interface Operation {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Content = Record<string, { schema: Schema }>
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}
interface AsyncApi {
  components: { schemas: Record<string, Schema>; messages: Record<string, { payload: Schema }> }
}

const METHODS = ["get", "put", "post", "delete"] as const
const read = async <Document>(path: string) =>
  (await (await fetch(new URL(path, exchange))).json()) as Document

const struct = (properties: Schema, required = Object.keys(properties)): Schema => ({
  ...{ type: "object", properties, required, additionalProperties: false },
})

/** In the keywords that the generator knows: tuples as `items`, one value as an `enum`, one definition for each schema. */
function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(known)
  if (typeof value !== "object" || value === null) return value
  const { prefixItems, const: only, $ref, ...rest } = value as Schema
  if (typeof $ref === "string")
    return {
      $ref: $ref
        .replace(/^#\/components\/schemas\//, "#/definitions/")
        .replace(/^#\/components\/messages\/(\w+)\/payload$/, "#/definitions/$1Message"),
    }
  const fields = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, known(one)]))
  // A field may have the name of a keyword: only what stands where a keyword may stand is read as one.
  const tuple = prefixItems ?? (Array.isArray(rest.items) ? rest.items : undefined)
  return {
    ...fields,
    ...(Array.isArray(tuple) && {
      ...{ items: tuple.map(known), minItems: tuple.length, maxItems: tuple.length, additionalItems: false },
    }),
    ...(only !== undefined && (typeof only === "object" ? { const: known(only) } : { enum: [only] })),
  }
}

const definitions = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, known(schema)]))

const contentOf = (content: Content) =>
  struct(Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, known(schema)])))

/** One call in the form that openapi-fetch reads. */
function operation(
  { parameters = [], requestBody, responses }: Operation,
  named: Record<string, Parameter>,
): Schema {
  const all = parameters.map((one) => ("$ref" in one ? named[one.$ref.split("/").at(-1) ?? ""] : one))
  const placed = (where: string) => {
    const own = all.filter((one) => one?.in === where)
    const needed = own.filter((one) => one?.required).map((one) => one?.name ?? "")
    const fields = Object.fromEntries(own.map((one) => [one?.name ?? "", known(one?.schema)]))
    return { fields: struct(fields, needed), isNeeded: needed.length > 0 }
  }
  const places = ["query", "path", "header"].map((where) => ({ where, ...placed(where) }))
  const given = struct(
    Object.fromEntries(places.map(({ where, fields }) => [where, fields])),
    places.filter(({ isNeeded }) => isNeeded).map(({ where }) => where),
  )
  const answers = Object.entries(responses).map(([status, { content }]) => [
    `status ${status}`,
    struct(content ? { content: contentOf(content) } : {}),
  ])
  return struct({
    parameters: given,
    ...(requestBody && { requestBody: struct({ content: contentOf(requestBody.content) }) }),
    responses: struct(Object.fromEntries(answers)),
  })
}

async function typesOf(name: string, schema: Schema): Promise<string> {
  const text = await compile(schema as never, name, {
    ...{ bannerComment: "", format: false, unreachableDefinitions: true, additionalProperties: false },
  })
  // Statuses are numbers to openapi-fetch.
  return text.replaceAll(/"status (\d+)"/g, "$1")
}

const { paths, components } = await read<OpenApi>("/openapi.json")
const calls = Object.entries(paths).map(([path, item]) => {
  const methods = METHODS.flatMap((method) => {
    const one = item[method]
    return one ? [[method, operation(one, components.parameters)] as const] : []
  })
  return [path, struct(Object.fromEntries(methods))]
})
const messages = await read<AsyncApi>("/asyncapi.json")
const payloads = Object.entries(messages.components.messages).map(([name, { payload }]) => [
  `${name}Message`,
  payload,
])

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, "calls.ts"),
  await typesOf("Paths", {
    ...struct(Object.fromEntries(calls)),
    definitions: definitions(components.schemas),
  }),
)
writeFileSync(
  join(folder, "messages.ts"),
  await typesOf("Frames", {
    ...struct({
      fromServer: { $ref: "#/definitions/ServerFrame" },
      fromClient: { $ref: "#/definitions/ClientFrame" },
    }),
    definitions: definitions({ ...messages.components.schemas, ...Object.fromEntries(payloads) }),
  }),
)
process.stdout.write(`${calls.length} calls and ${payloads.length} messages written to ${folder}\n`)
