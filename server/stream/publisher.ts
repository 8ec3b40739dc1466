/**
 * Publishes what changed. Changes are gathered for a few milliseconds, then each is encoded once, and each
 * connection gets one frame. Newcomers and slow readers are served at the same moment, when the read model stands
 * exactly where all members have been brought to.
 */

import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { type Fragment, Frame } from "./frame.ts"
import type { Outlet } from "./outlet.ts"
import type { NewsTopic } from "./slow-reader.ts"
import type { Subscriptions } from "./subscriptions.ts"
import type { Source, Subscriber, Topic } from "./topic.ts"

interface PublisherParts {
  reader: MarketReader
  sources: readonly Source[]
  subscriptions: Subscriptions
  coalesceMs: number
  /** Each message is a WebSocket frame of its own; left out: a flush is one frame. */
  isSeparate?: boolean
}

export class Publisher {
  readonly #sources: readonly Source[]
  readonly #subscriptions: Subscriptions
  readonly #coalesceMs: number
  readonly #isSeparate: boolean
  readonly #stopListening: () => void
  /** Connections that have something in their backlog. */
  readonly #behind = new Set<Subscriber>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: PublisherParts) {
    this.#sources = parts.sources
    this.#subscriptions = parts.subscriptions
    this.#coalesceMs = parts.coalesceMs
    this.#isSeparate = parts.isSeparate ?? false
    this.#stopListening = parts.reader.listen((change) => this.#gather(change))
  }

  /** Something waits: it goes out when the changes of the next few milliseconds have been gathered too. */
  wake(): void {
    if (this.#coalesceMs === 0) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), this.#coalesceMs)
  }

  stop(): void {
    this.#stopListening()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Forgets a connection that is gone. */
  drop(connection: Subscriber): void {
    this.#behind.delete(connection)
  }

  #gather(change: MarketChange): void {
    let isNews = false
    for (const source of this.#sources) isNews = source.gather(change) || isNews
    if (isNews) this.wake()
  }

  /** Sends all that waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const start = new Frame(undefined, undefined, this.#isSeparate)
    const touched: Outlet[] = []
    for (const source of this.#sources) {
      for (const [key, news] of source.take()) {
        const topic = source.topics.get(key)
        if (topic) this.#deliver(topic, news, { start, touched })
      }
    }
    this.#admit()
    this.#catchUp(start)
    for (const outlet of touched) outlet.send()
  }

  #deliver(topic: Topic, news: unknown, { start, touched }: { start: Frame; touched: Outlet[] }): void {
    let fragment: Fragment | undefined
    for (const connection of topic.members) {
      const { outlet } = connection
      if (outlet.isBehind) {
        outlet.backlog.add(topic, news)
        this.#behind.add(connection)
        continue
      }
      fragment ??= encoded(topic, news)
      if (!fragment) continue
      if (!outlet.frame) touched.push(outlet)
      outlet.frame = (outlet.frame ?? start).with(fragment)
    }
  }

  /** Newcomers become members; their answers are put where a slow reader's news are, and leave at once. */
  #admit(): void {
    const wholes = new Map<Topic, unknown>()
    for (const [connection, answers] of this.#subscriptions.takeAnswers()) {
      const { backlog } = connection.outlet
      for (const { message, topic, since } of answers) {
        if (message) backlog.say(message)
        // Whoever has left again awaits no state.
        if (!topic?.joining.has(connection)) continue
        topic.members.add(connection)
        if (since !== undefined && topic.source.since) {
          backlog.replace(topic, topic.source.since(topic.key, since))
          continue
        }
        if (!wholes.has(topic)) wholes.set(topic, topic.source.whole(topic.key))
        backlog.replace(topic, wholes.get(topic))
      }
      for (const { topic } of answers) topic?.joining.delete(connection)
      this.#behind.add(connection)
    }
  }

  #catchUp(start: Frame): void {
    if (this.#behind.size === 0) return
    const writeOut = sharedWriting()
    for (const connection of this.#behind) {
      const { outlet } = connection
      outlet.catchUp(start, writeOut)
      if (outlet.backlog.isEmpty) this.#behind.delete(connection)
      else if (outlet.isHopeless) connection.drop("slow")
    }
  }
}

function encoded(topic: NewsTopic, news: unknown): Fragment | undefined {
  const said = topic.source.encode(topic.key, news)
  if (said === undefined || said.length === 0) return undefined
  if (typeof said === "string") return { text: said }
  return { text: said.join(","), parts: said }
}

/** Within one flush, those who join a topic at the same time share its text: a thousand who come back at once do. */
function sharedWriting() {
  const written = new Map<NewsTopic, Map<unknown, Fragment | undefined>>()
  return (topic: NewsTopic, news: unknown): Fragment | undefined => {
    let ofTopic = written.get(topic)
    if (!ofTopic) {
      ofTopic = new Map()
      written.set(topic, ofTopic)
    }
    if (!ofTopic.has(news)) ofTopic.set(news, encoded(topic, news))
    return ofTopic.get(news)
  }
}
