/** A client of market streams, and of user-data streams by listen key: it subscribes by name, at the start and later. */

import type { Publisher } from "../../stream/publisher.ts"
import type { Subscriptions, Target } from "../../stream/subscriptions.ts"
import type { Venue } from "../door-error.ts"
import { type CloseReason, DoorSocket, type DoorSocketParts } from "./door-socket.ts"
import type { MessageForm } from "./stream-name.ts"
import { type StreamNames, streamTarget } from "./stream-name.ts"
import { answerText, faultText, type RequestId, readStreamRequest } from "./stream-request.ts"

/** Streams of one connection. */
const STREAMS_MAX: Readonly<Record<Venue, number>> = { spot: 1024, futures: 200 }

/** Finds what a listen key stands for; undefined: there is no such key. */
type FindListenKey = (key: string, form: MessageForm) => Target | undefined

export interface StreamSocketParts extends DoorSocketParts {
  market: Venue
  form: MessageForm
  /** Asked for by the address. */
  asked: readonly string[]
  names: StreamNames
  findListenKey: FindListenKey
  subscriptions: Subscriptions
  publisher: Publisher
}

const USER = " user"

/** Clients of several connections tell them apart by a number in the address: it asks for nothing. */
const CONNECTION_NUMBER = /^\d{1,4}$/

export class StreamSocket extends DoorSocket {
  readonly #parts: StreamSocketParts
  /** By name. */
  readonly #targets = new Map<string, Target>()
  #form: MessageForm

  constructor(parts: StreamSocketParts) {
    super(parts)
    this.#parts = parts
    this.#form = parts.form
    const asked = parts.asked.filter((name) => !CONNECTION_NUMBER.test(name))
    if (asked.length > 0) {
      const refused = this.#subscribe(asked)
      if (refused !== undefined) this.#say(faultText({ id: null, code: 2, msg: refused }))
    }
  }

  protected hear(text: string): void {
    const request = readStreamRequest(text)
    if ("code" in request) {
      this.#say(faultText(request))
      return
    }
    const { id } = request
    switch (request.method) {
      case "SUBSCRIBE":
        this.#answer(id, this.#subscribe(request.names))
        break
      case "UNSUBSCRIBE":
        for (const name of request.names) this.#leave(name)
        this.#answer(id)
        break
      case "LIST_SUBSCRIPTIONS":
        this.#say(answerText(id, [...this.#targets.keys()]))
        break
      case "GET_PROPERTY":
        this.#say(answerText(id, this.#form === "combined"))
        break
      case "SET_PROPERTY":
        this.#setForm(request.isCombined ? "combined" : "raw")
        this.#answer(id)
    }
  }

  protected leave(): void {
    this.#parts.subscriptions.leaveAll(this)
    this.#parts.publisher.drop(this)
  }

  protected override lastWords(reason: CloseReason): readonly string[] {
    const waiting = this.#parts.subscriptions.lastWords(this)
    if (reason !== "shutdown") return waiting
    return [...waiting, JSON.stringify({ e: "serverShutdown", E: this.now() })]
  }

  /** All of them or none; answers why none. */
  #subscribe(names: readonly string[]): string | undefined {
    const { market } = this.#parts
    const fresh = names.filter((name) => !this.#targets.has(name))
    if (this.#targets.size + fresh.length > STREAMS_MAX[market])
      return `Invalid request: no more than ${STREAMS_MAX[market]} streams`
    const targets = new Map<string, Target>()
    for (const name of fresh) {
      const target = this.#targetOf(name)
      if (!target) return `Invalid request: unknown stream \`${name.slice(0, 60)}\``
      targets.set(name, target)
    }
    for (const [name, target] of targets) this.#join(name, target)
    return undefined
  }

  #targetOf(name: string): Target | undefined {
    const { names, market, findListenKey } = this.#parts
    const terms = names.read(market, name)
    return terms ? streamTarget(terms, this.#form) : findListenKey(name, this.#form)
  }

  #join(name: string, target: Target): void {
    this.#targets.set(name, target)
    this.#parts.subscriptions.join(this, target)
    // A user's events are followed from here on: none is missed.
    if (target.channel.endsWith(USER)) this.#parts.publisher.flush()
    else this.#parts.publisher.wake()
  }

  #leave(name: string): void {
    const target = this.#targets.get(name)
    if (target) this.#parts.subscriptions.leave(this, target)
    this.#targets.delete(name)
  }

  #setForm(form: MessageForm): void {
    if (form === this.#form) return
    this.#form = form
    const names = [...this.#targets.keys()]
    for (const name of names) this.#leave(name)
    this.#subscribe(names)
  }

  #answer(id: RequestId, refused?: string): void {
    this.#say(refused === undefined ? answerText(id, null) : faultText({ id, code: 2, msg: refused }))
  }

  /** Goes out with the next flush, in its place among what streams tell. */
  #say(text: string): void {
    this.#parts.subscriptions.say(this, { text })
    this.#parts.publisher.wake()
  }
}
