/** Limits on HTTP connections: in all, of one address, and the requests under way of one address behind a proxy. */

import type { Server } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"
import { addressKey, peerOf, type TrustedProxies } from "../calls/client-address.ts"
import { Refusal } from "../calls/refusal.ts"
import { Counter } from "./counter.ts"

export interface ConnectionLimits {
  /** HTTP connections at a time; sockets that were upgraded have limits of their own. */
  max: number
  perAddress: number
  proxies: TrustedProxies
  /** Tells the client and closes. */
  refuse(socket: Socket, why: "address" | "all"): void
}

/** From this part of the limit on, connections that wait for a next request are closed to make room. */
const FULL_SHARE = 0.9

export class ConnectionGate {
  readonly #server: Server
  readonly #limits: ConnectionLimits
  readonly #keys = new Map<object, string>()
  readonly #byAddress = new Counter()

  /** Begins to count. To be made before the server listens. */
  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server
    this.#limits = limits
    server.on("connection", (socket) => this.#enter(socket))
  }

  /** HTTP connections that are open. */
  get count(): number {
    return this.#keys.size
  }

  /** Counts a connection no longer: it was upgraded, and its new owner counts it. */
  handOver(socket: object): void {
    const key = this.#keys.get(socket)
    if (key === undefined) return
    this.#keys.delete(socket)
    this.#byAddress.leave(key)
  }

  #enter(socket: Socket): void {
    const { max, perAddress, proxies, refuse } = this.#limits
    const peer = peerOf({ socket })
    const key = addressKey(peer)
    if (this.#keys.size >= max * FULL_SHARE) this.#server.closeIdleConnections()
    // All clients of a proxy come from its address: they are counted by their requests instead.
    const isOver = !proxies.trusts(peer) && this.#byAddress.of(key) >= perAddress
    if (isOver || this.#keys.size >= max) {
      refuse(socket, isOver ? "address" : "all")
      return
    }
    this.#keys.set(socket, key)
    this.#byAddress.enter(key)
    socket.once("close", () => this.handOver(socket))
  }
}

/** Behind a trusted proxy connections are its own: there a client is held to so many requests under way. */
export function limitRequestsUnderWay(
  app: FastifyInstance,
  { perAddress, proxies }: Pick<ConnectionLimits, "perAddress" | "proxies">,
): void {
  const underWay = new Counter()
  app.addHook("onRequest", ({ raw }, reply, done) => {
    if (!proxies.trusts(peerOf(raw))) {
      done()
      return
    }
    const key = addressKey(proxies.addressOf(raw))
    if (underWay.of(key) >= perAddress) {
      done(new Refusal({ name: "RATE_LIMIT" }, { status: 429 }))
      return
    }
    underWay.enter(key)
    reply.raw.once("close", () => underWay.leave(key))
    done()
  })
}
