/** Registers a route for each endpoint of the wire: limits, validation, handler, envelope. */

import type { FastifyInstance, FastifyRequest } from "fastify"
import { allows } from "#core/wire/api-key-scopes.ts"
import { type Endpoint, LANGUAGE_HEADER, type LimitName, type Result, refuse } from "#core/wire/index.ts"
import { addressKey, type TrustedProxies } from "../calls/client-address.ts"
import type { Caller, CallerSession } from "../calls/handler.ts"
import { readWith, wrongField } from "../calls/read-request.ts"
import { Refusal } from "../calls/refusal.ts"
import { type FindSession, type PeekSession, sessionOf, tokenOf } from "../calls/session.ts"
import { isSigned, type ProveSigned, readSigned, signedKey } from "../calls/signed-request.ts"
import { checkAnswer } from "./check-answer.ts"
import { sendRefusal, success } from "./envelope.ts"
import { refuseAbove } from "./http-limits.ts"
import type { ProblemText } from "./problem-text.ts"

export interface RouteParts {
  text: ProblemText
  /** Whose word counts about where a request came from. */
  proxies: TrustedProxies
  /** Calls in a second: of one user for orders and cancels, of one address for all else. */
  limits: Readonly<Record<LimitName, number>>
  findSession: FindSession
  /** The same without asking the database: undefined also for one that isn't in memory. Left out: none is known. */
  peekSession?: PeekSession
  /** Who judges requests signed by an API key; left out: nobody, as on the operator's door. */
  signed?: SignedDoor
  /** Checks each answer against its schema; for tests, since it costs. */
  checkAnswers: boolean
}

export interface SignedDoor {
  prove: ProveSigned
  /** Without asking the database. */
  isKnown(key: string): boolean
}

type AnyHandler = (request: never, caller: never) => Result<unknown> | Promise<Result<unknown>>

/** Serves every endpoint of `table` by the handler of the same name. */
export function addEndpoints<Name extends string>(
  app: FastifyInstance,
  table: Readonly<Record<Name, Endpoint>>,
  handlers: Readonly<Record<Name, AnyHandler>>,
  parts: RouteParts,
): void {
  for (const name of Object.keys(table) as Name[]) addRoute(app, name, table[name], handlers[name], parts)
}

function addRoute(
  app: FastifyInstance,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  parts: RouteParts,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      rateLimit: {
        max: parts.limits[endpoint.limit],
        timeWindow: 1000,
        groupId: endpoint.limit,
        keyGenerator: (request) =>
          OF_A_USER.has(endpoint.limit) ? callerKey(request, parts) : addressKeyOf(request, parts),
        ...refuseAbove(200),
      },
    },
    handler: async (request, reply) => {
      if (endpoint.needsHeader && request.headers[LANGUAGE_HEADER] === undefined)
        return sendRefusal(reply, parts.text, { name: "FORMAT", values: { field: LANGUAGE_HEADER } })
      const found = await sessionFor(request, name, endpoint, parts)
      if (!found.ok) return sendRefusal(reply, parts.text, found.problem)
      const session = found.value
      if (session) request.callerId = session.userId
      if (endpoint.access !== "visitor" && !session)
        return sendRefusal(reply, parts.text, { name: "SESSION" })
      const given = await givenBy(endpoint, request)
      const checked = readWith(endpoint.request, given)
      if (!checked.ok) return sendRefusal(reply, parts.text, checked.problem)
      const caller: Caller = {
        language: parts.text.languageOf(request.headers),
        address: parts.proxies.addressOf(request.raw),
        agent: (request.headers["user-agent"] ?? "").slice(0, AGENT_LENGTH_MAX),
        session,
      }
      const result = await handler(checked.value as never, caller as never)
      if (!result.ok) return sendRefusal(reply, parts.text, result.problem)
      if (parts.checkAnswers) checkAnswer(endpoint, result.value)
      return reply.header("cache-control", "no-store").send(success(result.value))
    },
  })
}

const AGENT_LENGTH_MAX = 200
/** Limits that count the user, wherever they call from: an office behind one line trades as many. */
const OF_A_USER: ReadonlySet<LimitName> = new Set(["order", "cancel"])

/**
 * Without a session it is the address; so it is until the session is in memory, or a flood of made-up tokens would reach
 * the database past the limit.
 */
function callerKey(request: FastifyRequest, parts: RouteParts): string {
  const key = signedKey(request)
  // With the address: who merely names somebody's key must not use up its limit.
  if (key !== undefined && parts.signed?.isKnown(key)) return `key ${key} ${addressKeyOf(request, parts)}`
  const token = tokenOf(request)
  const session = token === undefined ? undefined : parts.peekSession?.(token)
  return session ? `user ${session.userId}` : addressKeyOf(request, parts)
}

/** Whose a request is: of the key that signed it, else of the session whose token it carries. */
async function sessionFor(
  request: FastifyRequest,
  name: string,
  { access }: Endpoint,
  { signed, proxies, findSession }: RouteParts,
): Promise<Result<CallerSession | null>> {
  if (!signed || access === "visitor" || !isSigned(request))
    return { ok: true, value: await sessionOf(request, findSession) }
  const address = proxies.addressOf(request.raw)
  const said = readSigned(request, { body: request.signedBody ?? Buffer.alloc(0), address })
  if (!said.ok) return said
  const proven = await signed.prove(said.value)
  if (!proven.ok) return proven
  return allows(proven.value.scopes, name) ? proven : refuse("API_KEY_SCOPE")
}

const addressKeyOf = ({ raw }: FastifyRequest, { proxies }: RouteParts): string =>
  addressKey(proxies.addressOf(raw))

/** Query of a GET, body of a POST, parts of a multipart one. */
async function givenBy(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (endpoint.body === "multipart") return await readParts(request)
  return endpoint.method === "GET" ? request.query : request.body
}

/**
 * Fields as text, the file as bytes; a name given twice counts once.
 * @throws Refusal FORMAT for a body that is cut off or malformed, with the field that was being read; what the parts'
 * limits say is thrown as it is.
 */
async function readParts(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return null
  const given = new Map<string, unknown>()
  let field = ""
  try {
    for await (const part of request.parts()) {
      field = part.fieldname
      if (part.type === "field" && (part.fieldnameTruncated || part.valueTruncated)) break
      given.set(field, part.type === "file" ? new Uint8Array(await part.toBuffer()) : part.value)
      field = ""
    }
  } catch (error) {
    // The parser's own errors carry no status: whatever it can't read was written by the client.
    if (hasStatus(error)) throw error
    throw new Refusal(wrongField(field))
  }
  if (field !== "") throw new Refusal(wrongField(field))
  return Object.fromEntries(given)
}

const hasStatus = (error: unknown): boolean => error instanceof Error && "statusCode" in error
