/** Makes our own calls on behalf of a request to the door: the same check, scopes and handlers as those of the wire. */

import { allows } from "#core/wire/api-key-scopes.ts"
import { type AskOf, type EndpointName, endpoints, type Problem, type ResponseOf } from "#core/wire/index.ts"
import type { Handlers } from "../calls/handler.ts"
import { readWith } from "../calls/read-request.ts"
import { Refusal } from "../calls/refusal.ts"
import type { KeySession } from "../calls/signed-request.ts"
import { notAllowed, type Venue } from "./door-error.ts"
import { doorErrorOf } from "./refusals.ts"

type Ask<Name extends EndpointName> = AskOf<(typeof endpoints)[Name]>
type Answer<Name extends EndpointName> = ResponseOf<(typeof endpoints)[Name]>
type Asked<Name extends EndpointName> = { ok: true; value: Answer<Name> } | { ok: false; problem: Problem }

/** Who asks, and whence. */
export interface DoorCaller {
  session: KeySession | null
  address: string
  agent: string
  venue: Venue
}

/**
 * Our calls, as one who came through the door may make them.
 * @example await calls.make("depth", { symbol: "BTC_USDT", limit: 5 }) // the call's answer
 */
export class OwnCalls {
  readonly #handlers: Handlers
  readonly #caller: DoorCaller

  constructor(handlers: Handlers, caller: DoorCaller) {
    this.#handlers = handlers
    this.#caller = caller
  }

  /** @throws DoorError for whatever the call refuses, -2015 where the key hasn't the scope */
  async make<Name extends EndpointName>(name: Name, request: Ask<Name>): Promise<Answer<Name>> {
    const asked = await this.ask(name, request)
    if (!asked.ok) throw doorErrorOf(asked.problem, this.#caller.venue)
    return asked.value
  }

  /**
   * As {@link make} of a call that may concern spot and contracts, where the door has made sure that it concerns only one of
   * them: what `by` needs is enough. @throws DoorError as {@link make}
   */
  async makeBy<Name extends EndpointName>(
    by: EndpointName,
    name: Name,
    request: Ask<Name>,
  ): Promise<Answer<Name>> {
    this.demand(by)
    const asked = await this.askUnscoped(name, request)
    if (!asked.ok) throw doorErrorOf(asked.problem, this.#caller.venue)
    return asked.value
  }

  /** As {@link make}, with the refusal as a value. @throws DoorError -2015 where the key hasn't the scope */
  async ask<Name extends EndpointName>(name: Name, request: Ask<Name>): Promise<Asked<Name>> {
    this.demand(name)
    return await this.askUnscoped(name, request)
  }

  /** What belongs to the answer of a call that the key may make, whatever else it may read. */
  async askUnscoped<Name extends EndpointName>(name: Name, request: Ask<Name>): Promise<Asked<Name>> {
    const checked = readWith(endpoints[name].request, request)
    if (!checked.ok) return checked
    const handler = this.#handlers[name] as (request: unknown, caller: unknown) => Promise<Asked<Name>>
    const { session, address, agent } = this.#caller
    try {
      return await handler(checked.value, { session, address, agent, language: "en" })
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, problem: error.problem }
      throw error
    }
  }

  /** @throws DoorError -2015 where the key hasn't the scope of the call */
  demand(name: EndpointName): void {
    if (endpoints[name].access === "visitor") return
    const { session } = this.#caller
    if (!session || !allows(session.scopes, name)) throw notAllowed()
  }
}
