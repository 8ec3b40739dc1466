/** A client of the WebSocket API: requests by the same routes as over HTTP, with a login of its own, and events of its user. */

import { addressKey } from "../../calls/client-address.ts"
import type { Handlers } from "../../calls/handler.ts"
import type { FollowKey, KeySession, NameKey, ProveSigned } from "../../calls/signed-request.ts"
import type { Publisher } from "../../stream/publisher.ts"
import type { Subscriptions, Target } from "../../stream/subscriptions.ts"
import { bodyOf, DoorError, type Venue } from "../door-error.ts"
import { type DoorRoute, ordersOf } from "../door-route.ts"
import { OwnCalls } from "../own-calls.ts"
import { doorErrorOf } from "../refusals.ts"
import { proveSignedQuery, readKey, readSignedQuery } from "../signed-query.ts"
import type { ApiLimits, CountedLimits } from "./api-limits.ts"
import { routeOfMethod } from "./api-methods.ts"
import { type ApiRequest, readApiRequest, readId } from "./api-request.ts"
import { type CloseReason, DoorSocket, type DoorSocketParts } from "./door-socket.ts"
import { userChannel, userKey } from "./user-feed.ts"

export interface ApiSocketParts extends DoorSocketParts {
  venue: Venue
  /** By method and path. */
  routes: ReadonlyMap<string, DoorRoute>
  handlers: Handlers
  signed: { prove: ProveSigned; named: NameKey; follow: FollowKey }
  limits: ApiLimits
  agent: string
  subscriptions: Subscriptions
  publisher: Publisher
}

/** User-data subscriptions of one connection. */
const SUBSCRIPTIONS_MAX = 20

interface Subscribed {
  target: Target
  stop(): void
}

interface Login {
  session: KeySession
  apiKey: string
  since: number
  stop(): void
}

export class ApiSocket extends DoorSocket {
  readonly #parts: ApiSocketParts
  readonly #connectedAt: number
  #login: Login | undefined
  /** User-data subscriptions by number. */
  readonly #subscribed = new Map<number, Subscribed>()
  #subscriptionCount = 0

  constructor(parts: ApiSocketParts) {
    super(parts)
    this.#parts = parts
    this.#connectedAt = parts.now()
  }

  protected hear(text: string): void {
    void this.#answer(text)
  }

  protected leave(): void {
    this.#logOut()
    for (const { stop } of this.#subscribed.values()) stop()
    this.#parts.subscriptions.leaveAll(this)
    this.#parts.publisher.drop(this)
  }

  protected override lastWords(reason: CloseReason): readonly string[] {
    if (reason !== "shutdown") return []
    return [JSON.stringify({ event: { e: "serverShutdown", E: this.now() } })]
  }

  async #answer(text: string): Promise<void> {
    let said: unknown
    let counted: CountedLimits | undefined
    try {
      said = parsed(text)
      const request = readApiRequest(said)
      const result = await this.#result(request, (limits) => {
        counted = limits
      })
      const told = request.tellsLimits && counted ? { rateLimits: counted.rows() } : {}
      this.#say({ id: request.id, status: 200, result, ...told })
    } catch (error) {
      const refused = this.#errorOf(error)
      this.#say({ id: readId(said) ?? null, status: refused.status, error: bodyOf(refused) })
    }
  }

  /** Behind it every event that the answer may be about: a subscription's come after its answer. */
  #say(message: object): void {
    this.sendNow(JSON.stringify(message))
  }

  #errorOf(error: unknown): DoorError {
    if (error instanceof DoorError) return error
    this.#parts.log.warn({ err: error }, "a request to the WebSocket API has failed")
    return doorErrorOf({ name: "INTERNAL" }, this.#parts.venue)
  }

  async #result(request: ApiRequest, onCounted: (limits: CountedLimits) => void): Promise<unknown> {
    switch (request.method) {
      case "session.logon":
        return await this.#logOn(request)
      case "session.status":
        return this.#status()
      case "session.logout":
        this.#logOut()
        return this.#status()
      case "session.subscriptions":
        return [...this.#subscribed.keys()].map((subscriptionId) => ({ subscriptionId }))
      case "userDataStream.subscribe":
      case "userDataStream.subscribe.signature":
        return this.#subscribe(await this.#sessionOf(request, "signed", true))
      case "userDataStream.unsubscribe":
        return this.#unsubscribe(request.parameters.whole("subscriptionId"))
      default:
        return await this.#call(request, onCounted)
    }
  }

  async #call(request: ApiRequest, onCounted: (limits: CountedLimits) => void): Promise<unknown> {
    const { venue, routes, limits } = this.#parts
    const { parameters } = request
    const route = routes.get(routeOfMethod(venue, request.method) ?? "")
    if (!route) throw new DoorError(-1020, "This operation is not supported.")
    const weighed = await limits.weigh(venue, addressKey(this.address), route, parameters)
    onCounted(weighed)
    const session = await this.#sessionOf(request, route.access, route.method === "GET")
    await limits.count({ venue, route, parameters }, session, addressKey(this.address))
    const calls = this.#callsOf(session)
    const result = await route.handle({ parameters, calls, session, userId: session?.userId ?? 0 })
    const placed = ordersOf(route, parameters)
    if (session && placed !== undefined) await weighed.addOrders(session.userId, placed)
    return result
  }

  #callsOf(session: KeySession | null): OwnCalls {
    const { handlers, agent, venue } = this.#parts
    return new OwnCalls(handlers, { session, address: this.address, agent, venue })
  }

  /** Whose a request is: proven by its own signature, else by the login. @throws DoorError */
  async #sessionOf(
    request: ApiRequest,
    access: DoorRoute["access"],
    isReading: boolean,
  ): Promise<KeySession | null> {
    if (access === "none") return null
    const { apiKey, signature } = request
    if (apiKey === undefined && signature === undefined && this.#login) return this.#login.session
    if (access === "signed") return await this.#prove(request, isReading)
    const { signed, venue } = this.#parts
    const named = await signed.named(readKey(apiKey), this.address)
    if (!named.ok) throw doorErrorOf(named.problem, venue)
    return named.value
  }

  async #prove(request: ApiRequest, isReading: boolean): Promise<KeySession> {
    const { signed, venue } = this.#parts
    const by = { key: request.apiKey, address: this.address, acts: !isReading }
    return await proveSignedQuery(signed.prove, readSignedQuery(request, by), venue)
  }

  async #logOn(request: ApiRequest): Promise<object> {
    const session = await this.#prove(request, true)
    // It may have left meanwhile: nobody would end the login.
    if (this.isClosing) return {}
    this.#logOut()
    const login: Login = {
      ...{ session, apiKey: request.apiKey ?? "", since: this.now() },
      stop: () => undefined,
    }
    this.#login = login
    login.stop = this.#parts.signed.follow(session, () => {
      if (this.#login === login) this.#login = undefined
    })
    return this.#status()
  }

  #logOut(): void {
    this.#login?.stop()
    this.#login = undefined
  }

  #status(): object {
    return {
      ...{ apiKey: this.#login?.apiKey ?? null, authorizedSince: this.#login?.since ?? null },
      ...{ connectedSince: this.#connectedAt, returnRateLimits: true, serverTime: this.now() },
      userDataStream: this.#subscribed.size > 0,
    }
  }

  /** @throws DoorError -2015 where the key may not read */
  #subscribe(session: KeySession | null): object {
    if (!session || this.isClosing) throw new DoorError(-2014, "API-key format invalid.", 401)
    this.#callsOf(session).demand("assets")
    if (this.#subscribed.size >= SUBSCRIPTIONS_MAX)
      throw new DoorError(-1034, "Too many user data stream subscriptions.")
    const { subscriptions, publisher, venue, signed } = this.#parts
    const subscriptionId = this.#subscriptionCount
    this.#subscriptionCount += 1
    const target = {
      channel: userChannel("api"),
      key: userKey(venue, session.userId, String(subscriptionId)),
    }
    const own: Subscribed = { target, stop: () => undefined }
    this.#subscribed.set(subscriptionId, own)
    subscriptions.join(this, target)
    // From here on no event is missed.
    publisher.flush()
    own.stop = signed.follow(session, () => this.#terminate(subscriptionId))
    return { subscriptionId }
  }

  /** The key has ended. */
  #terminate(subscriptionId: number): void {
    if (this.isClosing || !this.#subscribed.has(subscriptionId)) return
    this.#end(subscriptionId)
    this.#say({ subscriptionId, event: { e: "eventStreamTerminated", E: this.now() } })
  }

  #unsubscribe(named: number | undefined): object {
    for (const id of named === undefined ? [...this.#subscribed.keys()] : [named]) this.#end(id)
    return {}
  }

  #end(subscriptionId: number): void {
    const own = this.#subscribed.get(subscriptionId)
    if (!own) return
    this.#subscribed.delete(subscriptionId)
    own.stop()
    this.#parts.subscriptions.leave(this, own.target)
  }
}

/** @throws DoorError -1135 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DoorError(-1135, "Invalid JSON Request")
  }
}
