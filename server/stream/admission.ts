/** Admission of a socket client: path, origin, and the number of open connections. */

import type { IncomingMessage } from "node:http"
import { addressKey } from "../calls/client-address.ts"
import { pathOf } from "./socket-door.ts"
import type { StreamSettings } from "./stream-settings.ts"

/** HTTP statuses with which an upgrade is refused. */
export type RefusedStatus = 403 | 404 | 429 | 503

export class Admission {
  readonly #settings: StreamSettings
  readonly #takes: (path: string) => boolean
  readonly #byAddress = new Map<string, number>()
  #count = 0
  #isClosed = false

  /** `takes`: there is a socket at this path. */
  constructor(settings: StreamSettings, takes: (path: string) => boolean) {
    this.#settings = settings
    this.#takes = takes
  }

  get count(): number {
    return this.#count
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** From now on nobody is let in. */
  close(): void {
    this.#isClosed = true
  }

  isOnPath(request: IncomingMessage): boolean {
    return this.#takes(pathOf(request))
  }

  /** Why not, or undefined when the client may enter. */
  refusal(request: IncomingMessage, client: string): RefusedStatus | undefined {
    const address = addressKey(client)
    if (!this.isOnPath(request)) return 404
    if (!this.#isOriginAllowed(request)) return 403
    if (this.#isClosed || this.#count >= this.#settings.connectionsMax) return 503
    if ((this.#byAddress.get(address) ?? 0) >= this.#settings.connectionsPerAddress) return 429
    return undefined
  }

  enter(client: string): void {
    const address = addressKey(client)
    this.#count += 1
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
  }

  leave(client: string): void {
    const address = addressKey(client)
    this.#count -= 1
    const left = (this.#byAddress.get(address) ?? 1) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }

  /**
   * Browsers always send Origin and can't forge it: a page of this host, or of one the operator named. No Origin
   * means no browser, and so nobody's session to steal.
   */
  #isOriginAllowed({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return true
    if (this.#settings.origins.includes(origin)) return true
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase()
  }
}
