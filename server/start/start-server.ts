/** Starts the server stage by stage: settings, storage, exchange, feeds, HTTP, stream; stops it in reverse. */

import type { FeedInfo } from "#core/wire/index.ts"
import { listen, localHost } from "../http/listen.ts"
import { fitToOpenFiles, openFilesMax } from "../http/open-files.ts"
import { StoredCheck } from "../journal/stored-check.ts"
import type { Settings } from "../settings/settings.ts"
import type { BegunStorage } from "../storage/open-storage.ts"
import { beginStart } from "./begin-start.ts"
import { startCustody } from "./custody-stage.ts"
import { startExchange } from "./exchange-stage.ts"
import { startFeeds } from "./feeds-stage.ts"
import { watchHealth } from "./health.ts"
import { startHttp } from "./http-stage.ts"
import { exchangeMetrics, startMetrics } from "./metrics-stage.ts"
import { openMarketIdentity } from "./open-market-identity.ts"
import { openContent, openFeed } from "./open-sources.ts"
import { startOperator } from "./operator-stage.ts"
import { createStage, type Stage, type StartOptions } from "./stage.ts"
import { startStorage } from "./storage-stage.ts"
import { startStream } from "./stream-stage.ts"

export interface RunningServer {
  /** Where it listens, for a browser on this machine. */
  address: string
  port: number
  feed: FeedInfo
  /** Address of the sandbox's mailbox, with its key; undefined where there is none. */
  mailbox: string | undefined
  /** Why the exchange takes no more commands, until the next start; undefined while it does. */
  failure(): string | undefined
  /** Where the metrics are read; undefined where there are none. */
  metrics: string | undefined
  /** Tells the sockets, saves what isn't saved yet, and closes everything. */
  close(): Promise<void>
}

/** Starts everything or nothing: when a stage fails, what was opened before is closed. @throws StartProblem that a person can act on */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const begun = options.begun ?? (await beginStart(settings))
    const { folder, lock } = begun
    if (folder) closers.push(() => folder.close())
    if (lock) closers.push(() => lock.release())
    const fitted = fitToOpenFiles(settings, openFilesMax())
    const stage = createStage(fitted, options, (closer) => closers.push(closer))
    if (fitted !== settings) tellFitted(stage, settings)
    return { ...(await start(stage, begun)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The operator asked for more than the system allows: what holds instead is said at each start. */
function tellFitted({ log, settings: { connectionsMax, httpConnectionsMax } }: Stage, asked: Settings): void {
  log.warn(
    { connectionsMax, httpConnectionsMax, asked: [asked.connectionsMax, asked.httpConnectionsMax] },
    "the files that this process may open don't suffice: fewer connections are taken (ulimit -n)",
  )
}

async function start(stage: Stage, begun: BegunStorage): Promise<Omit<RunningServer, "close">> {
  const { settings, log } = stage
  const content = await openContent(stage.folders.content, settings, log)
  stage.onClose(() => content.stop())

  const opened = await startStorage(stage, begun)
  const feed =
    stage.options.feed ?? (await openFeed(settings, log, () => openMarketIdentity(opened, settings)))
  const market = await startExchange(stage, opened, feed)
  const custody = await startCustody(stage, opened, market)
  const audit = await startFeeds(stage, opened, market, feed)
  await custody.run()
  const { clock } = opened
  const connections = () => stream.figures().connections
  const stored = new StoredCheck(opened.storage, log)
  stage.onClose(() => stored.stop())
  const health = watchHealth({ clock, storage: opened.storage, feed, market, audit, stored, connections })
  const http = await startHttp(stage, { opened, market, custody, content, health })
  const stream = startStream(stage, opened, market, http)
  const { app } = http
  await listen(() => app.listen({ port: settings.port, host: settings.host }), settings)
  const isReady = () => health().ready
  const { storage } = opened
  const metrics = await startMetrics(
    stage,
    exchangeMetrics({ clock, storage, market, audit, stream, isReady }),
  )
  await startOperator(stage, { opened, market, custody, audit, stored, http, feed })
  market.longLives.start()
  stored.start()
  if (settings.nats !== "") {
    const { openBus } = await import("./bus-stage.ts")
    await openBus(stage, { opened, market, http })
  }
  const { engine, exchange } = market
  await stage.options.onStarted?.({ engine, exchange, storage: opened.storage, accounts: http.accounts })

  const bound = app.server.address()
  const port = typeof bound === "object" && bound ? bound.port : settings.port
  const address = `http://${localHost(settings.host)}:${port}`
  const { mailboxPath } = http.accounts
  const mailbox = mailboxPath && address + mailboxPath
  const failure = () => market.exchange.failure() ?? market.journal.failure()
  return { address, port, feed: market.model.feed(), mailbox, metrics, failure }
}
