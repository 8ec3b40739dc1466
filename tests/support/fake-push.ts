/** A browser's push service, service worker and question for permission, for tests of what the page makes of them. */

import { vi } from "vitest"

/** 65 bytes, as the server tells its key. */
export const SERVER_KEY = `B${"A".repeat(86)}`

/** Each subscription leads to an address of its own, as browsers have it. */
class FakeSubscription {
  readonly endpoint: string
  readonly #push: FakePush
  constructor(push: FakePush, endpoint: string) {
    this.#push = push
    this.endpoint = endpoint
  }
  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) } }
  }
  async unsubscribe(): Promise<boolean> {
    if (this.#push.isStuck) return new Promise(() => undefined)
    if (this.#push.subscription === this) this.#push.subscription = null
    return true
  }
}

export class FakePush {
  permission: NotificationPermission = "default"
  /** What the person answers when asked. */
  answer: NotificationPermission = "granted"
  asked = 0
  subscription: FakeSubscription | null = null
  /** What each subscription was asked for with. */
  readonly made: PushSubscriptionOptionsInit[] = []
  /** Thrown instead of subscribing. */
  failure: Error | undefined
  hasWorker = true
  /** The push service doesn't answer when a subscription is ended. */
  isStuck = false
  #count = 0

  /** What an earlier visit has left. */
  subscribed(): FakeSubscription {
    this.#count += 1
    this.subscription = new FakeSubscription(this, `https://push.example/${this.#count}`)
    return this.subscription
  }

  async #subscribe(options: PushSubscriptionOptionsInit) {
    if (this.failure) throw this.failure
    this.made.push(options)
    return this.subscribed()
  }

  /** Takes the place of the browser's own; answers how to put those back. */
  install(): () => void {
    const push = this
    const registration = {
      active: {},
      pushManager: {
        getSubscription: async () => push.subscription,
        subscribe: (options: PushSubscriptionOptionsInit) => push.#subscribe(options),
      },
    }
    const container = {
      getRegistration: async () => (push.hasWorker ? registration : undefined),
      ready: new Promise(() => undefined),
    }
    const Notification = {
      get permission() {
        return push.permission
      },
      async requestPermission() {
        push.asked += 1
        push.permission = push.answer
        return push.permission
      },
    }
    const replaced = [
      replace(globalThis, "isSecureContext", true),
      replace(globalThis, "Notification", Notification),
      replace(globalThis, "PushManager", vi.fn()),
      replace(navigator, "serviceWorker", container),
    ]
    return () => {
      for (const putBack of replaced) putBack()
    }
  }
}

/** Puts a value in the place of a property; answers how to put the old one back. */
export function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  }
}
