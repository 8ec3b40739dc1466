/** The page's files kept on the device: one cache for files that never change, one for the others, with a limit. */

import type { Route } from "./offline-routes.ts"

/** Some twice what one release has: hashed files of the releases before go first. */
const HASHED_MAX = 400
/** A page that can be shown at once waits this long for a fresher one: then the line is as good as down. */
const PAGE_PATIENCE_MS = 3000
/** What was asked for ahead of the page is the page's for so long; later it is asked for anew. */
const AHEAD_MS = 10_000
/** Between two files of screens that nobody has opened: what is on screen goes first. */
const STEP_MS = 50
/** How often they are tried in one go, and the pause between; then the page's next start goes on. */
const TRIES = 3
const RETRY_AFTER_MS = 5000

export class FileStore {
  /** Of this place only: another path of the same origin may hold another Saker. */
  readonly #scope: string
  /** Asked for ahead of the page, by address; each is given once. */
  readonly #ahead = new Map<string, { answer: Promise<Response>; at: number }>()

  constructor(scope: string) {
    this.#scope = scope
  }

  readonly #hashed = () => caches.open(`saker hashed ${this.#scope}`)
  readonly #plain = () => caches.open(`saker plain ${this.#scope}`)

  /** Answers a request; rejects (the browser then shows what it shows without us) only when nothing is kept either. */
  async answer(request: Request, route: Route): Promise<Response> {
    if (route === "hashed") return this.#kept(request)
    const key = route === "page" ? this.#scope : (request.url.split(/[?#]/, 1)[0] as string)
    const last = await (await this.#plain()).match(key)
    const fresh = this.#fresh(request, key)
    if (!last) return fresh
    try {
      const answer = await (route === "page" ? withPatience(fresh) : fresh)
      // A proxy before a server that restarts.
      return answer.status >= 500 ? last : answer
    } catch {
      return last
    }
  }

  /** Asks for a file that the page which is on its way will ask for: one round trip instead of two, one after the other. */
  askAhead(address: string): void {
    const answer = fetch(address)
    // Nobody may come for it; who does gets the failure.
    answer.catch(() => undefined)
    this.#ahead.set(address, { answer, at: Date.now() })
  }

  /** Fetches what the first visit needs; rejects when a file can't be had, and then nothing takes effect. */
  async prepare(addresses: readonly string[]): Promise<void> {
    const plain = await this.#plain()
    await Promise.all(
      addresses.map(async (address) => {
        if (address.includes("/assets/")) return this.#keep(address)
        const answer = await fetch(address, { cache: "no-cache" })
        if (!isKeepable(answer)) throw new Error(`${address} can't be kept: ${answer.status}`)
        await plain.put(address.replace(/\/index\.html$/, "/"), answer)
      }),
    )
  }

  /** Keeps hashed files that aren't kept yet, quietly one after the other; what can't be had now is left out. */
  async keepAll(addresses: readonly string[]): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0) await pause(RETRY_AFTER_MS)
      if (await this.#tryAll(addresses).catch(() => false)) return
    }
  }

  /** Lets go of the oldest hashed files, but never of this release's own. */
  async trim(own: readonly string[]): Promise<void> {
    const hashed = await this.#hashed()
    const spare = (await hashed.keys()).filter(({ url }) => !own.includes(url))
    const excess = spare.length + own.length - HASHED_MAX
    await Promise.all(spare.slice(0, Math.max(0, excess)).map((request) => hashed.delete(request)))
  }

  async #tryAll(addresses: readonly string[]): Promise<boolean> {
    const kept = new Set((await (await this.#hashed()).keys()).map(({ url }) => url))
    let isWhole = true
    for (const address of addresses.filter((one) => !kept.has(one))) {
      await pause(STEP_MS)
      isWhole = (await this.#keep(address, "low").catch(() => false)) && isWhole
    }
    return isWhole
  }

  /** Answers true once it is kept; rejects when it can't be had. */
  async #keep(address: string, priority: RequestPriority = "auto"): Promise<true> {
    const hashed = await this.#hashed()
    if (await hashed.match(address, { ignoreVary: true })) return true
    const answer = await fetch(address, { priority })
    if (!isKeepable(answer)) throw new Error(`${address} can't be kept: ${answer.status}`)
    await hashed.put(address, answer)
    return true
  }

  async #kept(request: Request): Promise<Response> {
    const hashed = await this.#hashed()
    const kept = await hashed.match(request, { ignoreVary: true })
    if (kept) return kept
    const answer = await fetch(request)
    if (isKeepable(answer)) keepQuietly(hashed, request, answer)
    return answer
  }

  async #fresh(request: Request, key: string): Promise<Response> {
    const answer = await (this.#takeAhead(key) ?? fetch(request))
    if (isKeepable(answer)) keepQuietly(await this.#plain(), key, answer)
    return answer
  }

  #takeAhead(address: string): Promise<Response> | undefined {
    const ahead = this.#ahead.get(address)
    this.#ahead.delete(address)
    return ahead && Date.now() - ahead.at < AHEAD_MS ? ahead.answer : undefined
  }
}

const isKeepable = (answer: Response) => answer.ok && answer.type === "basic" && !answer.redirected

/** A full disk costs the next visit without a network, not this one. */
function keepQuietly(cache: Cache, key: Request | string, answer: Response): void {
  cache.put(key, answer.clone()).catch(() => undefined)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function withPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("late")), PAGE_PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
