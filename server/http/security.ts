/** Security headers for every answer, and the origins that may call from elsewhere (CORS). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { LANGUAGE_HEADER } from "#core/wire/index.ts"
import type { TrustedProxies } from "../calls/client-address.ts"
import type { Settings } from "../settings/settings.ts"
import { securityHeaders } from "./security-headers.ts"

const PREFLIGHT_SECONDS = "600"
/** A year. */
const HSTS = "max-age=31536000"

export async function addSecurity(
  app: FastifyInstance,
  settings: Settings,
  proxies: TrustedProxies,
): Promise<void> {
  const headersFor = await securityHeaders(settings)
  const hsts = settings.hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersFor(request.headers.host))
    // A browser heeds it on trustworthy origins only; on a phone's plain HTTP it would just fill the console.
    const isHttps = proxies.isHttps(request.raw)
    if (isHttps) reply.header("strict-transport-security", hsts)
    if (!isHttps && !isThisMachine(request)) reply.removeHeader("cross-origin-opener-policy")
    allowOrigin(request, reply, settings.origins)
    const isAnswered = request.method === "OPTIONS" && reply.hasHeader("access-control-allow-origin")
    if (isAnswered) allowCalls(reply)
    else done()
  })
}

const isThisMachine = ({ hostname }: FastifyRequest): boolean => /^(?:localhost|127\.|\[::1\])/.test(hostname)

/** CORS: pages of the named origins may call; for all others the browser keeps the answer to itself. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  const { origin } = request.headers
  reply.header("vary", "Origin")
  if (!origin || !origins.includes(origin)) return
  reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", "retry-after")
}

/** The answer to a browser that asks before it calls. */
function allowCalls(reply: FastifyReply): void {
  reply
    .header("access-control-allow-methods", "GET, POST")
    .header("access-control-allow-headers", `${LANGUAGE_HEADER}, authorization, content-type`)
    .header("access-control-max-age", PREFLIGHT_SECONDS)
    .code(204)
    .send()
}
