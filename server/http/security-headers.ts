/** The security headers of helmet, made once: it would make them anew for each request. */

import helmet from "@fastify/helmet"
import fastify from "fastify"
import type { Settings } from "../settings/settings.ts"

/** Stands in the policy for the own socket until it is known by which name the server is asked. */
const OWN_SOCKET = "own-socket:"
const POLICY = "content-security-policy"

/** Headers of an answer by the host that the request names. */
type SecurityHeaders = (host: string | undefined) => Readonly<Record<string, string>>

/** Asks helmet once; only the address of the socket depends on the request. */
export async function securityHeaders(settings: Settings): Promise<SecurityHeaders> {
  const headers = await helmetHeaders(settings)
  const policy = headers[POLICY] ?? ""
  return (host) => ({ ...headers, [POLICY]: policy.replace(OWN_SOCKET, ownSocket(host)) })
}

/** What an answer has by helmet and would not have without. */
async function helmetHeaders(settings: Settings): Promise<Record<string, string>> {
  const [app, bare] = [fastify(), fastify()]
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(settings) },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    // A logo from elsewhere brings no header of its own; without cookies it may still be shown.
    crossOriginEmbedderPolicy: { policy: settings.logo ? "credentialless" : "require-corp" },
    // Added where HTTPS is; a phone on the same network gets plain HTTP, and a promise would lock it out.
    strictTransportSecurity: false,
    originAgentCluster: false,
    referrerPolicy: { policy: "same-origin" },
  })
  for (const one of [app, bare]) one.get("/", async () => "")
  const [{ headers }, { headers: without }] = await Promise.all([app.inject("/"), bare.inject("/")])
  await Promise.all([app.close(), bare.close()])
  const own = Object.entries(headers).filter(([name]) => !(name in without))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}

/** Without `upgrade-insecure-requests`, for the same phone. */
function directives(settings: Settings): Record<string, string[]> {
  const api = [settings.api, settings.socket].filter(Boolean).map((address) => new URL(address).origin)
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
    "connect-src": ["'self'", OWN_SOCKET, ...api],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    // No page of ours has a <base>; one that was slipped in would lead every relative address elsewhere.
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  }
}

const HOST = /^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$|^\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?$/

const ownSocket = (host: string | undefined): string =>
  host && HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
