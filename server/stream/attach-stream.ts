/** The socket door: takes upgrades at `/socket` of an HTTP server and keeps all connections until it is closed. */

import { type IncomingMessage, type Server, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { type PerMessageDeflateOptions, WebSocketServer } from "ws"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { CLIENT_MESSAGE_BYTES_MAX, refuse } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { AccountReader } from "#server/read-model/account-changes.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { BARE_HEADERS } from "../calls/bare-headers.ts"
import { TrustedProxies } from "../calls/client-address.ts"
import { Admission, type RefusedStatus } from "./admission.ts"
import { AccountSource } from "./channels/account-source.ts"
import { candleSource } from "./channels/candle-source.ts"
import { depthSource } from "./channels/depth-source.ts"
import { instrumentSource } from "./channels/instrument-source.ts"
import { indexSource, tradeSource } from "./channels/numbered-source.ts"
import { markSource, openInterestSource, tickerSource } from "./channels/row-source.ts"
import { COMPRESSION, COMPRESSION_BYTES, hasRoom, isOffered } from "./compression.ts"
import { Connection, type StreamLog } from "./connection.ts"
import { BUDGET_LOOKED_AT_MS, keepWithinBudget } from "./memory-budget.ts"
import { Outlet } from "./outlet.ts"
import { Publisher } from "./publisher.ts"
import {
  DOOR_MESSAGE_BYTES_MAX,
  type DoorClient,
  pathOf,
  type SocketDoor,
  type Taken,
} from "./socket-door.ts"
import type { WatchLogin } from "./socket-login.ts"
import { SOCKET_PATH, type StreamSettings } from "./stream-settings.ts"
import { Subscriptions } from "./subscriptions.ts"
import type { Source } from "./topic.ts"
import { WatchedSocket } from "./watched-socket.ts"

/** Fragments of one client message; a sane client sends it whole. */
const FRAGMENTS_MAX = 64
/** Most clients that are asked back in one second after a restart. */
const RETURNS_PER_SECOND_MAX = 50
/** The server needs a moment to come up again. */
const FIRST_RETURN_MS = 1000

export interface StreamParts {
  reader: MarketReader
  settings: StreamSettings
  log: StreamLog
  /** Wall clock, epoch ms. */
  now: () => number
  /** Who may say whom an upgrade came from; left out: nobody. */
  proxies?: TrustedProxies
  /** Hears of each connection that becomes a socket: from then on it counts as one. */
  onTaken?: (socket: Duplex) => void
  /** What is private; left out: nothing is. */
  accounts?: AccountReader
  /** Finds whose a token or a signature is and tells of its end; left out: nobody's. */
  watchLogin?: WatchLogin
  /** Doors with messages of their own, under the same limits. */
  doors?: readonly SocketDoor[]
}

export interface Stream {
  /** How many sockets are open, how many of them don't take what is sent, and what waits for all of them. */
  figures(): { connections: number; slow: number; waitingBytes: number }
  /** Tells every client when to come back, closes all sockets and resolves when they are gone. */
  close(): Promise<void>
}

const socketsOf = (
  perMessageDeflate: PerMessageDeflateOptions | false,
  maxPayload = CLIENT_MESSAGE_BYTES_MAX,
) => {
  const sockets = new WebSocketServer({
    WebSocket: WatchedSocket,
    noServer: true,
    clientTracking: false,
    perMessageDeflate,
    maxPayload,
    maxFragments: FRAGMENTS_MAX,
    handleProtocols: protocolOf,
  })
  // What `ws` would answer by itself is HTML without our headers.
  sockets.on("wsClientError", (_error, socket) => refuseUpgrade(socket, 400))
  return sockets
}

/** The compact form where it is offered; else what a client names first, as a browser closes a socket that names none back. */
const protocolOf = (offered: Set<string>): string | false =>
  offered.has(COMPACT_PROTOCOL) ? COMPACT_PROTOCOL : (offered.values().next().value ?? false)

/** Its frames are short already and no text: they are not compressed. */
const asksForCompact = ({ headers }: IncomingMessage): boolean =>
  (headers["sec-websocket-protocol"] ?? "").split(",").some((one) => one.trim() === COMPACT_PROTOCOL)

/** Serves the agreed messages (core/wire/socket.ts) on an HTTP server, before or after it listens. */
export function attachStream(server: Server, parts: StreamParts): Stream {
  const { reader, settings, log, now, accounts, watchLogin = async () => refuse("SESSION") } = parts
  const { proxies = new TrustedProxies([]), onTaken = () => undefined } = parts
  const own = accounts && new AccountSource(accounts, () => publisher.wake())
  const sources: Source[] = [
    tickerSource(reader),
    markSource(reader),
    openInterestSource(reader),
    indexSource(reader),
    instrumentSource(reader),
    tradeSource(reader),
    depthSource(reader),
    candleSource(reader),
    ...(own ? [own as Source] : []),
  ]
  const subscriptions = new Subscriptions(sources, settings.subscriptionsMax)
  const publisher = new Publisher({ reader, sources, subscriptions, coalesceMs: settings.coalesceMs })
  const doorOf = (path: string) => parts.doors?.find((door) => door.takes(path))
  const takes = (path: string) => path === SOCKET_PATH || doorOf(path) !== undefined
  const admission = new Admission(settings, takes)
  const connections = new Set<DoorClient>()
  const plain = socketsOf(false)
  const wide = socketsOf(false, DOOR_MESSAGE_BYTES_MAX)
  const compressing = socketsOf(COMPRESSION)
  let compressed = 0
  const allGone = Promise.withResolvers<void>()
  const bytesMax = settings.socketMegabytesMax * 2 ** 20
  const keepWithin = () => keepWithinBudget(connections, bytesMax - compressed * COMPRESSION_BYTES)
  const budget = setInterval(keepWithin, BUDGET_LOOKED_AT_MS).unref()

  const connect = (webSocket: WatchedSocket, socket: Duplex, address: string) => {
    const outlet = new Outlet(webSocket, socket, now, () => publisher.wake())
    return new Connection({
      webSocket,
      outlet,
      address,
      subscriptions,
      publisher,
      settings,
      log,
      now,
      watchLogin,
      newestOf: (userId) => accounts?.n(accountOf(userId)) ?? 0,
      silentSince: () => reader.feed().silentSince ?? 0,
    })
  }

  const welcome = (webSocket: WatchedSocket, taken: Omit<Taken, "webSocket">) => {
    const { socket, request, address } = taken
    const door = doorOf(pathOf(request))
    const connection = door?.welcome({ webSocket, ...taken }) ?? connect(webSocket, socket, address)
    const { outlet } = connection
    onTaken(socket)
    admission.enter(address)
    connections.add(connection)
    if (outlet.isCompressing) compressed += 1
    webSocket.on("close", () => {
      if (outlet.isCompressing) compressed -= 1
      admission.leave(address)
      connections.delete(connection)
      if (connections.size === 0 && admission.isClosed) allGone.resolve()
    })
  }

  const mayCompress = (request: IncomingMessage) =>
    settings.isCompressing && !asksForCompact(request) && isOffered(request) && hasRoom(compressed, bytesMax)

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Someone else may take other paths; if nobody does, the socket must not be left hanging.
    if (!admission.isOnPath(request) && server.listenerCount("upgrade") > 1) return
    const address = proxies.addressOf(request)
    const status = admission.refusal(request, address)
    if (status === undefined) {
      const sockets = doorOf(pathOf(request)) ? wide : mayCompress(request) ? compressing : plain
      sockets.handleUpgrade(request, socket, head, (webSocket) =>
        welcome(webSocket, { socket, request, address }),
      )
    } else {
      log.debug({ address, status, origin: originOf(request) }, "socket refused")
      refuseUpgrade(socket, status)
    }
  }
  server.on("upgrade", onUpgrade)

  return {
    figures: () => ({
      connections: connections.size,
      slow: [...connections].filter(({ outlet }) => outlet.isSlow).length,
      waitingBytes: [...connections].reduce((sum, { outlet }) => sum + outlet.waitingBytes, 0),
    }),
    async close() {
      clearInterval(budget)
      admission.close()
      publisher.flush()
      publisher.stop()
      own?.stop()
      for (const door of parts.doors ?? []) door.stop()
      let place = 0
      for (const connection of connections) connection.drop("shutdown", returnAfter(place++, Math.random()))
      if (connections.size > 0) await allGone.promise
      server.off("upgrade", onUpgrade)
    },
  }
}

/** Where a page says it is from, for the log: without what a client put in front of the host, or nothing where it is no address. */
const originOf = ({ headers: { origin = "" } }: IncomingMessage): string | undefined =>
  URL.parse(origin)?.host || undefined

/** Names the version of WebSocket that is spoken here, for a client that asked for another. */
function refuseUpgrade(socket: Duplex, status: RefusedStatus | 400): void {
  socket.on("error", () => socket.destroy())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...BARE_HEADERS,
    "Sec-WebSocket-Version: 13",
    "Connection: close",
    "Content-Length: 0",
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n`, () => socket.destroy())
}

/**
 * How long the client at `place` (0 …) of `count` should wait, in ms: evenly spread with chance within its slot, so
 * that no more than 50 come in a second.
 */
function returnAfter(place: number, chance: number): number {
  return FIRST_RETURN_MS + Math.floor(((place + chance) * 1000) / RETURNS_PER_SECOND_MAX)
}
