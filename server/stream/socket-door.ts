/** A further door on the same HTTP server: other paths and other messages, but admitted, counted and kept within the same limits. */

import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { Debtor } from "./memory-budget.ts"
import type { Outlet } from "./outlet.ts"
import type { WatchedSocket } from "./watched-socket.ts"

/** Longest message of a client of such a door, bytes: it may name a thousand streams at once. */
export const DOOR_MESSAGE_BYTES_MAX = 32 * 1024

/** A client that was let in. */
export interface Taken {
  webSocket: WatchedSocket
  socket: Duplex
  request: IncomingMessage
  /** Network address. */
  address: string
}

/** A client of any door. */
export interface DoorClient extends Debtor {
  readonly outlet: Outlet
  /** Closes it because the server ends; the client may come back `after` so many ms. */
  drop(reason: "shutdown", after: number): void
}

export interface SocketDoor {
  /** The path, without its query, is this door's. */
  takes(path: string): boolean
  welcome(taken: Taken): DoorClient
  /** Sends what waits, and listens to the market no more. */
  stop(): void
}

export const pathOf = ({ url = "" }: Pick<IncomingMessage, "url">): string => url.split("?", 1)[0] ?? ""
