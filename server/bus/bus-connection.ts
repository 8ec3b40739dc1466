/** The connection to NATS: made in its own time, and again for ever; nothing is said while it is away. */

import {
  connect,
  createInbox,
  type Msg,
  type NatsConnection,
  type Subscription,
} from "@nats-io/transport-node"
import { sayText } from "./bus-messages.ts"

/** Waits between two tries. */
const AGAIN_MS = 250
/** The server is asked as often whether it is there; after some missed answers the connection is made anew. */
const PING_MS = 5000
const PINGS_MISSED = 3

/** A server that is frozen must not hold up an end. */
const LAST_WORDS_MS = 500

/** How the server says that nobody hears a subject. */
const NOBODY = 503

interface BusLog {
  warn(values: object, text: string): void
}

export interface BusParts {
  url: string
  name: string
  log: BusLog
}

export type Hears = (text: string, reply: (value: unknown) => void) => void

/** Where to connect, and as whom: the client takes no credentials from an address. */
function serverOf(url: string): { servers: string; user?: string; pass?: string; token?: string } {
  const { protocol, host, username, password } = new URL(url)
  const servers = `${protocol}//${host}`
  if (username === "") return { servers }
  if (password === "") return { servers, token: decodeURIComponent(username) }
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}

/** Says and hears texts by subject. Never throws: what can't be said isn't said. */
export class BusConnection {
  readonly #parts: BusParts
  readonly #hearing: { subject: string; hears: Hears }[] = []
  #subscriptions: Subscription[] = []
  #connection: NatsConnection | undefined
  readonly #inbox = createInbox()
  readonly #answers = new Map<string, (text: string | undefined) => void>()
  #isUp = false
  #isClosed = false
  #onUp = new Set<() => void>()

  constructor(parts: BusParts) {
    this.#parts = parts
    void this.#open()
  }

  isUp(): boolean {
    return this.#isUp
  }

  /** Called whenever the connection has come (again). */
  whenUp(listener: () => void): void {
    this.#onUp.add(listener)
    if (this.#isUp) listener()
  }

  /** Hears what is said on a subject, from the next connection's first moment on. */
  hear(subject: string, hears: Hears): void {
    const heard = { subject, hears }
    this.#hearing.push(heard)
    if (this.#connection) this.#subscribe(this.#connection, heard)
  }

  /** Says it to whoever hears. What is said while the connection is away is lost; who needs it asks for what is missing. */
  say(subject: string, value: unknown): void {
    this.#publish(subject, value, undefined)
  }

  /** Asks; answers come to {@link hearAnswer} of the same token. False: it was not sent. */
  ask(subject: string, value: unknown, token: string): boolean {
    return this.#publish(subject, value, `${this.#inbox}.${token}`)
  }

  /** Hears each answer to a token, however late; undefined: nobody was there to be asked. Answers how to stop. */
  hearAnswer(token: string, hears: (text: string | undefined) => void): () => void {
    this.#answers.set(token, hears)
    return () => void this.#answers.delete(token)
  }

  /** Hears what is on its way, and nothing behind it; answers can still be given. */
  async hearNoMore(): Promise<void> {
    this.#hearing.length = 0
    const drained = this.#subscriptions.splice(0).map((each) => each.drain())
    await this.#briefly(Promise.allSettled(drained))
  }

  async close(): Promise<void> {
    if (this.#isUp) await this.#briefly(this.#connection?.flush())
    this.#isClosed = true
    this.#isUp = false
    await this.#connection?.close().catch(() => undefined)
  }

  async #briefly(work: Promise<unknown> | undefined): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_WORDS_MS).unref())
    await Promise.race([work?.catch(() => undefined), late])
  }

  async #open(): Promise<void> {
    let lastRefusal = ""
    while (!this.#isClosed) {
      try {
        const connection = await connect({
          ...serverOf(this.#parts.url),
          name: this.#parts.name,
          reconnectTimeWait: AGAIN_MS,
          maxReconnectAttempts: -1,
          ignoreAuthErrorAbort: true,
          pingInterval: PING_MS,
          maxPingOut: PINGS_MISSED,
          noEcho: true,
        })
        if (this.#isClosed) return void (await connection.close())
        lastRefusal = ""
        this.#connection = connection
        this.#subscriptions = []
        this.#subscribeInbox(connection)
        for (const heard of this.#hearing) this.#subscribe(connection, heard)
        this.#setUp(true)
        await this.#follow(connection)
      } catch (error) {
        // Said once for each reason, not four times a second.
        const refusal = String(error)
        if (refusal !== lastRefusal)
          this.#parts.log.warn({ err: error }, "NATS can't be reached; it is tried again")
        lastRefusal = refusal
      }
      this.#setUp(false)
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === "disconnect" || type === "staleConnection") this.#setUp(false)
      else if (type === "reconnect") this.#setUp(true)
    }
  }

  #setUp(isUp: boolean): void {
    if (isUp === this.#isUp || this.#isClosed) return
    this.#isUp = isUp
    if (!isUp) this.#parts.log.warn({}, "the connection to NATS is lost")
    else for (const listener of this.#onUp) listener()
  }

  #subscribe(connection: NatsConnection, { subject, hears }: { subject: string; hears: Hears }): void {
    const callback = (error: Error | null, message: Msg) => {
      if (error) return
      hears(message.string(), (value) => {
        try {
          message.respond(sayText(value))
        } catch (problem) {
          this.#parts.log.warn({ err: problem, subject }, "an answer could not be given on the bus")
        }
      })
    }
    this.#subscriptions.push(connection.subscribe(subject, { callback }))
  }

  #subscribeInbox(connection: NatsConnection): void {
    const callback = (error: Error | null, message: Msg) => {
      const token = message.subject.slice(this.#inbox.length + 1)
      const isNobody = error !== null || message.headers?.code === NOBODY
      this.#answers.get(token)?.(isNobody ? undefined : message.string())
    }
    connection.subscribe(`${this.#inbox}.*`, { callback })
  }

  #publish(subject: string, value: unknown, reply: string | undefined): boolean {
    if (!this.#isUp || !this.#connection) return false
    try {
      this.#connection.publish(subject, sayText(value), reply === undefined ? {} : { reply })
      return true
    } catch (error) {
      this.#parts.log.warn({ err: error, subject }, "nothing could be said on the bus")
      return false
    }
  }
}
