/** Topics by channel and key, opened by their first subscriber and closed by their last. */

import type { ProblemName } from "#core/wire/index.ts"
import type { Fragment } from "./frame.ts"
import { messageText, type Source, type Subscriber, type Topic } from "./topic.ts"

/** What is subscribed to: a channel of one of the sources, and a key that it knows. */
export interface Target {
  channel: string
  key: string
}

/** Part of what a connection is told: a message, the whole state of a topic, or the one and then the other. */
export interface Answer {
  readonly message?: Fragment
  readonly topic?: Topic
  /** Instead of the whole, what came after this number. */
  readonly since?: number
}

export class Subscriptions {
  readonly #sources: ReadonlyMap<string, Source>
  readonly #limit: number
  readonly #confirms: boolean
  /** By connection, in the order in which it asked: no answer overtakes another. */
  #answers = new Map<Subscriber, Answer[]>()

  /** `limit`: how many one connection may have. `confirms`: each subscription is answered by a message of its own. */
  constructor(sources: readonly Source[], limit: number, confirms = true) {
    this.#sources = new Map(sources.map((source) => [source.channel, source]))
    this.#limit = limit
    this.#confirms = confirms
  }

  /** Notes a subscription; the next flush confirms it and brings the whole state, a second time too. */
  join(connection: Subscriber, target: Target): ProblemName | undefined {
    const source = this.#sources.get(target.channel)
    if (!source) return "UNKNOWN_CHANNEL"
    if (!source.knows(target.key)) return "UNKNOWN_INSTRUMENT"
    const known = source.topics.get(target.key)
    const isNew = !known || !connection.topics.has(known)
    if (isNew && connection.topics.size >= this.#limit) return "SUBSCRIPTION_LIMIT"
    const topic = known ?? this.#open(source, target.key)
    connection.topics.add(topic)
    topic.joining.add(connection)
    this.#answer(connection, this.#confirms ? { message: topic.confirmation, topic } : { topic })
    return undefined
  }

  /** The whole state once more, for one who found a gap. What isn't subscribed is passed over. */
  resync(connection: Subscriber, target: Target): void {
    const topic = this.#topicOf(target)
    if (!topic || !connection.topics.has(topic)) return
    topic.joining.add(connection)
    this.#answer(connection, { topic })
  }

  /** A message that takes its place among the answers. */
  say(connection: Subscriber, message: Fragment): void {
    this.#answer(connection, { message })
  }

  /** Private messages of an account: the login decides, and its confirmation comes before. */
  joinAccount(connection: Subscriber, account: string, said: { message: Fragment; since?: number }): void {
    const source = this.#sources.get("account")
    if (!source) {
      this.#answer(connection, said)
      return
    }
    const topic = source.topics.get(account) ?? this.#open(source, account)
    connection.topics.add(topic)
    topic.joining.add(connection)
    this.#answer(connection, { ...said, topic })
  }

  /** From now on nothing private of it comes; what waits is dropped. */
  leaveAccount(connection: Subscriber): void {
    for (const topic of connection.topics)
      if (topic.source.channel === "account") this.#leave(connection, topic)
  }

  leave(connection: Subscriber, target: Target): void {
    const topic = this.#topicOf(target)
    if (topic) this.#leave(connection, topic)
  }

  /** Whoever is gone is told nothing more. */
  leaveAll(connection: Subscriber): void {
    this.#answers.delete(connection)
    for (const topic of connection.topics) this.#leave(connection, topic)
  }

  /** What connections are to be told; afterwards nothing waits. */
  takeAnswers(): ReadonlyMap<Subscriber, readonly Answer[]> {
    const answers = this.#answers
    this.#answers = new Map()
    return answers
  }

  /** The messages among what one connection is still to be told, for a connection that ends before the next flush. */
  lastWords(connection: Subscriber): string[] {
    return (this.#answers.get(connection) ?? []).flatMap(({ message }) => (message ? [message.text] : []))
  }

  #answer(connection: Subscriber, answer: Answer): void {
    const answers = this.#answers.get(connection)
    if (answers) answers.push(answer)
    else this.#answers.set(connection, [answer])
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
      joining: new Set(),
    }
    source.topics.set(key, topic)
    return topic
  }

  #leave(connection: Subscriber, topic: Topic): void {
    connection.topics.delete(topic)
    connection.outlet.backlog.remove(topic)
    topic.members.delete(connection)
    topic.joining.delete(connection)
    if (topic.members.size > 0 || topic.joining.size > 0) return
    topic.source.topics.delete(topic.key)
    topic.source.forget(topic.key)
  }
}
