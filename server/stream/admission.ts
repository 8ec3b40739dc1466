/** Admission of a socket client: path, origin, and the number of open connections. */

import type { IncomingMessage } from "node:http"
import { addressKey } from "../calls/client-address.ts"
import { SOCKET_PATH, type StreamSettings } from "./stream-settings.ts"

/** HTTP statuses with which an upgrade is refused. */
export type RefusedStatus = 403 | 404 | 429 | 503

export class Admission {
  readonly #settings: StreamSettings
  readonly #byAddress = new Map<string, number>()
  #count = 0
  #isClosed = false

  constructor(settings: StreamSettings) {
    this.#settings = settings
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

  /** Why not, or undefined when the client may enter. */
  refusal(request: IncomingMessage, client: string): RefusedStatus | undefined {
    const address = addressKey(client)
    if (!isOnPath(request)) return 404
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

export const isOnPath = ({ url }: IncomingMessage): boolean => url?.split("?", 1)[0] === SOCKET_PATH
