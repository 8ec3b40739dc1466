/** One client: what it says is answered, its heart is felt, and it is let go when it breaks the rules. */

import { type ClientMessage, PROBLEMS, type ProblemName, SILENT_HEARTBEATS } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { type Refusal, readClientText, UNREADABLE } from "./client-message.ts"
import { CLOSE_CODES, type ClosingReason, COME_BACK_MS, type OwnReason } from "./farewell.ts"
import type { Outlet } from "./outlet.ts"
import type { Publisher } from "./publisher.ts"
import { SLOW_BUFFER_BYTES } from "./slow-reader.ts"
import { SocketLogin, type WatchLogin } from "./socket-login.ts"
import {
  CLOSING_GRACE_MS,
  messageBucket,
  PROBLEM_BUCKET,
  type StreamSettings,
  snapshotBucket,
} from "./stream-settings.ts"
import { tellHeard } from "./stream-signals.ts"
import type { Subscriptions } from "./subscriptions.ts"
import { TokenBucket } from "./token-bucket.ts"
import { messageText, type Topic } from "./topic.ts"
import type { WatchedSocket } from "./watched-socket.ts"

/** What the stream needs of a logger; pino's and fastify's have it. */
export interface StreamLog {
  debug(values: object, text: string): void
  info(values: object, text: string): void
  warn(values: object, text: string): void
}

export interface ConnectionParts {
  webSocket: WatchedSocket
  outlet: Outlet
  address: string
  subscriptions: Subscriptions
  publisher: Publisher
  settings: StreamSettings
  log: StreamLog
  now: () => number
  watchLogin: WatchLogin
  /** `n` of the newest private message of a user. */
  newestOf: (userId: number) => number
  /** When the feed was last heard, if that is too long ago; 0 while prices come. */
  silentSince: () => number
}

export class Connection {
  readonly topics = new Set<Topic>()
  readonly outlet: Outlet
  readonly #parts: ConnectionParts
  readonly #messages: TokenBucket
  /** The message bucket's size; a client as far below zero as that does not mean well. */
  readonly #burst: number
  readonly #snapshots: TokenBucket
  readonly #problems: TokenBucket
  readonly #heartbeat: NodeJS.Timeout
  #cut: NodeJS.Timeout | undefined
  /** Heartbeats since the client was last heard. */
  #unanswered = 0
  /** When the last `pong` left that the client has not answered yet. */
  #pongAt: number | undefined
  #roundTrip = -1
  readonly #login: SocketLogin
  #isClosing = false
  #hasWarned = false
  #hasFailedLogin = false

  constructor(parts: ConnectionParts) {
    const { settings, webSocket } = parts
    const now = parts.now()
    this.#parts = parts
    this.outlet = parts.outlet
    const size = messageBucket(settings)
    this.#burst = size.burst
    this.#messages = new TokenBucket(size, now)
    this.#snapshots = new TokenBucket(snapshotBucket(settings), now)
    this.#problems = new TokenBucket(PROBLEM_BUCKET, now)
    this.#login = new SocketLogin({
      address: parts.address,
      watch: parts.watchLogin,
      onLogin: (userId, since) => this.#logIn(userId, since),
      onLogout: () => parts.subscriptions.leaveAccount(this),
      onEnded: () => this.#answer(messageText("sessionEnded", "{}")),
      onRefused: (name) => this.#refuse({ name, of: "auth" }),
      onFailure: (error) => parts.log.warn({ err: error }, "a login of a socket could not be looked up"),
    })
    this.#heartbeat = setInterval(() => this.#beat(), settings.heartbeatMs)
    webSocket.on("message", (data, isBinary) => this.#hear(isBinary ? undefined : String(data)))
    // `ws` answers these by itself; they count, or they would be a way around the limit.
    webSocket.on("ping", () => this.#mayHear())
    webSocket.onFault = (code) => this.#sayFarewell(code === CLOSE_CODES.size ? "size" : "protocol")
    webSocket.on("error", (error) => this.#break(error))
    webSocket.on("close", () => this.#leave())
    this.#sendPong()
  }

  /** Says why, closes, and cuts the socket when the client doesn't take it. */
  drop(reason: OwnReason, after = COME_BACK_MS[reason]): void {
    if (this.#isClosing) return
    this.#sayFarewell(reason, after)
    this.#parts.webSocket.close(CLOSE_CODES[reason], reason)
    this.#cutLater()
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  get waitingBytes(): number {
    return this.outlet.waitingBytes
  }

  /** Closes it for the memory that it holds, which comes back at once when it is much. */
  giveUp(): void {
    if (this.#isClosing) return
    if (this.waitingBytes > SLOW_BUFFER_BYTES) this.#abandon("slow")
    else this.drop("slow")
  }

  /** The last message; the close frame comes after it, from us or from `ws`. */
  #sayFarewell(reason: ClosingReason, after = COME_BACK_MS[reason]): void {
    if (this.#isClosing) return
    this.#parts.log.info({ address: this.#parts.address, reason }, "socket closed by the server")
    for (const text of this.#parts.subscriptions.lastWords(this)) this.outlet.sendNow(text)
    this.#leave()
    this.outlet.sendNow(messageText("closing", JSON.stringify({ reason, after })))
  }

  /** Cuts the socket without a word. */
  terminate(): void {
    this.#parts.webSocket.terminate()
  }

  /** Frees everything but the socket itself. */
  #leave(): void {
    this.#isClosing = true
    clearInterval(this.#heartbeat)
    if (this.#parts.webSocket.readyState === this.#parts.webSocket.CLOSED) clearTimeout(this.#cut)
    this.#login.end()
    this.#parts.subscriptions.leaveAll(this)
    this.#parts.publisher.drop(this)
    this.outlet.backlog.clear()
  }

  #cutLater(): void {
    this.#cut ??= setTimeout(() => this.terminate(), CLOSING_GRACE_MS)
  }

  /** The peer broke the protocol (size, UTF-8, framing), or the network did: `ws` has begun to close. */
  #break(error: Error): void {
    this.#parts.log.debug({ address: this.#parts.address, error: error.message }, "socket failed")
    this.#leave()
    this.#cutLater()
  }

  #beat(): void {
    const isSilent = this.#unanswered >= SILENT_HEARTBEATS
    // A slow client may be silent because our heartbeat is still in its queue: as long as it takes what is before that.
    const isTaking = this.outlet.hasTaken()
    if (this.outlet.isHopeless) this.drop("slow")
    else if (!isSilent || (isTaking && this.outlet.isSlow)) this.#sendPong()
    else if (isTaking) this.drop("silent")
    else this.#abandon("silent")
  }

  /** Nothing is taken, or too much is before it: a farewell would reach nobody. */
  #abandon(reason: OwnReason): void {
    this.#parts.log.info({ address: this.#parts.address, reason }, "socket cut by the server")
    this.#leave()
    this.terminate()
  }

  #sendPong(): void {
    const time = this.#parts.now()
    this.#unanswered += 1
    this.#pongAt = time
    const silentSince = this.#parts.silentSince()
    const pong = { time, roundTrip: this.#roundTrip, ...(silentSince > 0 && { silentSince }) }
    this.outlet.sendNow(messageText("pong", JSON.stringify(pong)))
  }

  #hear(text: string | undefined): void {
    tellHeard()
    if (this.#isClosing || !this.#mayHear()) return
    const said = text === undefined ? [UNREADABLE] : readClientText(text)
    said.forEach((one, place) => {
      // The first message has been counted with its frame.
      if (this.#isClosing || (place > 0 && !this.#mayHear())) return
      if (one.ok) this.#obey(one.message)
      else this.#refuse(one.refusal)
    })
  }

  /** Counts a message. Over the rate it is refused; far over it, the client is let go. */
  #mayHear(): boolean {
    this.#unanswered = 0
    const left = this.#messages.take(this.#parts.now())
    if (left >= 0) return true
    if (left < -this.#burst) this.drop("limit")
    else this.#refuse({ name: "RATE_LIMIT" })
    return false
  }

  #obey(message: ClientMessage): void {
    switch (message.type) {
      case "ping":
        this.#measure()
        break
      case "auth":
        void this.#login.begin(message.data)
        break
      case "unsubscribe":
        this.#parts.subscriptions.leave(this, message.data)
        break
      default:
        this.#giveWhole(message)
    }
  }

  /** Both `subscribe` and `resync` bring the whole state of a topic with the next flush. */
  #giveWhole({ type, data }: ClientMessage & { type: "subscribe" | "resync" }): void {
    const { subscriptions, publisher, now } = this.#parts
    let problem: ProblemName | undefined
    if (!this.#snapshots.tryTake(now())) problem = "RATE_LIMIT"
    else if (type === "subscribe") problem = subscriptions.join(this, data)
    else subscriptions.resync(this, data)
    if (problem) this.#refuse({ name: problem, of: type, ...data })
    else publisher.wake()
  }

  #logIn(userId: number, since: number | undefined): void {
    if (this.#isClosing) return
    const { subscriptions, publisher, newestOf } = this.#parts
    const message = { text: messageText("authenticated", JSON.stringify({ n: newestOf(userId) })) }
    const said = since === undefined ? { message } : { message, since }
    subscriptions.joinAccount(this, accountOf(userId), said)
    publisher.wake()
  }

  #measure(): void {
    if (this.#pongAt === undefined) return
    this.#roundTrip = Math.max(0, this.#parts.now() - this.#pongAt)
    this.#pongAt = undefined
  }

  #refuse(refusal: Refusal): void {
    const { now, log, address } = this.#parts
    if (!this.#hasWarned && refusal.name === "FORMAT") {
      this.#hasWarned = true
      log.warn(
        { address, of: refusal.of },
        "socket message can't be read; further ones of this client are not logged",
      )
    }
    // Once a connection: a client that goes on with a wrong token would write as many lines as it likes.
    if (!this.#hasFailedLogin && refusal.of === "auth") {
      this.#hasFailedLogin = true
      log.warn({ security: refusal.name, address }, "refused: a login on a socket")
    }
    if (!this.#problems.tryTake(now())) return
    const data = { code: PROBLEMS[refusal.name], ...refusal }
    this.#answer(messageText("problem", JSON.stringify(data)))
  }

  /** Goes out with the next flush, behind the answers that wait for it. */
  #answer(text: string): void {
    if (this.#isClosing) return
    this.#parts.subscriptions.say(this, { text })
    this.#parts.publisher.wake()
  }
}
