/** What the sources of all streams share: which names have an audience, when each is due, and the form of a message. */

import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import type { Source, Topic } from "../../stream/topic.ts"
import type { DoorGround } from "../door-route.ts"
import {
  type MessageForm,
  type StreamKind,
  type StreamNames,
  type StreamTerms,
  streamChannel,
  streamKey,
} from "./stream-name.ts"

export interface SourceParts {
  ground: DoorGround
  names: StreamNames
  form: MessageForm
  /** Wall clock, epoch ms. */
  now(): number
}

/** `undefined`: a newcomer gets nothing before the next news. */
type Kept<News> = News | undefined

/**
 * Streams of one kind. News of a key wait until the key is due: at once, or as often as its name says. Where news can't
 * be merged without a loss, they are all kept, and a reader who takes none of them is closed for the memory they hold.
 */
export abstract class StreamSource<News> implements Source<Kept<News>> {
  readonly channel: string
  readonly topics = new Map<string, Topic>()
  protected readonly ground: DoorGround
  protected readonly reader: MarketReader
  readonly #names: StreamNames
  readonly #kind: StreamKind
  readonly #form: MessageForm
  readonly #now: () => number
  /** Names with an audience, by the instrument they are of; those of all by the market. */
  readonly #followed = new Map<string, Map<string, StreamTerms>>()
  readonly #terms = new Map<string, StreamTerms>()
  readonly #pending = new Map<string, News>()
  readonly #due = new Set<string>()
  readonly #toldAt = new Map<string, number>()

  constructor(kind: StreamKind, { ground, names, form, now }: SourceParts) {
    this.channel = streamChannel(kind, form)
    this.ground = ground
    this.reader = ground.reader
    this.#names = names
    this.#kind = kind
    this.#form = form
    this.#now = now
  }

  /** Notes what the batch changed, by {@link note}, for names of which {@link followers} knows. */
  protected abstract notice(change: MarketChange): void
  /** Adds later news; `own` may be changed. */
  protected abstract add(own: Kept<News>, later: News): News
  /** One message, or several, of what has been gathered. */
  protected abstract write(terms: StreamTerms, news: News): object | readonly object[] | undefined
  /** Bytes that news take. */
  protected abstract weigh(news: News): number
  protected onFollow(_terms: StreamTerms): void {}
  protected onForget(_terms: StreamTerms): void {}

  knows(key: string): boolean {
    return this.#read(key) !== undefined
  }

  gather(change: MarketChange): boolean {
    if (this.#terms.size === 0) return false
    this.notice(change)
    return this.#due.size > 0
  }

  /** Called several times a second: true when something has become due. */
  tick(now: number): boolean {
    for (const key of this.#pending.keys()) {
      const everyMs = this.#terms.get(key)?.everyMs ?? 0
      if (now - (this.#toldAt.get(key) ?? 0) >= everyMs) this.#due.add(key)
    }
    return this.#due.size > 0
  }

  *take(): Iterable<readonly [string, Kept<News>]> {
    if (this.#due.size === 0) return
    const now = this.#now()
    for (const key of this.#due) {
      const news = this.#pending.get(key)
      this.#pending.delete(key)
      this.#toldAt.set(key, now)
      if (news !== undefined) yield [key, news]
    }
    this.#due.clear()
  }

  whole(key: string): Kept<News> {
    const terms = this.#read(key)
    if (terms && !this.#terms.has(key)) {
      this.#terms.set(key, terms)
      const place = terms.instrument ?? terms.market
      const followed = this.#followed.get(place) ?? new Map<string, StreamTerms>()
      this.#followed.set(place, followed.set(key, terms))
      this.onFollow(terms)
    }
    return undefined
  }

  merge(own: Kept<News>, later: Kept<News>): Kept<News> {
    return later === undefined ? own : this.add(own, later)
  }

  encode(key: string, news: Kept<News>): string | readonly string[] | undefined {
    const terms = this.#terms.get(key)
    const written = terms && news !== undefined ? this.write(terms, news) : undefined
    if (!terms || written === undefined) return undefined
    const isList = Array.isArray(written) && terms.instrument === undefined
    const messages: readonly unknown[] = Array.isArray(written) && !isList ? written : [written]
    return messages.map((message) => this.#wrap(terms, JSON.stringify(message)))
  }

  size(news: Kept<News>): number {
    return news === undefined ? 0 : this.weigh(news)
  }

  forget(key: string): void {
    const terms = this.#terms.get(key)
    this.#terms.delete(key)
    this.#pending.delete(key)
    this.#due.delete(key)
    this.#toldAt.delete(key)
    if (!terms) return
    const place = terms.instrument ?? terms.market
    const followed = this.#followed.get(place)
    followed?.delete(key)
    if (followed?.size === 0) this.#followed.delete(place)
    this.onForget(terms)
  }

  /** Names with an audience that are of this instrument, or of all of a market. */
  protected followers(place: string): Iterable<StreamTerms> {
    return this.#followed.get(place)?.values() ?? []
  }

  /** News of one name; they leave with the next flush, or when they are due. */
  protected note(terms: StreamTerms, news: News, isUrgent = terms.everyMs === 0): void {
    const key = streamKey(terms)
    this.#pending.set(key, this.add(this.#pending.get(key), news))
    if (isUrgent) this.#due.add(key)
  }

  #wrap({ name }: StreamTerms, text: string): string {
    return this.#form === "raw" ? text : `{"stream":${JSON.stringify(name)},"data":${text}}`
  }

  #read(key: string): StreamTerms | undefined {
    const known = this.#terms.get(key)
    if (known) return known
    const [market = "", name = ""] = key.split(" ")
    const terms = this.#names.read(market === "spot" ? "spot" : "futures", name)
    return terms?.kind === this.#kind ? terms : undefined
  }
}
