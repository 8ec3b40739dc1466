/** How does a server come up? Storage, read model, exchange, feed, doors: in this order, and down again in reverse. */

import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { type Logger, pino } from "pino"
import type { FeedInfo } from "#core/wire/index.ts"
import { beginTrading } from "./begin-trading.ts"
import { contentHandlers } from "./content/content.handlers.ts"
import { type Clock, systemClock } from "./exchange.ts"
import { homeHandlers } from "./home/home.handlers.ts"
import { createHttp } from "./http/create-http.ts"
import type { RouteParts } from "./http/endpoint-routes.ts"
import { callLimits } from "./http/http-limits.ts"
import { checkPort, listen, localHost } from "./http/listen.ts"
import { loadProblemText } from "./http/problem-text.ts"
import type { KeepRhythm } from "./journal/state-keeper.ts"
import { verifyJournal } from "./journal/verify.ts"
import { marketHandlers } from "./market/market.handlers.ts"
import { lastKeptTime, openExchange, restorableEngine } from "./open-exchange.ts"
import { databaseName, openContent, openFeed, openRecording } from "./open-sources.ts"
import { openTrading } from "./open-trading.ts"
import { openOperatorDoor } from "./operator/operator-door.ts"
import { accountOf } from "./read-model/account-rows.ts"
import { accountSeeds, feeStanding } from "./read-model/account-seeds.ts"
import { MarketHistory } from "./read-model/market-history.ts"
import { MarketModel } from "./read-model/market-model.ts"
import { MarketSaver } from "./read-model/market-saver.ts"
import { ReplayedTrades, resumedCounters, resumeTape, standingBatch } from "./resume-market.ts"
import { SelfAudit } from "./self-audit.ts"
import type { Settings } from "./settings.ts"
import { MarketArchive } from "./storage/market-archive.ts"
import { openStorage } from "./storage/open-storage.ts"
import { attachStream } from "./stream/attach-stream.ts"
import { openAccounts } from "./user/open-accounts.ts"

const root = join(import.meta.dirname, "..")

export interface StartOptions {
  log?: Logger
  clock?: Clock
  /** Folder of the built terminal. */
  siteFolder?: string
  /** Checks every answer against its schema; for tests. */
  checkAnswers?: boolean
  saveEveryMs?: number
  /** How often the state is kept; for tests. */
  rhythm?: KeepRhythm
  /** Hears of every route of the public door; for tests. */
  onRoute?: (method: string, path: string) => void
  /** Adds routes to the public door; for the bench, which needs calls that do nothing. */
  addRoutes?: (app: FastifyInstance, door: RouteParts) => void
}

export interface RunningServer {
  /** Where it listens, for a browser on this machine. */
  address: string
  port: number
  feed: FeedInfo
  /** Says goodbye to the sockets, saves the last of it, lets go of everything. */
  close(): Promise<void>
}

/** Brings everything up or nothing: what was opened is closed again. Throws a StartProblem that a person can act on. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await start(settings, options, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(
  settings: Settings,
  options: StartOptions,
  closers: (() => Promise<void>)[],
): Promise<Omit<RunningServer, "close">> {
  const log = options.log ?? pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }))
  // First: a feed may be waited for, and a port that is taken wants to be told at once.
  await checkPort(settings)
  const feed = await openFeed(settings, log)
  const contentFolder = settings.content ?? join(root, "content")
  const content = await openContent(contentFolder, settings, log)
  closers.push(() => content.stop())
  const storage = await openStorage({
    data: settings.data,
    database: databaseName(settings),
    seedFile: join(root, "dist/database/empty.tgz"),
    databaseUrl: settings.databaseUrl,
  })
  closers.push(() => storage.close())

  const archive = new MarketArchive(storage)
  const saved = await archive.load()
  const least = Math.max(saved.spans.at(-1)?.to ?? 0, await lastKeptTime(storage))
  const clock = notBefore(options.clock ?? systemClock, least)
  const replayed = new ReplayedTrades()
  const engineSettings = feed.indexWeights ? { indexWeights: feed.indexWeights } : {}
  const opened = await openExchange({
    storage,
    clock,
    log,
    settings: engineSettings,
    place: settings.databaseUrl ? "DATABASE_URL" : `SAKER_DATA: ${settings.data}`,
    onReplayed: (_, { events }) => replayed.take(events),
    ...(options.rhythm ? { rhythm: options.rhythm } : {}),
  })
  const { engine, exchange } = opened
  closers.push(opened.close)
  const model = new MarketModel({
    // Whatever the prices: there is no custody of real coins yet, so all money is practice money.
    feed: { kind: feed.kind, source: feed.source, practice: true },
    silentSince: feed.silentSince?.bind(feed),
    instruments: feed.instruments,
    coinNames: feed.coinNames,
    counters: resumedCounters(saved.counters, engine),
    now: clock.now,
  })
  resumeTape(model, saved.trades, replayed)
  const history = new MarketHistory({
    model,
    archive,
    history: feed.history ?? feed.past,
    spans: saved.spans,
  })
  const days = await history.readDay(clock.now())

  // From here to the first trade it goes quickly: the engine's span begins now, where history ends.
  const time = clock.now()
  await archive.begin(time, feed.instruments, model.counters())
  await history.begin(time, days)
  model.take(standingBatch(engine, time))
  exchange.listen((batch) => model.take(batch))
  const trading = await openTrading({
    storage,
    settings,
    model,
    exchange,
    now: clock.now,
    seeds: accountSeeds(engine.state),
    feeStanding: (account, instrument) => feeStanding(engine.state, account, instrument),
  })
  const saver = new MarketSaver({ model, archive, log })
  closers.push(async () => {
    await feed.stop()
    await exchange.stop()
    await saver.stop()
  })
  const { restartPause } = settings
  const stopFunding = await beginTrading({ engine, exchange, storage, feed, model, restartPause })
  closers.push(async () => stopFunding())
  if (settings.record !== null) closers.push(await openRecording(settings.record, model, log))
  await feed.start(exchange)
  saver.start(options.saveEveryMs)
  const audit = new SelfAudit({
    engine,
    exchange,
    journal: opened.journal,
    storage,
    model,
    clock,
    log,
    folder: join(settings.data, "audit"),
  })
  audit.start()
  closers.push(() => audit.stop())

  const started = clock.now()
  const health = () => {
    const reason = exchange.failure() ?? opened.journal.failure() ?? audit.failure() ?? saver.failure()
    return {
      ready: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      feed: feed.source ? `${feed.kind}:${feed.source}` : feed.kind,
      since: model.feed().since,
      lag: Math.max(0, clock.now() - model.now()),
      backlog: exchange.backlog(),
      connections: stream.figures().connections,
      uptimeSeconds: Math.floor((clock.now() - started) / 1000),
    }
  }
  const localesFolder = join(root, "locales")
  const accounts = await openAccounts({
    storage,
    settings,
    locales: localesFolder,
    now: clock.now,
    log,
    onPreferences: trading.preferencesChanged,
  })
  closers.push(() => accounts.close())
  const text = await loadProblemText(localesFolder, settings.defaultLanguage)
  const app = await createHttp({
    settings,
    handlers: {
      ...marketHandlers(model, history),
      ...contentHandlers({ reader: model, settings, content }),
      ...homeHandlers({
        reader: model,
        settings,
        orderRate: () => exchange.orderRate(),
        marketing: (language) => content.marketing(language),
      }),
      ...accounts.handlers,
      ...trading.handlers,
    },
    findSession: accounts.findSession,
    peekSession: accounts.peekSession,
    addRoutes: (app) => {
      accounts.addRoutes(app)
      trading.addRoutes(app, accounts.findSession)
      const limits = callLimits(settings)
      const { findSession, peekSession } = accounts
      options.addRoutes?.(app, { text, limits, findSession, peekSession, checkAnswers: false })
    },
    text,
    localesFolder,
    health,
    siteFolder: options.siteFolder ?? join(root, "dist/site"),
    contentFolder,
    releasesFolder: join(settings.data, "releases"),
    log,
    checkAnswers: options.checkAnswers ?? false,
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
  })
  const stream = attachStream(app.server, {
    reader: model,
    settings,
    log,
    now: clock.now,
    accounts: trading.accounts,
    async watchSession(token, onEnd) {
      const session = await accounts.sessions.watch(token, onEnd)
      if (session) await trading.accounts.prepare(accountOf(session.userId))
      return session
    },
  })
  closers.push(async () => {
    await stream.close()
    await app.close()
  })
  await listen(() => app.listen({ port: settings.port, host: settings.host }), settings)
  closers.push(
    await openOperatorDoor({
      database: storage.database,
      now: clock.now,
      sessions: accounts.sessions,
      exchange,
      stopped: () => engine.state.stops.audit?.reason,
      verify: () => verifyJournal({ storage, create: () => restorableEngine(engineSettings) }),
      pictures: accounts.pictures,
      folder: settings.data,
      port: settings.operatorPort,
      text,
      log,
      checkAnswers: options.checkAnswers ?? false,
    }),
  )
  const bound = app.server.address()
  const port = typeof bound === "object" && bound ? bound.port : settings.port
  return { address: `http://${localHost(settings.host)}:${port}`, port, feed: model.feed() }
}

/** T6: a wall clock that was set back since the last run holds time still, rather than tell a moment twice. */
const notBefore = (clock: Clock, least: number): Clock => ({
  ...clock,
  now: () => Math.max(clock.now(), least),
})
