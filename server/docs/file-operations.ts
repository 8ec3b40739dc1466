/** Operations of the OpenAPI document whose answer is a file and no envelope: they stand in no table of calls. */

import {
  BILL_EXPORTS_PER_MINUTE,
  billExportExample,
  billExportRequest,
  indexFileExample,
  indexFileRequest,
  type ProblemName,
  pageConfig,
  pageConfigExample,
  taxExportExample,
  taxExportRequest,
} from "#core/wire/index.ts"
import type { DocumentSchemas, JsonSchema } from "./document-schemas.ts"
import { pathOf, queryOf, refusalExample } from "./operation-parts.ts"

export const configOperation = (schemas: DocumentSchemas): JsonSchema => ({
  operationId: "pageConfig",
  summary: "Where a page of this server finds API and socket; no envelope, served by whoever hosts the page",
  description:
    "A file of the page's origin, in plain JSON. Where the API lies elsewhere, whoever hosts the page writes it.",
  tags: ["index"],
  security: [],
  responses: {
    "200": {
      description: "The configuration.",
      content: { "application/json": { schema: schemas.of(pageConfig), example: pageConfigExample } },
    },
    "404": { $ref: "#/components/responses/UnknownPath" },
  },
})

/** The answer is the file; a refusal comes in the envelope, as everywhere. */
export const exportOperation = (schemas: DocumentSchemas): JsonSchema => ({
  operationId: "billExport",
  summary: "The bill as a CSV file, with the filters of the bill and without paging",
  description: `Needs a session. At most ${BILL_EXPORTS_PER_MINUTE} files a minute for an address.`,
  ...csvAnswer(queryOf(schemas.of(billExportRequest), { currency: "USDT" }), {
    description: "UTF-8 with a byte order mark, the newest line first.",
    example: billExportExample,
  }),
})

/** As {@link exportOperation}. */
export const taxExportOperation = (schemas: DocumentSchemas): JsonSchema => ({
  operationId: "taxExport",
  summary: "What of the own money counts for taxes, as a CSV file in the columns of a tax program",
  description: `A row for each trade (with its fee), fee, funding payment, realised profit, ended second contract, deposit, withdrawal and reward; transfers between the own accounts are none. Exact amounts, times in UTC. Profits of contracts are \`realized gain\` for Koinly and \`margin gain\` or \`margin loss\` for CoinTracker; CoinLedger's template has no derivatives: there they are \`Income\` and \`Merchant Payment\`, and the description says what they were. Needs a session. At most ${BILL_EXPORTS_PER_MINUTE} files a minute for an address.`,
  ...csvAnswer(queryOf(schemas.of(taxExportRequest), { format: "koinly" }), {
    description: "UTF-8 without a byte order mark, the newest row first.",
    example: taxExportExample,
  }),
})

const csvAnswer = (
  parameters: JsonSchema[],
  { description, example }: { description: string; example: string },
): JsonSchema => ({
  tags: ["assets"],
  security: [{ session: [] }],
  parameters: [...parameters, { $ref: "#/components/parameters/language" }],
  responses: {
    "200": {
      description: "The file; or refused, as JSON: `code` tells.",
      content: {
        "text/csv": {
          schema: { type: "string", description },
          example,
        },
        "application/json": {
          schema: { $ref: "#/components/schemas/Refusal" },
          example: refusalExample("SESSION"),
        },
      },
    },
    "404": { $ref: "#/components/responses/UnknownPath" },
    "500": { $ref: "#/components/responses/Internal" },
  },
})

/** The answer is the file; a refusal comes in the envelope, with a status of its own. */
export const indexFileOperation = (schemas: DocumentSchemas): JsonSchema => ({
  operationId: "indexFile",
  summary: "The ticks of an index in one hour, as text: what second contracts are proven by",
  description:
    "The form is told under “Proof of a second contract”. An hour that is over never changes and may be kept by caches for good; the file of the one that runs goes as far as its ticks do.",
  tags: ["market"],
  security: [],
  parameters: pathOf(schemas.of(indexFileRequest), { index: "BTC_USDT", hour: "1784998800000" }),
  responses: {
    "200": {
      description: "The file.",
      content: { "text/plain": { schema: { type: "string" }, example: indexFileExample } },
    },
    "304": { description: "As `if-none-match` says: unchanged." },
    "400": refused("Index or hour are malformed, or `hour` begins no hour.", "FORMAT"),
    "404": { $ref: "#/components/responses/UnknownPath" },
    "410": refused("The ticks are no longer kept; the hash is.", "UNKNOWN_PATH"),
    "429": refused("Asked for too often.", "RATE_LIMIT"),
    "500": { $ref: "#/components/responses/Internal" },
  },
})

const refused = (description: string, name: ProblemName): JsonSchema => ({
  description,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Refusal" },
      example: refusalExample(name),
    },
  },
})
