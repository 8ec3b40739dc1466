/** Creates the HTTP server: security headers, limits, the routes of the wire, the page, and one error handler. */

import { setTimeout } from "node:timers/promises"
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
import { endpoints, PICTURE_BYTES_MAX } from "#core/wire/index.ts"
import { type CallCounts, OwnCounts } from "../calls/call-counts.ts"
import { addressKey, type TrustedProxies } from "../calls/client-address.ts"
import type { Handlers } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { PeekSession } from "../calls/session.ts"
import type { Settings } from "../settings/settings.ts"
import { refuseConnection, sendClientFault } from "./client-fault.ts"
import { ConnectionGate, limitRequestsUnderWay } from "./connection-limits.ts"
import { countedStore } from "./counted-store.ts"
import { addEndpoints, type RouteParts, type SignedDoor } from "./endpoint-routes.ts"
import { sendRefusal } from "./envelope.ts"
import {
  BODY_BYTES_MAX,
  CONNECTIONS_LOOKED_AT_MS,
  callLimits,
  HEAD_BYTES_MAX,
  refuseAbove,
  STALLED_MS_MAX,
} from "./http-limits.ts"
import { addPageConfig, type Health } from "./page-config.ts"
import type { ProblemText } from "./problem-text.ts"
import { addSecurity } from "./security.ts"
import { addSecurityLog } from "./security-log.ts"
import { keepSignedBodies } from "./signed-body.ts"
import { addSite } from "./site.ts"
import { addWebManifest } from "./web-manifest.ts"

export interface HttpParts {
  settings: Settings
  proxies: TrustedProxies
  handlers: Handlers
  /** By which the limits of calls are kept. */
  calls: CallCounts
  findSession: RouteParts["findSession"]
  peekSession?: PeekSession
  /** Judges requests signed by an API key; left out: there are none. */
  signed?: SignedDoor
  /** Adds what is served beside the calls of the wire: documents, files, pages of a domain. */
  addRoutes(app: FastifyInstance): Promise<void>
  text: ProblemText
  health(): Health
  /** Folder of the built terminal. */
  siteFolder: string
  /** Folder of the words in all languages. */
  localesFolder: string
  /** Where the page's files of earlier releases are kept. */
  releasesFolder: string
  log: FastifyBaseLogger
  checkAnswers: boolean
  /** Hears of every route as it is added; for tests. */
  onRoute?: (method: string, path: string) => void
}

export interface Http {
  app: FastifyInstance
  /** Counts the connections; what becomes a socket is handed over by it. */
  gate: ConnectionGate
}

export async function createHttp(parts: HttpParts): Promise<Http> {
  const { settings, text, log, proxies } = parts
  const requestMs = settings.requestSeconds * 1000
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: requestMs,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    connectionTimeout: STALLED_MS_MAX,
    http: {
      maxHeaderSize: HEAD_BYTES_MAX,
      // Node swaps the two when the one for the head is longer, and a body could take a minute.
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: CONNECTIONS_LOOKED_AT_MS,
    },
    clientErrorHandler: (error, socket) => sendClientFault(text, error, socket),
    // A closing server answers what it has and lets idle connections go.
    forceCloseConnections: "idle",
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    rewriteUrl: ({ url = "/" }) => (IN_OTHER_FORM.test(url) ? decodable(url) : url),
    // A path that can't be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, text, { name: "FORMAT" }),
  })
  const perAddress = settings.httpConnectionsPerAddress
  const gate = new ConnectionGate(app.server, {
    max: settings.httpConnectionsMax,
    perAddress,
    proxies,
    refuse: (socket, why) => refuseConnection(text, socket, why),
  })
  const { onRoute } = parts
  if (onRoute)
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) onRoute(one, url)
    })
  // First, so that what is refused has its headers as well.
  await addSecurity(app, settings, proxies)
  addSecurityLog(app, log, proxies)
  addFaults(app, text)
  limitRequestsUnderWay(app, { perAddress, proxies })
  await app.register(formbody, { bodyLimit: BODY_BYTES_MAX })
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 200, fileSize: PICTURE_BYTES_MAX, headerPairs: 20 },
  })
  // What says nothing of its own counts as a file: no route is without a limit.
  await app.register(rateLimit, {
    store: countedStore(parts.calls, new OwnCounts(Date.now)),
    max: settings.filesPerSecond,
    timeWindow: 1000,
    keyGenerator: ({ raw }) => addressKey(proxies.addressOf(raw)),
    ...refuseAbove(429),
  })
  if (parts.signed) keepSignedBodies(app)
  const limits = callLimits(settings)
  const { findSession, checkAnswers } = parts
  const peekSession = parts.peekSession ?? (() => undefined)
  addEndpoints(app, endpoints, parts.handlers, {
    text,
    proxies,
    limits,
    findSession,
    peekSession,
    checkAnswers,
    ...(parts.signed && { signed: parts.signed }),
  })
  addPageConfig(app, settings, parts.health)
  addWebManifest(app, settings, parts.localesFolder)
  await parts.addRoutes(app)
  await addSite(app, parts.siteFolder, parts.releasesFolder)
  return { app, gate }
}

/** What is refused in the form of others, paths that can't be decoded included: those are refused before there is a route. */
const IN_OTHER_FORM = /^\/(binance|udf)\//

/** The address as it is; where its path can't be decoded, a path that nobody has, and that can. The query stays as it came. */
function decodable(url: string): string {
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes("%")) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length)
  }
}

/** Fastify's own refusals of a body, by its codes. */
const TOO_LARGE = new Set(["FST_ERR_CTP_BODY_TOO_LARGE", "FST_REQ_FILE_TOO_LARGE"])

/** Whatever goes wrong leaves as an envelope: their fault in their language, ours without details. */
export function addFaults(app: FastifyInstance, text: ProblemText): void {
  const sendUnknown = (reply: FastifyReply) => sendRefusal(reply, text, { name: "UNKNOWN_PATH" }, 404)
  // Before a body is read: what nobody takes need not be understood.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404 && request.method !== "OPTIONS") sendUnknown(reply)
    else done()
  })
  app.setNotFoundHandler((_request, reply) => sendUnknown(reply))
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.delayMs > 0) await setTimeout(error.delayMs)
      return sendRefusal(reply, text, error.problem, error.status)
    }
    if (TOO_LARGE.has(error.code)) return sendRefusal(reply, text, { name: "MESSAGE_SIZE" })
    // A path that tries to leave the site's folder.
    if (error.statusCode === 403) return sendUnknown(reply)
    const isTheirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    if (isTheirs) return sendRefusal(reply, text, { name: "FORMAT" })
    request.log.error({ err: error, path: request.routeOptions.url }, "a handler has failed")
    return sendRefusal(reply, text, { name: "INTERNAL" }, 500)
  })
}
