/** Who gets what? Topics by channel and key, opened by their first subscriber and closed by their last. */

import type { Channel, ProblemName, Target } from "#core/wire/index.ts"
import type { Connection } from "./connection.ts"
import { messageText, type Source, type Topic } from "./topic.ts"

export class Subscriptions {
  readonly #sources: ReadonlyMap<Channel, Source>
  readonly #limit: number
  #joining = new Set<Topic>()

  /** `limit`: how many one connection may have. */
  constructor(sources: readonly Source[], limit: number) {
    this.#sources = new Map(sources.map((source) => [source.channel, source]))
    this.#limit = limit
  }

  /** Notes a subscription; the whole state comes with the next flush. A second time it is sent anew. */
  join(connection: Connection, target: Target): ProblemName | undefined {
    const source = this.#sources.get(target.channel)
    if (!source) return "UNKNOWN_CHANNEL"
    if (!source.knows(target.key)) return "UNKNOWN_INSTRUMENT"
    const known = source.topics.get(target.key)
    const isNew = !known || !connection.topics.has(known)
    if (isNew && connection.topics.size >= this.#limit) return "SUBSCRIPTION_LIMIT"
    const topic = known ?? this.#open(source, target.key)
    connection.topics.add(topic)
    topic.joining.set(connection, true)
    this.#joining.add(topic)
    return undefined
  }

  /** The whole state once more, for one who found a gap. What isn't subscribed is passed over. */
  resync(connection: Connection, target: Target): void {
    const topic = this.#topicOf(target)
    if (!topic || !connection.topics.has(topic)) return
    topic.joining.set(connection, topic.joining.get(connection) ?? false)
    this.#joining.add(topic)
  }

  leave(connection: Connection, target: Target): void {
    const topic = this.#topicOf(target)
    if (topic) this.#leave(connection, topic)
  }

  leaveAll(connection: Connection): void {
    for (const topic of connection.topics) this.#leave(connection, topic)
  }

  /** Topics for which someone awaits the whole state; they are no longer awaited afterwards. */
  takeJoining(): ReadonlySet<Topic> {
    const joining = this.#joining
    this.#joining = new Set()
    return joining
  }

  #topicOf({ channel, key }: Target): Topic | undefined {
    return this.#sources.get(channel)?.topics.get(key)
  }

  #open(source: Source, key: string): Topic {
    const topic: Topic = {
      source,
      key,
      confirmation: { text: messageText("subscribed", JSON.stringify({ channel: source.channel, key })) },
      members: new Set(),
      joining: new Map(),
    }
    source.topics.set(key, topic)
    return topic
  }

  #leave(connection: Connection, topic: Topic): void {
    connection.topics.delete(topic)
    connection.outlet.backlog.remove(topic)
    topic.members.delete(connection)
    topic.joining.delete(connection)
    if (topic.joining.size === 0) this.#joining.delete(topic)
    if (topic.members.size > 0 || topic.joining.size > 0) return
    topic.source.topics.delete(topic.key)
    topic.source.forget(topic.key)
  }
}
