/** May this client come in? Path, origin and how many there are already. */

import type { IncomingMessage } from "node:http"
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
  refusal(request: IncomingMessage, address: string): RefusedStatus | undefined {
    if (!isOnPath(request)) return 404
    if (!this.#isOriginAllowed(request)) return 403
    if (this.#isClosed || this.#count >= this.#settings.connectionsMax) return 503
    if ((this.#byAddress.get(address) ?? 0) >= this.#settings.connectionsPerAddress) return 429
    return undefined
  }

  enter(address: string): void {
    this.#count += 1
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
  }

  leave(address: string): void {
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

/** The address that counts: IPv4 as such even when it came through an IPv6 socket. */
export const addressOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? "unknown").replace(/^::ffff:/, "")
