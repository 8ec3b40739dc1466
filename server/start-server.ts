/** How does a server come up? Storage, read model, exchange, feed, doors: in this order, and down again in reverse. */

import { createHash } from "node:crypto"
import { join } from "node:path"
import { type Logger, pino } from "pino"
import type { FeedInfo } from "#core/wire/index.ts"
import { createEngine } from "#server/engine/engine.ts"
import { contentHandlers } from "./content/content.handlers.ts"
import { ContentStore } from "./content/content-store.ts"
import { type Clock, createExchange, type Exchange, systemClock } from "./exchange.ts"
import { createFeed } from "./feed/create-feed.ts"
import type { Feed } from "./feed/feed.ts"
import { startRecorder } from "./feed/recorder.ts"
import { homeHandlers } from "./home/home.handlers.ts"
import { createHttp } from "./http/create-http.ts"
import { checkPort, listen, localHost } from "./http/listen.ts"
import { loadProblemText } from "./http/problem-text.ts"
import { marketHandlers } from "./market/market.handlers.ts"
import { openOperatorDoor } from "./operator/operator-door.ts"
import { MarketHistory } from "./read-model/market-history.ts"
import { MarketModel, tradeCounter } from "./read-model/market-model.ts"
import { MarketSaver } from "./read-model/market-saver.ts"
import type { Settings } from "./settings.ts"
import { StartProblem } from "./start-problem.ts"
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
  /** Hears of every route of the public door; for tests. */
  onRoute?: (method: string, path: string) => void
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
  const feed = await buildFeed(settings, log)
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
  const clock = notBefore(options.clock ?? systemClock, saved.spans.at(-1)?.to ?? 0)
  const model = new MarketModel({
    // Whatever the prices: there is no custody of real coins yet, so all money is practice money.
    feed: { kind: feed.kind, source: feed.source, practice: true },
    silentSince: feed.silentSince?.bind(feed),
    instruments: feed.instruments,
    coinNames: feed.coinNames,
    counters: saved.counters,
    now: clock.now,
  })
  for (const [id, rows] of saved.trades) model.view(id)?.resumeTrades(rows)
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
  const exchange = createExchange({
    engine: createEngine(feed.indexWeights ? { indexWeights: feed.indexWeights } : {}),
    clock,
    log,
  })
  exchange.listen((batch) => model.take(batch))
  const saver = new MarketSaver({ model, archive, log })
  closers.push(async () => {
    await feed.stop()
    await exchange.stop()
    await saver.stop()
  })
  await listInstruments(exchange, feed, model)
  if (settings.record !== null) closers.push(await record(settings.record, model, log))
  await feed.start(exchange)
  saver.start(options.saveEveryMs)

  const started = clock.now()
  const health = () => {
    const reason = exchange.failure() ?? saver.failure()
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
  const accounts = await openAccounts({ storage, settings, locales: localesFolder, now: clock.now, log })
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
    },
    findSession: accounts.findSession,
    addRoutes: accounts.addRoutes,
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
    watchSession: (token, onEnd) => accounts.sessions.watch(token, onEnd),
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

async function buildFeed(settings: Settings, log: Logger): Promise<Feed> {
  const { kind, source } = settings.feed
  try {
    return await createFeed({
      feed: source ? `${kind}:${source}` : kind,
      seed: String(settings.seed),
      markets: settings.markets,
      replaySpeed: settings.replaySpeed,
      ccxt: { pairs: settings.pairs, weights: settings.weights, addresses: settings.exchangeUrls },
      say: (text) => log.warn({}, text),
    })
  } catch (error) {
    throw new StartProblem(`SAKER_FEED: ${error instanceof Error ? error.message : error}`)
  }
}

/** Writes the public stream down; answers how to end it. A disk that fails later stops the recording, not the market. */
async function record(file: string, reader: MarketModel, log: Logger): Promise<() => Promise<void>> {
  const onFailure = (error: Error) => log.error({ err: error, file }, "the recording has stopped")
  try {
    const recorder = await startRecorder({ file, reader, onFailure })
    return () => recorder.close().catch(onFailure)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`SAKER_RECORD: ${file}: ${reason}; allowed: a file that may be written`)
  }
}

async function openContent(folder: string, settings: Settings, log: Logger): Promise<ContentStore> {
  const content = new ContentStore({ folder, defaultLanguage: settings.defaultLanguage, log })
  try {
    await content.start()
    return content
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`SAKER_CONTENT: ${reason}; allowed: a folder laid out like content/`)
  }
}

/** Each feed, and each seed of the simulation, has a database of its own: their histories never mix. */
function databaseName({ feed, seed }: Settings): string {
  if (feed.kind === "simulated") return `simulated-${seed}`
  return `${feed.kind}-${createHash("sha256").update(feed.source).digest("hex").slice(0, 12)}`
}

/** T6: a wall clock that was set back since the last run holds time still, rather than tell a moment twice. */
const notBefore = (clock: Clock, least: number): Clock => ({
  ...clock,
  now: () => Math.max(clock.now(), least),
})

async function listInstruments(exchange: Exchange, feed: Feed, model: MarketModel): Promise<void> {
  const counters = model.counters()
  const answers = feed.instruments.map((instrument) => {
    if (instrument.kind === "second") return undefined
    const firstTradeId = (counters.get(tradeCounter(instrument.id)) ?? 0) + 1
    return exchange.submit({
      type: "instrument.set",
      instrument: { ...instrument, state: "open" },
      firstTradeId,
    })
  })
  for (const answer of await Promise.all(answers)) {
    if (answer && !answer.ok)
      throw new Error(`an instrument was not listed: ${JSON.stringify(answer.problem)}`)
  }
}
