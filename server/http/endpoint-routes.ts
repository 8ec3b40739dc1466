/** How does a request reach its handler? Routes made from the wire: limits, check, handler, envelope. */

import type { FastifyInstance, FastifyRequest } from "fastify"
import type { z } from "zod/mini"
import type { Endpoint, LimitName, Problem, Result } from "#core/wire/index.ts"
import { Refusal, sendRefusal, success } from "./envelope.ts"
import type { Caller, CallerSession } from "./handlers.ts"
import type { ProblemText } from "./problem-text.ts"

/** The session of a bearer token; null: none, or one that has ended. */
export type FindSession = (token: string) => Promise<CallerSession | null>

export type PeekSession = (token: string) => CallerSession | undefined

export interface RouteParts {
  text: ProblemText
  /** Calls in a second: of one user for orders and cancels, of one address for all else. */
  limits: Readonly<Record<LimitName, number>>
  findSession: FindSession
  /** The same without asking the database: undefined also for one that isn't in memory. Left out: none is known. */
  peekSession?: PeekSession
  /** Checks each answer against its schema; for tests, since it costs. */
  checkAnswers: boolean
}

type AnyHandler = (request: never, caller: never) => Result<unknown> | Promise<Result<unknown>>

/** Serves every endpoint of `table` by the handler of the same name. */
export function addEndpoints<Name extends string>(
  app: FastifyInstance,
  table: Readonly<Record<Name, Endpoint>>,
  handlers: Readonly<Record<Name, AnyHandler>>,
  parts: RouteParts,
): void {
  for (const name of Object.keys(table) as Name[]) addRoute(app, table[name], handlers[name], parts)
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, parts: RouteParts): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      rateLimit: {
        max: parts.limits[endpoint.limit],
        timeWindow: 1000,
        groupId: endpoint.limit,
        ...(OF_A_USER.has(endpoint.limit) && { keyGenerator: (request) => callerKey(request, parts) }),
        errorResponseBuilder: () => new Refusal({ name: "RATE_LIMIT" }),
      },
    },
    handler: async (request, reply) => {
      const session = await sessionOf(request, parts.findSession)
      if (endpoint.access !== "visitor" && !session)
        return sendRefusal(reply, parts.text, { name: "SESSION" })
      const given = await givenBy(endpoint, request)
      const checked = readWith(endpoint.request, given)
      if (!checked.ok) return sendRefusal(reply, parts.text, checked.problem)
      const caller: Caller = {
        language: parts.text.languageOf(request.headers),
        address: request.ip,
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
/** Longer than any token of ours. */
const TOKEN = /^Bearer ([\w-]{1,200})$/

/** Limits that count the user, wherever they call from: an office behind one line trades as many. */
const OF_A_USER: ReadonlySet<LimitName> = new Set(["order", "cancel"])

/**
 * Without a session it is the address; so it is until the session is in memory, or a flood of made-up tokens would reach
 * the database past the limit.
 */
function callerKey(request: FastifyRequest, { peekSession }: RouteParts): string {
  const token = tokenOf(request)
  const session = token === undefined ? undefined : peekSession?.(token)
  return session ? `user ${session.userId}` : request.ip
}

export async function sessionOf(
  request: FastifyRequest,
  findSession: FindSession,
): Promise<CallerSession | null> {
  const token = tokenOf(request)
  return token === undefined ? null : await findSession(token)
}

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  TOKEN.exec(headers.authorization ?? "")?.[1]

/** Query of a GET, body of a POST, parts of a multipart one. */
async function givenBy(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (endpoint.body === "multipart") return await readParts(request)
  return endpoint.method === "GET" ? request.query : request.body
}

/** Fields as text, the file as bytes; a name given twice counts once. Throws what the parts' limits say. */
async function readParts(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return null
  const given = new Map<string, unknown>()
  for await (const part of request.parts()) {
    given.set(part.fieldname, part.type === "file" ? new Uint8Array(await part.toBuffer()) : part.value)
  }
  return Object.fromEntries(given)
}

/** Whatever doesn't fit the schema is FORMAT, with the field to blame. */
export function readWith<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): Result<z.infer<Schema>> {
  const parsed = schema.safeParse(plain(given))
  if (parsed.success) return { ok: true, value: parsed.data as z.infer<Schema> }
  const problem: Problem = { name: "FORMAT", values: { field: fieldOf(parsed.error) } }
  return { ok: false, problem }
}

/** Query and form parsers give objects without a prototype, or nothing at all. */
function plain(given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== "object" || Array.isArray(given)) return given
  // Not spread: `__proto__` must stay a field that no schema knows.
  return Object.getPrototypeOf(given) === null ? Object.fromEntries(Object.entries(given)) : given
}

const FIELD_LENGTH_MAX = 40

function fieldOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  const name = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".")
  return (name ?? "").slice(0, FIELD_LENGTH_MAX)
}

function checkAnswer(endpoint: Endpoint, value: unknown): void {
  const parsed = endpoint.response.safeParse(value)
  if (parsed.success) return
  throw new Error(
    `${endpoint.path} answers against its schema: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`,
  )
}
