/** How is the HTTP door built? Security, limits, routes of the wire, the page, and one way out for every fault. */

import formbody from "@fastify/formbody"
import multipart from "@fastify/multipart"
import rateLimit from "@fastify/rate-limit"
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify"
import { endpoints, PIECE_BYTES_MAX } from "#core/wire/index.ts"
import { CONTENT_FILES_PATH } from "../content/render-html.ts"
import { addDocs } from "../docs/add-docs.ts"
import type { Settings } from "../settings.ts"
import { sendClientFault } from "./client-fault.ts"
import { addContentFiles } from "./content-files.ts"
import { addEndpoints, type PeekSession, type RouteParts } from "./endpoint-routes.ts"
import { Refusal, sendRefusal } from "./envelope.ts"
import type { Handlers } from "./handlers.ts"
import { BODY_BYTES_MAX, callLimits, HEAD_BYTES_MAX, REQUEST_MS_MAX } from "./http-limits.ts"
import { addPageConfig, type Health } from "./page-config.ts"
import type { ProblemText } from "./problem-text.ts"
import { addSecurity } from "./security.ts"
import { addSite } from "./site.ts"
import { addWebManifest } from "./web-manifest.ts"

/** Addresses that the limits remember; beyond them the longest silent is forgotten. */
const ADDRESSES_MAX = 10_000

export interface HttpParts {
  settings: Settings
  handlers: Handlers
  findSession: RouteParts["findSession"]
  peekSession?: PeekSession
  /** Pages that a domain serves beside the calls. */
  addRoutes(app: FastifyInstance): void
  text: ProblemText
  health(): Health
  /** Folder of the built terminal. */
  siteFolder: string
  /** Folder of the operator's texts and files. */
  contentFolder: string
  /** Folder of the words in all languages. */
  localesFolder: string
  /** Where the page's files of earlier releases are kept. */
  releasesFolder: string
  log: FastifyBaseLogger
  checkAnswers: boolean
  /** Hears of every route as it is added; for tests. */
  onRoute?: (method: string, path: string) => void
}

export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { settings, text, log } = parts
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    http: { maxHeaderSize: HEAD_BYTES_MAX },
    clientErrorHandler: (error, socket) => sendClientFault(text, error, socket),
    // A closing server answers what it has and lets idle connections go.
    forceCloseConnections: "idle",
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    // A path that can't be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, text, { name: "FORMAT" }),
  })
  const { onRoute } = parts
  if (onRoute)
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) onRoute(one, url)
    })
  addFaults(app, text)
  await addSecurity(app, settings)
  await app.register(formbody, { bodyLimit: BODY_BYTES_MAX })
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 200, fileSize: PIECE_BYTES_MAX, headerPairs: 20 },
  })
  await app.register(rateLimit, { global: false, cache: ADDRESSES_MAX })
  const limits = callLimits(settings)
  const { findSession, checkAnswers } = parts
  const peekSession = parts.peekSession ?? (() => undefined)
  addEndpoints(app, endpoints, parts.handlers, { text, limits, findSession, peekSession, checkAnswers })
  addPageConfig(app, settings, parts.health)
  addWebManifest(app, settings, parts.localesFolder)
  addDocs(app, settings)
  parts.addRoutes(app)
  await addContentFiles(app, parts.contentFolder, CONTENT_FILES_PATH)
  await addSite(app, parts.siteFolder, parts.releasesFolder)
  return app
}

/** Fastify's own refusals of a body, by its codes. */
const TOO_LARGE = new Set(["FST_ERR_CTP_BODY_TOO_LARGE", "FST_REQ_FILE_TOO_LARGE"])

/** Whatever goes wrong leaves as an envelope: their fault in their language, ours without details. */
export function addFaults(app: FastifyInstance, text: ProblemText): void {
  const sendUnknown = (reply: FastifyReply) => sendRefusal(reply, text, { name: "UNKNOWN_PATH" }, 404)
  // Before a body is read: what nobody takes need not be understood.
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404 && request.method !== "OPTIONS") await sendUnknown(reply)
  })
  app.setNotFoundHandler((_request, reply) => sendUnknown(reply))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, text, error.problem)
    if (TOO_LARGE.has(error.code)) return sendRefusal(reply, text, { name: "MESSAGE_SIZE" })
    // A path that tries to leave the site's folder.
    if (error.statusCode === 403) return sendUnknown(reply)
    const isTheirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    if (isTheirs) return sendRefusal(reply, text, { name: "FORMAT" })
    request.log.error({ err: error, path: request.routeOptions.url }, "a handler has failed")
    return sendRefusal(reply, text, { name: "INTERNAL" }, 500)
  })
}
