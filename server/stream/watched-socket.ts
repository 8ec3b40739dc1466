/** Reads a socket's protocol errors before `ws` closes it with a close frame of its own. */

import { WebSocket } from "ws"

/** RFC 6455 section 7.4.1, as far as `ws` uses them against a peer: bad framing, bad UTF-8, too large. */
const FAULT_CODES: ReadonlySet<unknown> = new Set([1002, 1007, 1009])

export class WatchedSocket extends WebSocket {
  /** Called before the close frame that answers a fault of the peer; what it writes still goes out. */
  onFault: ((code: number) => void) | undefined

  override close(code?: number, data?: string | Buffer): void {
    if (code !== undefined && FAULT_CODES.has(code) && this.readyState === this.OPEN) this.onFault?.(code)
    super.close(code, data)
  }
}
