/** The channels that are wanted, asked of this connection, and answered. State, never a queue. */

import type { Channel, ClientMessage, Target } from "#core/wire/socket.ts"

/** A subscription that nobody has answered is sent again: it, or its answer, may have been lost on the way. */
const ASK_AGAIN_MS = 5_000

interface Asked {
  target: Target
  /** By the looks of {@link Subscriptions.watch}; undefined: nobody has looked since. */
  askedAt?: number
  /** It has answered since it was asked: with data, or with `subscribed`. */
  isReady: boolean
}

export class Subscriptions {
  #send: (message: ClientMessage) => void
  #whenAsked: (target: Target) => void
  #wanted = new Map<string, Target>()
  #asked = new Map<string, Asked>()
  #isOpen = false

  /** `whenAsked` is told of each subscription that goes out: its feed waits for a new beginning. */
  constructor(send: (message: ClientMessage) => void, whenAsked: (target: Target) => void) {
    this.#send = send
    this.#whenAsked = whenAsked
  }

  /** Replaces the whole wish. What is already asked stays as it is. */
  want(targets: readonly Target[]): void {
    this.#wanted = new Map(targets.map((target) => [keyOf(target.channel, target.key), target]))
    if (this.#isOpen) this.#settle()
  }

  /** The connection is open: everything wanted is asked of it. */
  opened(): void {
    this.#isOpen = true
    this.#asked.clear()
    this.#settle()
  }

  lost(): void {
    this.#isOpen = false
    this.#asked.clear()
  }

  /** Asks anew for what is asked already: after a sleep nothing held is trusted. */
  renew(): void {
    if (!this.#isOpen) return
    for (const { target } of this.#asked.values()) this.#send({ type: "unsubscribe", data: target })
    this.#asked.clear()
    this.#settle()
  }

  /** Once a second. */
  watch(now: number): void {
    for (const asked of this.#asked.values()) {
      if (asked.isReady) continue
      // A clock that was set back begins the waiting anew.
      if (asked.askedAt === undefined || now < asked.askedAt) asked.askedAt = now
      if (now - asked.askedAt < ASK_AGAIN_MS) continue
      asked.askedAt = now
      this.#send({ type: "subscribe", data: asked.target })
      this.#whenAsked(asked.target)
    }
  }

  /** Data or an acknowledgement came. */
  answered(channel: Channel, key: string): void {
    const asked = this.#find(channel, key)
    if (asked) asked.isReady = true
  }

  isAsked(channel: Channel, key: string): boolean {
    return this.#find(channel, key) !== undefined
  }

  isReady(channel: Channel, key: string): boolean {
    return this.#find(channel, key)?.isReady ?? false
  }

  /** Asked with every message: without joining two texts for a key. There is a handful at most. */
  #find(channel: Channel, key: string): Asked | undefined {
    for (const asked of this.#asked.values())
      if (asked.target.channel === channel && asked.target.key === key) return asked
    return undefined
  }

  /** Unsubscribes first, so that a limit on subscriptions is never touched in passing. */
  #settle(): void {
    for (const [key, { target }] of this.#asked) {
      if (this.#wanted.has(key)) continue
      this.#asked.delete(key)
      this.#send({ type: "unsubscribe", data: target })
    }
    for (const [key, target] of this.#wanted) {
      if (this.#asked.has(key)) continue
      this.#asked.set(key, { target, isReady: false })
      this.#send({ type: "subscribe", data: target })
      this.#whenAsked(target)
    }
  }
}

const keyOf = (channel: Channel, key: string): string => `${channel} ${key}`
