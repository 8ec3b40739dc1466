/** Where the rate limits of routes keep their counts: those of all doors, so that several processes hold one limit. */

import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit"
import type { CallCounts } from "../calls/call-counts.ts"

type Tell = Parameters<FastifyRateLimitStore["incr"]>[1]
/** What the plugin hands on besides a route's limits, though its types don't say so. */
interface ChildOptions {
  routeInfo?: { method: string | string[]; url: string }
}

/**
 * A store class for `@fastify/rate-limit`. `files`: counts of what has no limit of its own, the files of the page; they cost nobody but the
 * process that serves them, and stay its own.
 */
export function countedStore(counts: CallCounts, files: CallCounts): FastifyRateLimitStoreCtor {
  class CountedStore implements FastifyRateLimitStore {
    readonly #counts: CallCounts
    readonly #route: string

    constructor(_options: unknown, route?: string) {
      this.#counts = route === undefined ? files : counts
      this.#route = route ?? "file"
    }

    incr(key: string, tell: Tell, windowMs = 1000, max = 0): void {
      const counted = this.#counts.add({
        key: `${this.#route} ${key}`,
        ...{ by: 1, windowMs, isAligned: false, max },
      })
      // At once where it can be: most processes count alone.
      if (!(counted instanceof Promise)) tell(null, { current: counted.count, ttl: counted.leftMs })
      else void counted.then(({ count, leftMs }) => tell(null, { current: count, ttl: leftMs }))
    }

    child(options: object): CountedStore {
      const { method, url } = (options as ChildOptions).routeInfo ?? {}
      return new CountedStore(options, `${method} ${url}`)
    }
  }
  return CountedStore
}
