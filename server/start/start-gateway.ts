/**
 * Starts a gateway: page, calls and sockets for an exchange that another process has. It reads the database as of one moment, follows the
 * command log from there, and sends what users want to the process with the exchange.
 */

import { setInterval as every } from "node:timers"
import { endpoints } from "#core/wire/index.ts"
import { BusConnection } from "../bus/bus-connection.ts"
import { BusLink } from "../bus/bus-link.ts"
import type { Note, Standing } from "../bus/bus-messages.ts"
import { forwardedCalls } from "../bus/forwarded-calls.ts"
import { SharedCounts } from "../bus/shared-counts.ts"
import type { Handlers } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import { RULES_VERSION } from "../engine/versions.ts"
import { systemClock } from "../exchange/exchange.ts"
import { SteadyClock } from "../exchange/steady-clock.ts"
import { createHttp } from "../http/create-http.ts"
import { checkPort, listen, localHost } from "../http/listen.ts"
import { fitToOpenFiles, openFilesMax } from "../http/open-files.ts"
import { loadProblemText } from "../http/problem-text.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { FollowedMarketArchive } from "../storage/followed-archives.ts"
import { openReader } from "../storage/reader-storage.ts"
import { FORMAT } from "../storage/schema.ts"
import { type GatewayAccounts, openGatewayAccounts } from "../user/open-accounts.ts"
import { storageSettings } from "./begin-start.ts"
import { openBinance } from "./binance-stage.ts"
import { readBusName } from "./bus-stage.ts"
import { gatewayHealth } from "./gateway-health.ts"
import { gatewayMetrics } from "./gateway-metrics.ts"
import { addRoutes, marketAndTradingHandlers } from "./http-stage.ts"
import { startMetrics } from "./metrics-stage.ts"
import { openMarketIdentity } from "./open-market-identity.ts"
import { openContent, openFeed } from "./open-sources.ts"
import { type ReplicaMarket, startReplica } from "./replica-stage.ts"
import { createStage, type Stage, type StartOptions } from "./stage.ts"
import type { RunningServer } from "./start-server.ts"
import type { OpenedStorage } from "./storage-stage.ts"
import { startStream } from "./stream-stage.ts"

/** While the bus is away nobody tells which sessions end: the database is asked. */
const LOOK_AT_ENDS_MS = 1000
const NOT_REACHED = 503
const HEARD_WITHIN_MS = 5000

/** Everything or nothing, as `startServer`. @throws StartProblem that a person can act on */
export async function startGateway(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  checkGateway(settings)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    await checkPort(settings)
    const fitted = fitToOpenFiles(settings, openFilesMax())
    return { ...(await start(createStage(fitted, options, (closer) => closers.push(closer)))), close }
  } catch (error) {
    await close()
    throw error
  }
}

function checkGateway({ databaseUrl, nats, isStandby, record }: Settings): void {
  if (databaseUrl === "" || nats === "")
    throw new StartProblem(
      "SAKER_GATEWAY: got 1 without DATABASE_URL and SAKER_NATS; allowed: 1 with both, as the process with the exchange has them",
    )
  for (const [name, isSet] of [
    ["SAKER_STANDBY", isStandby],
    ["SAKER_RECORD", record !== null],
  ])
    if (isSet)
      throw new StartProblem(
        `${name}: not at a gateway (SAKER_GATEWAY=1); allowed: at the process with the exchange`,
      )
}

async function start(stage: Stage): Promise<Omit<RunningServer, "close">> {
  const { settings, log, onClose } = stage
  const content = await openContent(stage.folders.content, settings, log)
  onClose(() => content.stop())
  const { storage, followOn } = await openReader(storageSettings(settings))
  onClose(() => storage.close())
  const { database } = storage
  const name = await readBusName(database)
  const head = await database.selectFrom("engine_head").selectAll().executeTakeFirst()
  if (!name || !head)
    throw new StartProblem(
      "SAKER_GATEWAY: no exchange with SAKER_NATS has written to this database yet; start it first",
    )
  const clock = new SteadyClock({ clock: stage.options.clock ?? systemClock, least: head.time })
  const archive = new FollowedMarketArchive(storage, async () => undefined)
  const opened: OpenedStorage = { storage, archive, clock, rounds: clock, hasHistory: true }
  const feed = await openFeed(settings, log, () => openMarketIdentity(opened, settings))

  const bus = new BusConnection({ url: settings.nats, name: "saker gateway", log })
  onClose(() => bus.close())
  let accounts: GatewayAccounts | undefined
  const lookAgain = () => {
    for (const ends of [accounts?.sessions, accounts?.apiKeys]) ends?.lookAgain().catch(() => undefined)
  }
  const link: BusLink = new BusLink({
    ...{ bus, name, term: head.term },
    elapsed: () => performance.now(),
    onBatch: (said) => market.replica.take(said),
    onNote: (note) => takeNote(note, market, accounts),
    onStanding: (standing) => {
      if (isOfAnotherVersion(standing)) market.replica.giveUp(otherVersion(standing))
      market.replica.heardEnd(standing.seq)
    },
    onUp: lookAgain,
  })
  const silentSince = () => {
    const standing = link.standing()
    const { replica } = market
    if (replica.isBehind()) return market.model.now()
    if (!link.isCut() && replica.failure() === undefined) return standing?.silentSince ?? 0
    return Math.max(standing?.now ?? 0, market.model.now())
  }
  const market = await startReplica(stage, {
    ...{ opened, feed, link, silentSince },
    head: { ...head, chain: new Uint8Array(head.chain) },
  })
  await followOn()
  link.start()
  onClose(() => link.stop())
  // Without it the doors open all the same, and say that the exchange can't be reached.
  await link.heard(HEARD_WITHIN_MS)
  await market.replica.catchUp()

  const gateway = { stage, opened, market, content, link }
  accounts = await openGatewayAccounts({ storage, settings, now: clock.now }, (signed) =>
    takeOnce(link, signed),
  )
  onClose(() => accounts?.close())
  const looking = every(() => {
    if (link.isCut()) lookAgain()
  }, LOOK_AT_ENDS_MS)
  onClose(() => clearInterval(looking))
  const { app, metrics } = await serve(gateway, accounts)
  market.longLives.start()
  const bound = app.server.address()
  const port = typeof bound === "object" && bound ? bound.port : settings.port
  return {
    ...{ address: `http://${localHost(settings.host)}:${port}`, port, feed: market.model.feed() },
    ...{ mailbox: undefined, metrics },
    failure: () => market.replica.failure(),
  }
}

const isOfAnotherVersion = ({ format, rules }: Standing): boolean =>
  format !== FORMAT || rules !== RULES_VERSION

/** How it is said why this gateway ends. */
const otherVersion = ({ format, rules }: Standing): string =>
  `the exchange is now of another version (data format ${format}, rules ${rules}; this gateway reads ${FORMAT} and ${RULES_VERSION}); allowed: a gateway of that version`

interface Gateway {
  stage: Stage
  opened: OpenedStorage
  market: ReplicaMarket
  content: Parameters<typeof marketAndTradingHandlers>[1]["content"]
  link: BusLink
}

async function serve({ stage, opened, market, content, link }: Gateway, accounts: GatewayAccounts) {
  const { settings, options, log, folders, onClose } = stage
  const connections = () => stream.figures().connections
  const { clock } = opened
  const calls = new SharedCounts({
    ask: (asked) => link.count(asked),
    isCut: () => link.isCut(),
    now: clock.now,
  })
  const health = gatewayHealth({ clock, market, calls, connections })
  const text = await loadProblemText(folders.locales, settings.defaultLanguage)
  const own = marketAndTradingHandlers(stage, { opened, market, content, health })
  // What it doesn't have is asked for; what lies behind a day's end is noted by the process with the exchange alone.
  const names = (Object.keys(endpoints) as (keyof Handlers)[]).filter(
    (each) => each === "worth" || !(each in own),
  )
  const handlers: Handlers = {
    ...own,
    ...forwardedCalls(names, { link, replica: market.replica }),
  } as Handlers
  const binance = openBinance(stage, { opened, market, accounts, handlers, calls })
  const { app, gate } = await createHttp({
    ...{ settings, proxies: stage.proxies, handlers, calls, text, health, log },
    ...{ findSession: accounts.findSession, peekSession: accounts.peekSession, signed: accounts.signed },
    addRoutes: (app) => addRoutes(app, stage, { opened, market }, { accounts, text, handlers, binance }),
    localesFolder: folders.locales,
    siteFolder: folders.site,
    releasesFolder: `${settings.data}/releases`,
    checkAnswers: options.checkAnswers ?? false,
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
  })
  onClose(() => app.close())
  const stream = startStream(stage, opened, market, { app, gate, accounts, binance })
  await listen(() => app.listen({ port: settings.port, host: settings.host }), settings)
  const isReady = () => health().ready
  const isCut = () => link.isCut()
  const metrics = await startMetrics(stage, gatewayMetrics({ clock, market, stream, calls, isReady, isCut }))
  return { app, metrics }
}

function takeNote(note: Note, { trading }: ReplicaMarket, accounts: GatewayAccounts | undefined): void {
  if (note.kind === "sessions-ended") accounts?.sessions.endedElsewhere(note.ids)
  else if (note.kind === "keys-ended") accounts?.apiKeys.endedElsewhere(note.ids)
  else if (note.kind === "preferences") trading.preferencesChanged(note.userId)
  else {
    trading.accounts.note(note.account, note.row, note.value as never)
    trading.accounts.publish()
  }
}

/** @throws Refusal when it can't be asked whether the signature has counted: then nothing is done for it */
async function takeOnce(
  link: BusLink,
  signed: { key: string; time: number; window: number },
): Promise<boolean> {
  const asked = await link.ask({ kind: "signed-once", ...signed })
  if (asked.known && "isFirst" in asked.answered) return asked.answered.isFirst
  throw new Refusal({ name: "INTERNAL" }, { status: NOT_REACHED })
}
