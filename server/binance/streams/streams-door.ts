/** The socket door for programs that speak Binance's messages: its paths, and who is let in at each of them. */

import type { AccountReader } from "#server/read-model/account-changes.ts"
import { Outlet } from "../../stream/outlet.ts"
import { Publisher } from "../../stream/publisher.ts"
import { type DoorClient, pathOf, type SocketDoor, type Taken } from "../../stream/socket-door.ts"
import { Subscriptions, type Target } from "../../stream/subscriptions.ts"
import type { BucketSize } from "../../stream/token-bucket.ts"
import type { Source } from "../../stream/topic.ts"
import type { Venue } from "../door-error.ts"
import type { DoorGround, DoorRoute } from "../door-route.ts"
import { ApiSocket, type ApiSocketParts } from "./api-socket.ts"
import { DepthStreams, PartialDepthStreams } from "./depth-streams.ts"
import type { DoorSocketParts, SocketTimes } from "./door-socket.ts"
import { KlineStreams } from "./kline-streams.ts"
import { listenKeyRoutes } from "./listen-key-routes.ts"
import { ListenKeys } from "./listen-keys.ts"
import { type MessageForm, StreamNames } from "./stream-name.ts"
import { StreamSocket } from "./stream-socket.ts"
import type { StreamSource } from "./stream-source.ts"
import {
  AverageStreams,
  BookTickerStreams,
  MarkStreams,
  TickerStreams,
  WindowTickerStreams,
} from "./ticker-streams.ts"
import { TradeStreams } from "./trade-streams.ts"
import { UserFeed, userChannel, userKey } from "./user-feed.ts"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** As the public documents have them, but futures are pinged as often as spot: a proxy would take minutes of silence for an end. */
const TIMES: Readonly<Record<Venue, SocketTimes>> = {
  spot: { pingEveryMs: 20_000, pongWithinMs: MINUTE_MS, lifeMs: DAY_MS },
  futures: { pingEveryMs: 20_000, pongWithinMs: 10 * MINUTE_MS, lifeMs: DAY_MS },
}
const RATES: Readonly<Record<Venue, BucketSize>> = {
  spot: { burst: 10, perSecond: 5 },
  futures: { burst: 20, perSecond: 10 },
}
/** How often streams with a rate of their own are looked at, ms. */
const TICK_MS = 50
/** Of one connection; each market has a lower limit of its own. */
const TOPICS_MAX = 1024

export interface StreamsDoorParts {
  ground: DoorGround
  settings: { coalesceMs: number; messagesPerSecond: number }
  accounts: AccountReader
  /** What the WebSocket API stands on. */
  api: Pick<ApiSocketParts, "handlers" | "signed" | "limits"> & { routes: readonly DoorRoute[] }
  log: DoorSocketParts["log"]
  /** Wall clock, epoch ms. */
  now(): number
  /** Left out: as the public documents have them. */
  times?: SocketTimes
}

const FORMS: readonly MessageForm[] = ["raw", "combined"]

export class StreamsDoor implements SocketDoor {
  readonly #parts: StreamsDoorParts
  readonly #names: StreamNames
  readonly #streams: readonly StreamSource<unknown>[]
  readonly #subscriptions: Subscriptions
  readonly #publisher: Publisher
  readonly #ticking: NodeJS.Timeout
  readonly #feed: UserFeed
  readonly #listenKeys: ListenKeys
  /** All of the door's, with those of listen keys. */
  readonly routes: readonly DoorRoute[]
  readonly #routesByName: ReadonlyMap<string, DoorRoute>

  constructor(parts: StreamsDoorParts) {
    const { ground, settings, now } = parts
    const { reader, symbols } = ground
    this.#parts = parts
    this.#names = new StreamNames(symbols)
    this.#streams = FORMS.flatMap((form) => streamsOf({ ground, names: this.#names, form, now }))
    this.#feed = new UserFeed({ ground, accounts: parts.accounts, wake: () => this.#publisher.wake() })
    this.#listenKeys = new ListenKeys({
      now,
      follow: parts.api.signed.follow,
      onEnd: (listenKey) => this.#feed.end(listenKey, { e: "listenKeyExpired", E: now(), listenKey }),
    })
    this.routes = [...parts.api.routes, ...listenKeyRoutes(this.#listenKeys)]
    this.#routesByName = new Map(this.routes.map((route) => [`${route.method} ${route.path}`, route]))
    const sources: readonly Source[] = [...this.#streams, ...(this.#feed.streams as readonly Source[])]
    this.#subscriptions = new Subscriptions(sources, TOPICS_MAX, false)
    this.#publisher = new Publisher({
      reader,
      sources,
      subscriptions: this.#subscriptions,
      coalesceMs: settings.coalesceMs,
      isSeparate: true,
    })
    this.#ticking = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  takes(path: string): boolean {
    return placeOf(path) !== undefined || API_PATHS.has(path)
  }

  welcome(taken: Taken): DoorClient {
    const venue = API_PATHS.get(pathOf(taken.request))
    return venue === undefined ? this.#stream(taken) : this.#api(taken, venue)
  }

  #api(taken: Taken, venue: Venue): DoorClient {
    const { api, settings } = this.#parts
    const perSecond = settings.messagesPerSecond
    return new ApiSocket({
      ...this.#common(taken, venue),
      ...{ venue, rate: { burst: 2 * perSecond, perSecond }, ...api, routes: this.#routesByName },
      agent: String(taken.request.headers["user-agent"] ?? "").slice(0, AGENT_LENGTH_MAX),
    })
  }

  #common(taken: Taken, venue: Venue) {
    const { now, log, times = TIMES[venue] } = this.#parts
    const outlet = new Outlet(taken.webSocket, taken.socket, now, () => this.#publisher.wake())
    const [subscriptions, publisher] = [this.#subscriptions, this.#publisher]
    return { taken, outlet, times, now, log, subscriptions, publisher }
  }

  #stream(taken: Taken): DoorClient {
    const place = placeOf(pathOf(taken.request)) ?? { market: "spot", form: "raw", asked: [] }
    const { market, form } = place
    const query = new URL(taken.request.url ?? "", "ws://door").searchParams
    const inQuery = (query.get("streams") ?? "").split("/")
    const listenKey = query.get("listenKey") ?? ""
    const asked = [...place.asked, ...inQuery, listenKey].filter(Boolean)
    return new StreamSocket({
      ...this.#common(taken, market),
      ...{ rate: RATES[market], market, form, asked, names: this.#names },
      findListenKey: (key, inForm) => this.#findListenKey(market, key, inForm),
    })
  }

  #findListenKey(venue: Venue, key: string, form: MessageForm): Target | undefined {
    const userId = this.#listenKeys.userOf(venue, key)
    return userId === undefined ? undefined : { channel: userChannel(form), key: userKey(venue, userId, key) }
  }

  stop(): void {
    clearInterval(this.#ticking)
    this.#listenKeys.stop()
    this.#feed.stop()
    this.#publisher.flush()
    this.#publisher.stop()
  }

  #tick(): void {
    const now = this.#parts.now()
    let isNews = false
    for (const streams of this.#streams) isNews = streams.tick(now) || isNews
    if (isNews) this.#publisher.wake()
  }
}

const API_PATHS: ReadonlyMap<string, Venue> = new Map<string, Venue>([
  ["/binance/ws-api/v3", "spot"],
  ["/binance/ws-fapi/v1", "futures"],
])
const AGENT_LENGTH_MAX = 200

interface Place {
  market: Venue
  form: MessageForm
  /** Streams that the path names. */
  asked: readonly string[]
}

/**
 * `/binance/ws[/…]`, `/binance/stream`; `/binance/stream/ws[/…]` is the first again, for clients that tell the market by
 * the word; `/binance/fstream[/public|/market|/private]/ws[/…]` and `…/stream` of futures.
 */
const SPOT = /^\/binance\/(?:stream\/)?(ws|stream)(?:\/(.*))?$/
const FUTURES = /^\/binance\/fstream\/(?:(?:public|market|private)\/)?(ws|stream)(?:\/(.*))?$/

function placeOf(path: string): Place | undefined {
  const spot = SPOT.exec(path)
  const found = spot ?? FUTURES.exec(path)
  if (!found) return undefined
  const [, kind, names = ""] = found
  const isCombined = kind === "stream"
  if (isCombined && names !== "") return undefined
  return {
    market: spot ? "spot" : "futures",
    form: isCombined ? "combined" : "raw",
    asked: names.split("/").map(decoded),
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function streamsOf(parts: ConstructorParameters<typeof DepthStreams>[0]): StreamSource<unknown>[] {
  return [
    new TradeStreams("trade", parts),
    new TradeStreams("aggTrade", parts),
    new DepthStreams(parts),
    new PartialDepthStreams(parts),
    new BookTickerStreams(parts),
    new TickerStreams("ticker", parts),
    new TickerStreams("miniTicker", parts),
    new WindowTickerStreams(parts),
    new AverageStreams(parts),
    new KlineStreams(parts),
    new MarkStreams(parts),
  ] as StreamSource<unknown>[]
}
