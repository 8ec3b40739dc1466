/** Security headers for every answer, and the origins that may call from elsewhere (CORS). */

import helmet from "@fastify/helmet"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { LANGUAGE_HEADER } from "#core/wire/index.ts"
import type { TrustedProxies } from "../calls/client-address.ts"
import type { Settings } from "../settings/settings.ts"

const PREFLIGHT_SECONDS = "600"
/** A year, for this host alone: of its neighbours we know nothing. */
const HSTS = "max-age=31536000"

export async function addSecurity(
  app: FastifyInstance,
  settings: Settings,
  proxies: TrustedProxies,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(settings) },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    // A logo from elsewhere brings no header of its own; without cookies it may still be shown.
    crossOriginEmbedderPolicy: { policy: settings.logo ? "credentialless" : "require-corp" },
    // Added below where HTTPS is; a phone on the same network gets plain HTTP, and a promise would lock it out.
    strictTransportSecurity: false,
    originAgentCluster: false,
    referrerPolicy: { policy: "same-origin" },
  })
  app.addHook("onSend", async (request, reply) => {
    // A browser heeds it on trustworthy origins only; on a phone's plain HTTP it would just fill the console.
    const isHttps = proxies.isHttps(request.raw)
    if (isHttps) reply.header("strict-transport-security", HSTS)
    if (!isHttps && !isThisMachine(request)) reply.removeHeader("cross-origin-opener-policy")
  })
  app.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, settings.origins))
}

const isThisMachine = ({ hostname }: FastifyRequest): boolean => /^(?:localhost|127\.|\[::1\])/.test(hostname)

/** Without `upgrade-insecure-requests`, for the same phone. */
function directives(settings: Settings): Record<string, string[]> {
  const api = [settings.api, settings.socket].filter(Boolean).map((address) => new URL(address).origin)
  const sockets = (request: { headers: { host?: string | undefined } }) => ownSocket(request.headers.host)
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    // Charts and floating parts set styles as they are placed; they hold no address.
    "style-src": ["'self'", "'unsafe-inline'"],
    // Users' own pictures come from where the calls go.
    "img-src": [
      "'self'",
      "data:",
      "blob:",
      ...api,
      ...(settings.logo ? [new URL(settings.logo).origin] : []),
    ],
    "font-src": ["'self'", "data:"],
    // Older browsers don't count a socket of the own host as 'self'.
    "connect-src": ["'self'", sockets as unknown as string, ...api],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  }
}

const HOST = /^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$|^\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?$/

const ownSocket = (host: string | undefined): string =>
  host && HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"

/** CORS: pages of the named origins may call; for all others the browser keeps the answer to itself. */
async function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]) {
  const { origin } = request.headers
  reply.header("vary", "Origin")
  if (!origin || !origins.includes(origin)) return
  reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", "retry-after")
  if (request.method !== "OPTIONS") return
  reply
    .header("access-control-allow-methods", "GET, POST")
    .header("access-control-allow-headers", `${LANGUAGE_HEADER}, authorization, content-type`)
    .header("access-control-max-age", PREFLIGHT_SECONDS)
  await reply.code(204).send()
}
