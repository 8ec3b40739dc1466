/** Generates the OpenAPI 3.1 document from the wire's table of calls. */

import {
  BILL_EXPORT_PATH,
  type Endpoint,
  INDEX_FILE_PATH,
  LANGUAGE_HEADER,
  LANGUAGES,
  PAGE_CONFIG_PATH,
  PROBLEMS,
  type ProblemName,
  SUCCESS_CODE,
  TAX_EXPORT_PATH,
} from "#core/wire/index.ts"
import { callLimits } from "../http/http-limits.ts"
import { accessText, limitText, problemsOf } from "./call-facts.ts"
import { DocumentSchemas, type JsonSchema } from "./document-schemas.ts"
import {
  configOperation,
  exportOperation,
  indexFileOperation,
  taxExportOperation,
} from "./file-operations.ts"
import { asMarkdown, type Guide } from "./guide.ts"
import type { DocumentSettings } from "./guide-section.ts"
import { queryOf, refusalExample } from "./operation-parts.ts"
import { meaningOf } from "./refusals.ts"

/** By the first part of a path. */
const TAGS = {
  market: "What is traded, and at which prices.",
  spot: "Own spot orders and fills.",
  contract:
    "Own contract orders, positions and settings; tiers, funding, open interest and the insurance fund.",
  order: "Open orders of every kind: what cancels them by itself.",
  ai: "AI products: what is offered, buying, own holdings, and the early end.",
  option: "Second contracts: what is offered, own ones, and the daily loss limit.",
  assets: "Own money.",
  alert: "Own alerts, and the devices that are told of them.",
  drawing: "What one has drawn on charts.",
  apiKey: "Keys with which programs sign their calls.",
  passkey: "Passkeys with which their owners log in.",
  layout: "Own layouts of the desk.",
  template: "Own templates of indicators.",
  login: "Beginning and ending a session.",
  register: "New accounts.",
  security: "The own account: who one is, how one proves it, where one is logged in.",
  index: "The platform itself.",
  article: "What the operator writes: notices, help, about.",
} as const

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
  paths[BILL_EXPORT_PATH] = { get: exportOperation(schemas) }
  paths[TAX_EXPORT_PATH] = { get: taxExportOperation(schemas) }
  paths[INDEX_FILE_PATH.replace(/:(\w+)/g, "{$1}")] = { get: indexFileOperation(schemas) }
  return {
    openapi: "3.1.0",
    info: {
      title: `${settings.name}: HTTP`,
      version,
      summary: "Markets, candles, books and trades of a Saker exchange",
      description: `${asMarkdown(guide.http)}\n\nThe socket is told in /asyncapi.json; both can be read at /docs.`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: `The operator of ${settings.name}` },
    },
    servers: [{ url: settings.api || "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
  const language = endpoint.needsHeader
    ? { ...languageParameter(), required: true }
    : { $ref: "#/components/parameters/language" }
  const { request: example } = endpoint.example
  if (endpoint.method === "GET") return { parameters: [...queryOf(request, example), language] }
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
