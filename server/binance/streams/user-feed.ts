/** User-data streams: events of an account for whoever listens to it, by listen key or by a signed subscription. */

import type { PrivateRows } from "#core/wire/private-rows.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { AccountChange, AccountReader } from "#server/read-model/account-changes.ts"
import type { Source, Topic } from "../../stream/topic.ts"
import type { Venue } from "../door-error.ts"
import type { DoorGround } from "../door-route.ts"
import { FuturesTeller } from "./futures-events.ts"
import { SpotTeller, type Teller } from "./spot-events.ts"
import type { MessageForm } from "./stream-name.ts"

/** `api`: round each event stands the number of its subscription. */
export type UserForm = MessageForm | "api"

export const userChannel = (form: UserForm): string => `${form} user`
/** The key of a topic. `name`: the listen key, or the number of a subscription. */
export const userKey = (venue: Venue, userId: number, name: string): string =>
  `${venue} ${accountOf(userId)} ${name}`

/** Texts of events, in order: none is ever left out or merged. */
type Events = readonly string[]

/** Events of users in one form. */
export class UserStreams implements Source<Events> {
  readonly channel: string
  readonly topics = new Map<string, Topic>()
  readonly #form: UserForm
  readonly #feed: UserFeed
  readonly #pending = new Map<string, string[]>()

  constructor(form: UserForm, feed: UserFeed) {
    this.channel = userChannel(form)
    this.#form = form
    this.#feed = feed
  }

  /** Whoever names a key has had it found. */
  knows(): boolean {
    return true
  }

  gather(): boolean {
    return false
  }

  *take(): Iterable<readonly [string, Events]> {
    this.#feed.drain()
    const pending = [...this.#pending]
    this.#pending.clear()
    yield* pending
  }

  whole(key: string): Events {
    this.#feed.follow(this, key)
    return []
  }

  merge(own: string[] | undefined, later: Events): Events {
    if (!own) return [...later]
    own.push(...later)
    return own
  }

  encode(_key: string, events: Events): Events {
    return events
  }

  size(events: Events): number {
    return events.reduce((sum, { length }) => sum + length, 0)
  }

  forget(key: string): void {
    this.#pending.delete(key)
    this.#feed.forget(this, key)
  }

  /** An event for one key; it leaves with the next flush. */
  note(key: string, text: string): void {
    const events = this.#pending.get(key) ?? []
    events.push(this.#wrap(key, text))
    this.#pending.set(key, events)
  }

  #wrap(key: string, text: string): string {
    const [, , name = ""] = key.split(" ")
    if (this.#form === "combined") return `{"stream":${JSON.stringify(name)},"data":${text}}`
    return this.#form === "api" ? `{"subscriptionId":${name},"event":${text}}` : text
  }
}

const VENUES: readonly Venue[] = ["spot", "futures"]

interface Followed {
  teller: Teller
  /** Not told yet. What the door remembers of an order stands once its placing is answered, a moment after its change. */
  waiting: AccountChange<PrivateRows>[]
  listeners: Set<string>
}

const newFollowed = (teller: Teller): Followed => ({ teller, waiting: [], listeners: new Set() })

interface FeedParts {
  ground: DoorGround
  accounts: AccountReader
  /** Something waits to be published. */
  wake(): void
}

/** Follows the accounts that have listeners, each once for a market. */
export class UserFeed {
  readonly streams: readonly UserStreams[]
  readonly #parts: FeedParts
  readonly #followed = new Map<string, Followed>()
  readonly #stopListening: () => void

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.streams = (["raw", "combined", "api"] as const).map((form) => new UserStreams(form, this))
    this.#stopListening = parts.accounts.listen((changes) => this.#take(changes))
  }

  stop(): void {
    this.#stopListening()
  }

  /** From now on the key gets all events of its account. */
  follow(streams: UserStreams, key: string): void {
    const place = placeOf(key)
    const followed = this.#followed.get(place) ?? newFollowed(this.#tellerOf(key))
    followed.listeners.add(`${streams.channel}|${key}`)
    this.#followed.set(place, followed)
  }

  forget(streams: UserStreams, key: string): void {
    const followed = this.#followed.get(placeOf(key))
    followed?.listeners.delete(`${streams.channel}|${key}`)
    if (followed?.listeners.size === 0) this.#followed.delete(placeOf(key))
  }

  /** The last event of all keys with this name: nothing follows it. */
  end(name: string, event: object): void {
    this.drain()
    const text = JSON.stringify(event)
    for (const streams of this.streams)
      for (const key of streams.topics.keys()) {
        if (!key.endsWith(` ${name}`)) continue
        this.forget(streams, key)
        streams.note(key, text)
      }
    this.#parts.wake()
  }

  #tellerOf(key: string): Teller {
    const [venue, account = ""] = key.split(" ")
    const { ground, accounts } = this.#parts
    const state = accounts.snapshot(account)
    return venue === "spot" ? new SpotTeller(ground, state) : new FuturesTeller(ground, state)
  }

  #take(changes: ReadonlyMap<string, AccountChange<PrivateRows>>): void {
    if (this.#followed.size === 0) return
    let isNews = false
    for (const [account, change] of changes)
      for (const venue of VENUES) {
        const followed = this.#followed.get(`${venue} ${account}`)
        followed?.waiting.push(change)
        isNews ||= followed !== undefined
      }
    if (isNews) this.#parts.wake()
  }

  /** Makes the events of what waits. */
  drain(): void {
    for (const { teller, waiting, listeners } of this.#followed.values())
      for (const change of waiting.splice(0))
        for (const event of teller.take(change)) {
          const text = JSON.stringify(event)
          for (const listener of listeners) this.#note(listener, text)
        }
  }

  #note(listener: string, text: string): void {
    const [channel = "", key = ""] = listener.split("|")
    this.streams.find((streams) => streams.channel === channel)?.note(key, text)
  }
}

/** Market and user. */
const placeOf = (key: string): string => key.split(" ").slice(0, 2).join(" ")
