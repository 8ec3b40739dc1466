/** Both documents are valid, complete and consistent with the table that they are made from. */

import { Parser } from "@asyncapi/parser"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Ajv } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, test } from "vitest"
import { endpoints, PROBLEMS, socketMessages } from "#core/wire/index.ts"
import { writeAsyncApi } from "./asyncapi.ts"
import type { JsonSchema } from "./document-schemas.ts"
import { writeGuide } from "./guide.ts"
import type { DocumentSettings } from "./guide-section.ts"
import { writeOpenApi } from "./openapi.ts"

const settings: DocumentSettings = {
  name: "Saker",
  api: "",
  socket: "",
  port: 8080,
  heartbeatMs: 2500,
  coalesceMs: 10,
  readsPerSecond: 100,
  historyPerSecond: 40,
  accountCallsPerSecond: 11,
  uploadsPerSecond: 21,
  ordersPerSecond: 22,
  cancelsPerSecond: 220,
  sessionIdleMinutes: 90,
  sessionLifetimeMinutes: 900,
  connectionsPerAddress: 100,
  httpConnectionsPerAddress: 200,
  keepAliveSeconds: 5,
  requestSeconds: 10,
  subscriptionsMax: 300,
  messagesPerSecond: 100,
}
const parts = { endpoints, settings, guide: writeGuide(settings), version: "1.2.3" }
const asJson = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T

interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}
interface Operation {
  operationId: string
  tags: string[]
  description: string
  security: object[]
  "x-access": string
  "x-problems": string[]
  parameters?: Parameter[]
  responses: Record<string, { content: Record<string, Media> }>
}
interface OpenApi {
  components: object
  paths: Record<string, Record<string, Operation>>
}
interface AsyncApi {
  components: {
    messages: Record<string, { payload: JsonSchema; examples: { name: string; payload: unknown }[] }>
  }
  operations: Record<string, { action: string; messages: { $ref: string }[] }>
}

const openApi = asJson<OpenApi>(writeOpenApi(parts))
const asyncApi = asJson<AsyncApi>(writeAsyncApi(parts))

/** A check against a schema somewhere in a document. */
function checker(ajv: Ajv, document: { components: object }, path: readonly string[]) {
  const schema = path.reduce<unknown>((part, key) => (part as JsonSchema)[key], document) as JsonSchema
  // References point into the document: its components stand beside the schema.
  const check = ajv.compile({ allOf: [schema], components: document.components })
  return (value: unknown) => check(value) === true
}

describe("the OpenAPI document", () => {
  const ajv = new Ajv2020({ strict: false })
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test("is OpenAPI 3.1", async () => {
    const result = await new Validator().validate(asJson<Record<string, unknown>>(openApi))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  test("has every call of the table at its path, the page's configuration and the files", () => {
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      [...Object.keys(endpoints), "billExport", "indexFile", "pageConfig", "taxExport"].toSorted(),
    )
    for (const [name, { method, path }] of Object.entries(endpoints))
      expect(openApi.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  })

  test.each(operations)("shows answers of $path that its own schema takes, and takes no rubbish", (one) => {
    const { path, method, operation } = one
    // A file of text is refused with another status.
    const status = "text/plain" in (operation.responses["200"]?.content ?? {}) ? "400" : "200"
    const media = operation.responses[status]?.content["application/json"]
    const at = ["paths", path, method, "responses", status, "content", "application/json", "schema"]
    const takes = checker(ajv, openApi, at)
    const examples = Object.values(media?.examples ?? { only: { value: media?.example } })
    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) expect(takes(value)).toBe(true)
    for (const rubbish of [null, [], "x", {}, { code: 200 }, { code: 4711, message: "", data: null }])
      expect(takes(rubbish)).toBe(false)
  })

  test("has each tag that it uses, and no tuple or pattern that tools read differently", () => {
    const { tags } = asJson<{ tags: { name: string }[] }>(writeOpenApi(parts))
    const used = operations.flatMap(({ operation }) => operation.tags)
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used))
    for (const document of [openApi, asyncApi]) {
      expect(JSON.stringify(document)).not.toContain('"items":false')
      expect(JSON.stringify(document)).not.toMatch(/"pattern":"[^"]*\\\\[pP]\{/)
    }
  })

  test("shows requests that the door takes, field by field", () => {
    for (const { path, method, operation } of operations)
      operation.parameters?.forEach((parameter, place) => {
        if (parameter.in !== "query" || !("example" in parameter)) return
        const at = ["paths", path, method, "parameters", String(place), "schema"]
        expect(checker(ajv, openApi, at)(parameter.example), `${path} ${parameter.name}`).toBe(true)
      })
  })

  test("tells bounds and defaults of what may be asked", () => {
    const limit = openApi.paths["/market/kline"]?.get?.parameters?.find(({ name }) => name === "limit")
    expect(limit).toMatchObject({ required: false, schema: { type: "integer", minimum: 1, maximum: 1000 } })
    expect(limit?.schema.default).toBe(500)
  })
})

describe("who may call, and how often,", () => {
  const operationsByName = Object.values(openApi.paths).flatMap((methods) => Object.values(methods))
  const of = (name: string) => operationsByName.find(({ operationId }) => operationId === name)

  test.each(Object.entries(endpoints))(
    "is told of %s as the door holds it",
    (name, { access, limit, problems }) => {
      const operation = of(name)
      const needsSession = access === "user"
      expect(operation?.security).toEqual(needsSession ? [{ session: [] }] : [])
      expect(operation?.["x-access"]).toBe(access)
      const own = (problems as readonly string[]).includes("SESSION")
      expect(operation?.["x-problems"].includes("SESSION")).toBe(needsSession || own)
      const figure = { read: 100, history: 40, account: 11, upload: 21, order: 22, cancel: 220 }[limit]
      expect(operation?.description).toContain(`\`${limit}\`: at most ${figure} a second`)
    },
  )
})

test("the words give the bounds and figures of this server, not of another", () => {
  const told = (other: Partial<DocumentSettings>) => JSON.stringify(writeGuide({ ...settings, ...other }))
  for (const other of [
    { readsPerSecond: 4711 },
    { accountCallsPerSecond: 4711 },
    { uploadsPerSecond: 4711 },
    { connectionsPerAddress: 4711 },
    { sessionIdleMinutes: 4711 },
    { sessionLifetimeMinutes: 4711 },
    { heartbeatMs: 4711 },
  ])
    expect(told(other), JSON.stringify(other)).toContain("4711")
  expect(told({ subscriptionsMax: 4000, messagesPerSecond: 711 })).toContain("4711")
})

describe("the AsyncAPI document", () => {
  const ajv = new Ajv({ strict: false })

  test("is AsyncAPI 3.0, and the parser has nothing against it", async () => {
    const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApi))
    expect(diagnostics.filter(({ severity }) => severity <= 1).map(({ message }) => message)).toEqual([])
    expect(document?.allMessages().length).toBe(Object.keys(socketMessages).length)
  })

  test("has every message with its examples, and says who sends it", () => {
    expect(Object.keys(asyncApi.components.messages)).toEqual(Object.keys(socketMessages))
    const actions = Object.values(asyncApi.operations).map(({ action, messages }) => [
      messages[0]?.$ref.split("/").at(-1),
      action,
    ])
    expect(actions).toEqual(
      Object.entries(socketMessages).map(([type, { from }]) => [
        type,
        from === "server" ? "send" : "receive",
      ]),
    )
  })

  test.each(Object.entries(asyncApi.components.messages))(
    "shows %s as its own schema takes it, and takes no rubbish",
    (type, { examples }) => {
      const takes = checker(ajv, asyncApi, ["components", "messages", type, "payload"])
      for (const { payload } of examples) expect(takes(payload)).toBe(true)
      for (const rubbish of [null, [], "x", {}, { type: "no such" }, { type, data: 7 }])
        expect(takes(rubbish)).toBe(false)
    },
  )

  test("takes a frame of one message and of several", () => {
    const takes = checker(ajv, asyncApi, ["components", "schemas", "ServerFrame"])
    const [first, second] = ["subscribed", "depth"].map(
      (type) => asyncApi.components.messages[type]?.examples[0]?.payload,
    )
    expect([first, [first, second]].map(takes)).toEqual([true, true])
    expect(takes([first, { type: "ping", data: {} }])).toBe(false)
  })
})

test("both documents name every refusal and every place of a row", () => {
  const [http, socket] = [JSON.stringify(openApi), JSON.stringify(asyncApi)]
  for (const name of Object.keys(PROBLEMS)) for (const text of [http, socket]) expect(text).toContain(name)
  for (const place of ["last trade id", "taker side", "turnover"])
    for (const text of [http, socket]) expect(text).toContain(`"title":"${place}"`)
})
