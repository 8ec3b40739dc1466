/** How is the HTTP contract told to machines? OpenAPI 3.1, made from the wire's table of calls. */

import {
  type Endpoint,
  LANGUAGE_HEADER,
  LANGUAGES,
  PAGE_CONFIG_PATH,
  PROBLEMS,
  type ProblemName,
  pageConfig,
  pageConfigExample,
  SUCCESS_CODE,
} from "#core/wire/index.ts"
import { callLimits } from "../http/http-limits.ts"
import { accessText, limitText, problemsOf } from "./call-facts.ts"
import { DocumentSchemas, type JsonSchema } from "./document-schemas.ts"
import { asMarkdown, type DocumentSettings, type Guide } from "./guide.ts"
import { meaningOf } from "./refusals.ts"

interface OpenApiParts {
  endpoints: Readonly<Record<string, Endpoint>>
  settings: DocumentSettings
  guide: Guide
  version: string
}

export function writeOpenApi({ endpoints, settings, guide, version }: OpenApiParts): JsonSchema {
  const schemas = new DocumentSchemas("draft-2020-12")
  const paths: Record<string, JsonSchema> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = operationOf(name, endpoint, { schemas, settings })
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  paths[PAGE_CONFIG_PATH] = { get: configOperation(schemas) }
  return {
    openapi: "3.1.0",
    info: {
      title: `${settings.name}: HTTP`,
      version,
      summary: "Markets, candles, books and trades of a Saker exchange",
      description: `${asMarkdown(guide.http)}\n\nThe socket is told in /asyncapi.json; both can be read at /docs.`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: settings.api || "/" }],
    tags: [
      { name: "market", description: "What is traded, and at which prices." },
      { name: "index", description: "The platform itself." },
      { name: "article", description: "What the operator writes: notices, help, about." },
    ],
    paths,
    components: {
      schemas: { ...schemas.named, Refusal: refusalSchema() },
      parameters: { language: languageParameter() },
      responses: { Internal: statusResponse("INTERNAL"), UnknownPath: statusResponse("UNKNOWN_PATH") },
      securitySchemes: {
        session: {
          type: "http",
          scheme: "bearer",
          description: "The token of a session, as `/login/index` and `/register/index` give it.",
        },
      },
    },
  }
}

interface Surroundings {
  schemas: DocumentSchemas
  settings: DocumentSettings
}

function operationOf(name: string, endpoint: Endpoint, { schemas, settings }: Surroundings): JsonSchema {
  const problems = problemsOf(endpoint)
  const own = endpoint.problems.map((problem) => `\`${problem}\``).join(", ")
  return {
    operationId: name,
    summary: endpoint.summary,
    description: [
      endpoint.notes,
      accessText(endpoint),
      limitText(endpoint, settings),
      own ? `Refusals of its own: ${own}.` : "No refusals of its own.",
    ]
      .filter(Boolean)
      .join("\n\n"),
    tags: [endpoint.path.split("/")[1]],
    security: endpoint.access === "visitor" ? [] : [{ session: [] }],
    ...requestOf(endpoint, schemas),
    responses: {
      "200": answerOf(endpoint, problems, schemas),
      "404": { $ref: "#/components/responses/UnknownPath" },
      "500": { $ref: "#/components/responses/Internal" },
    },
    "x-access": endpoint.access,
    "x-limit": endpoint.limit,
    "x-limit-per-second": callLimits(settings)[endpoint.limit],
    "x-problems": problems,
  }
}

/** A GET's fields stand in the query, a POST's in a body of either kind. */
function requestOf(endpoint: Endpoint, schemas: DocumentSchemas): JsonSchema {
  const request = schemas.of(endpoint.request)
  const language = { $ref: "#/components/parameters/language" }
  const { request: example } = endpoint.example
  if (endpoint.method === "GET") {
    const properties = (request.properties ?? {}) as Record<string, JsonSchema>
    const required = (request.required ?? []) as string[]
    const fields = Object.entries(properties).map(([name, schema]) => {
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
    return { parameters: [...fields, language] }
  }
  const media = { schema: request, example }
  if (endpoint.body === "multipart") {
    return {
      parameters: [language],
      requestBody: { required: true, content: { "multipart/form-data": media } },
    }
  }
  return {
    parameters: [language],
    requestBody: {
      required: true,
      content: { "application/json": media, "application/x-www-form-urlencoded": media },
    },
  }
}

/** In the query a number is text; the document speaks of the number. */
const valueFor = (schema: JsonSchema, value: unknown): unknown =>
  schema.type === "integer" ? Number(value) : value

function answerOf(
  endpoint: Endpoint,
  problems: readonly ProblemName[],
  schemas: DocumentSchemas,
): JsonSchema {
  const success = {
    type: "object",
    properties: {
      code: { type: "integer", const: SUCCESS_CODE },
      message: { type: "string" },
      data: schemas.of(endpoint.response),
    },
    required: ["code", "message", "data"],
  }
  const refusals = problems.map((name) => [
    name,
    { summary: `Refused: ${name}`, value: refusalExample(name) },
  ])
  return {
    description: "Done, or refused: `code` tells.",
    content: {
      "application/json": {
        schema: { oneOf: [success, { $ref: "#/components/schemas/Refusal" }] },
        examples: {
          success: {
            summary: "Done",
            value: { code: SUCCESS_CODE, message: "", data: endpoint.example.response },
          },
          ...Object.fromEntries(refusals),
        },
      },
    },
  }
}

const refusalExample = (name: ProblemName) => ({
  code: PROBLEMS[name],
  message: meaningOf(name),
  data: null,
})

const refusalSchema = (): JsonSchema => ({
  type: "object",
  description: "A refusal. All codes are listed under “Refusals”.",
  properties: {
    code: { type: "integer", enum: Object.values(PROBLEMS) },
    message: { type: "string", description: "In the language of the request, ready to be shown." },
    data: { type: "null" },
  },
  required: ["code", "message", "data"],
})

const statusResponse = (name: ProblemName): JsonSchema => ({
  description: meaningOf(name),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Refusal" },
      example: refusalExample(name),
    },
  },
})

const languageParameter = (): JsonSchema => ({
  name: LANGUAGE_HEADER,
  in: "header",
  required: false,
  description: "Language of `message`; what it doesn't name is looked for in `accept-language`.",
  schema: { type: "string", enum: LANGUAGES },
  example: "de",
})

const configOperation = (schemas: DocumentSchemas): JsonSchema => ({
  operationId: "pageConfig",
  summary: "Where a page of this server finds API and socket; no envelope, served by whoever hosts the page",
  tags: ["index"],
  security: [],
  responses: {
    "200": {
      description: "The configuration.",
      content: { "application/json": { schema: schemas.of(pageConfig), example: pageConfigExample } },
    },
  },
})
