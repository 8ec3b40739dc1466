/** Adds the door for programs written for Binance: its routes, limits, proofs and errors, all under one path. */

import { setTimeout } from "node:timers/promises"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { LimitName, ProblemName } from "#core/wire/index.ts"
import type { CallCounts } from "../calls/call-counts.ts"
import { addressKey, type TrustedProxies } from "../calls/client-address.ts"
import type { Handlers } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { KeySession, NameKey, ProveSigned } from "../calls/signed-request.ts"
import { refuseAbove } from "../http/http-limits.ts"
import { bodyOf, DoorError, missing, type Venue } from "./door-error.ts"
import { type DoorGround, type DoorRoute, ordersOf } from "./door-route.ts"
import { OwnCalls } from "./own-calls.ts"
import { type GivenParameters, type Parameters, readParameters } from "./parameters.ts"
import { doorErrorOf } from "./refusals.ts"
import { KEY_HEADER, proveSignedQuery, readKey, readSignedQuery } from "./signed-query.ts"
import { asksMicroseconds, inMicroseconds, TIME_UNIT_HEADER } from "./time-unit.ts"
import { OrderCounts, Weights } from "./weights.ts"

/** Where the door is: a client's addresses get this in place of Binance's host. */
const BINANCE_PATH = "/binance"

export interface DoorParts extends Omit<DoorGround, "symbols" | "stops" | "orders"> {
  handlers: Handlers
  signed: { prove: ProveSigned; named: NameKey; isKnown(key: string): boolean }
  proxies: TrustedProxies
  /** Calls in a second: of one key for orders and cancels, of one address for all else. */
  limits: Readonly<Record<LimitName, number>>
  counts: DoorCounts
}

const AGENT_LENGTH_MAX = 200
/** What may be asked of a path that isn't there. */
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const

/** Serves `routes` under {@link BINANCE_PATH}; whatever else is asked there is refused in Binance's form too. */
export async function addBinance(
  app: FastifyInstance,
  parts: DoorParts,
  routes: readonly DoorRoute[],
): Promise<void> {
  const { counts } = parts
  await app.register(
    async (door) => {
      door.removeAllContentTypeParsers()
      // As it came: signatures are over it.
      door.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body))
      door.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
      for (const route of routes) addRoute(door, route, parts, counts)
      door.route({
        ...{ method: [...METHODS], url: "/*" },
        handler: () => {
          throw doorErrorOf({ name: "UNKNOWN_PATH" }, "spot")
        },
      })
    },
    { prefix: BINANCE_PATH },
  )
}

/** What requests weigh and orders count, over HTTP and sockets together. */
export interface DoorCounts {
  weights: Weights
  orders: OrderCounts
}
export const doorCounts = (counts: CallCounts): DoorCounts => ({
  weights: new Weights(counts),
  orders: new OrderCounts(counts),
})

const venueOf = (path: string): Venue => (path.startsWith("/fapi") ? "futures" : "spot")

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[KEY_HEADER]
  return key === undefined ? undefined : String(key)
}

function addRoute(door: FastifyInstance, route: DoorRoute, parts: DoorParts, counts: DoorCounts): void {
  const { method, path, limit } = route
  const venue = venueOf(path)
  door.route({
    method,
    url: path,
    config: {
      rateLimit: {
        max: parts.limits[limit],
        timeWindow: 1000,
        keyGenerator: (request) => countedKey(request, route, parts),
        ...refuseAbove(429),
      },
    },
    handler: async (request, reply) => {
      const address = parts.proxies.addressOf(request.raw)
      reply.header("cache-control", "no-store")
      const given = readGiven(request)
      await weigh(reply, { route, venue, address, given }, counts.weights)
      const session = await sessionOf(route, given, { key: keyOf(request), address, venue }, parts)
      const agent = String(request.headers["user-agent"] ?? "").slice(0, AGENT_LENGTH_MAX)
      const calls = new OwnCalls(parts.handlers, { session, address, agent, venue })
      const { parameters } = given
      const isMicro = venue === "spot" && asksMicroseconds(request.headers[TIME_UNIT_HEADER])
      const placing = { route, parameters, venue, userId: session?.userId ?? 0 }
      if (session) await limitOrders(placing, parts, counts.orders)
      const answer = await route.handle({ parameters, calls, session, userId: session?.userId ?? 0 })
      const placed = ordersOf(route, parameters)
      if (session && placed !== undefined)
        reply.headers(await counts.orders.count(venue, session.userId, placed))
      return reply
        .type("application/json; charset=utf-8")
        .send(JSON.stringify(isMicro ? inMicroseconds(answer) : answer))
    },
  })
}

/** Orders and cancels are counted by key, as on our own calls; who merely names a key uses up nothing of it. */
function countedKey(request: FastifyRequest, { limit }: DoorRoute, { proxies, signed }: DoorParts): string {
  const address = addressKey(proxies.addressOf(request.raw))
  const key = limit === "order" || limit === "cancel" ? keyOf(request) : undefined
  return key !== undefined && signed.isKnown(key) ? `key ${key} ${address}` : address
}

function readGiven(request: FastifyRequest): GivenParameters {
  const { url, body } = request
  const start = url.indexOf("?")
  return readParameters(start < 0 ? "" : url.slice(start + 1), typeof body === "string" ? body : "")
}

/** @throws DoorError -1003 above what an address may weigh in a minute */
async function weigh(
  reply: FastifyReply,
  of: { route: DoorRoute; venue: Venue; address: string; given: GivenParameters },
  weights: Weights,
): Promise<void> {
  const { route, venue, address, given } = of
  const weight = typeof route.weight === "number" ? route.weight : route.weight(given.parameters)
  const { used, isOver, retrySeconds } = await weights.weigh(venue, addressKey(address), weight)
  reply.header("x-mbx-used-weight-1m", String(used))
  if (venue === "spot") reply.header("x-mbx-used-weight", String(used))
  if (!isOver) return
  reply.header("retry-after", String(retrySeconds))
  throw new DoorError(
    -1003,
    "Too much request weight used; please use WebSocket Streams for live updates.",
    429,
  )
}

/** @throws DoorError -1015 above what a user may place in ten seconds, whichever routes the orders come by */
export async function limitOrders(
  of: { route: DoorRoute; parameters: Parameters; venue: Venue; userId: number },
  { ordersPerSecond }: Pick<DoorParts, "ordersPerSecond">,
  orders: OrderCounts,
): Promise<void> {
  const most = ordersPerSecond * 10
  const by = ordersOf(of.route, of.parameters)
  if (by === undefined || !(await orders.isAbove(of.venue, of.userId, { by, most }))) return
  throw new DoorError(-1015, `Too many new orders; current limit is ${most} orders per 10 SECOND.`, 429)
}

/** Whose the request is; null where it is anyone's. @throws DoorError */
async function sessionOf(
  { access, method }: DoorRoute,
  given: GivenParameters,
  by: { key: string | undefined; address: string; venue: Venue },
  { signed }: DoorParts,
): Promise<KeySession | null> {
  if (access === "none") return null
  if (by.key === undefined && access === "signed" && given.signature === undefined) throw missing("signature")
  if (access === "signed")
    return await proveSignedQuery(
      signed.prove,
      readSignedQuery(given, { ...by, acts: method !== "GET" }),
      by.venue,
    )
  const named = await signed.named(readKey(by.key), by.address)
  if (!named.ok) throw doorErrorOf(named.problem, by.venue)
  return named.value
}

/** Binance's codes of what is told as refused, for errors that have no name of ours any more. */
const AT_A_WALL: Readonly<Record<number, ProblemName | undefined>> = {
  [-1003]: "RATE_LIMIT",
  [-1021]: "API_KEY_TIME",
  [-1022]: "API_KEY_SIGNATURE",
  [-2015]: "API_KEY_UNKNOWN",
}

/** Whatever goes wrong leaves as code and message: theirs in Binance's words, ours without details. */
async function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal && error.delayMs > 0) await setTimeout(error.delayMs)
  const said = doorErrorFrom(error, request)
  const refused = error instanceof Refusal ? error.problem.name : AT_A_WALL[said.code]
  if (refused) reply.server.securityLog?.refused(refused, reply)
  if (said.status >= 500 && !(error instanceof DoorError))
    request.log.error({ err: error, path: request.routeOptions.url }, "a handler of the door has failed")
  return reply
    .code(said.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(bodyOf(said)))
}

function doorErrorFrom(error: FastifyError, { routeOptions }: FastifyRequest): DoorError {
  if (error instanceof DoorError) return error
  const venue = venueOf((routeOptions.url ?? "").slice(BINANCE_PATH.length))
  if (error instanceof Refusal) return doorErrorOf(error.problem, venue)
  const { statusCode = 500 } = error
  if (statusCode >= 400 && statusCode < 500)
    return new DoorError(-1102, "The request could not be read.", statusCode)
  return doorErrorOf({ name: "INTERNAL" }, venue)
}
