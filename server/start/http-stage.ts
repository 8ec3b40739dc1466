/** Stage "http": opens accounts and builds the public HTTP server with all calls and pages; it doesn't listen yet. */

import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { OwnCounts } from "../calls/call-counts.ts"
import type { Caller, Handlers } from "../calls/handler.ts"
import { contentHandlers } from "../content/content.handlers.ts"
import { addContentFiles } from "../content/content-files.ts"
import type { ContentStore } from "../content/content-store.ts"
import { publicContractHandlers } from "../contract/public.handlers.ts"
import { addDatafeed } from "../datafeed/add-datafeed.ts"
import type { ReadPage } from "../datafeed/read-bars.ts"
import { addDocs } from "../docs/add-docs.ts"
import { homeHandlers } from "../home/home.handlers.ts"
import type { ConnectionGate } from "../http/connection-limits.ts"
import { createHttp } from "../http/create-http.ts"
import { callLimits } from "../http/http-limits.ts"
import type { Health } from "../http/page-config.ts"
import { loadProblemText, type ProblemText } from "../http/problem-text.ts"
import { addIndexFiles, indexHoursHandlers } from "../market/index-hours.handlers.ts"
import { marketHandlers } from "../market/market.handlers.ts"
import { type Accounts, openAccounts } from "../user/open-accounts.ts"
import { type BinanceDoor, openBinance } from "./binance-stage.ts"
import type { CustodyStage } from "./custody-stage.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import { startReserves } from "./reserves-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

export interface OpenedHttp {
  app: FastifyInstance
  gate: ConnectionGate
  accounts: Accounts
  text: ProblemText
  /** Undefined: it isn't served. */
  binance: BinanceDoor | undefined
  /** Calls `listener` with each user who has stored other preferences. */
  listenPreferences(listener: (userId: number) => void): void
  handlers: Handlers
  /** Of all calls, for the gateways too. */
  calls: OwnCounts
}

/** What both have: the process with the exchange, and a gateway. */
export interface GatewayHttpParts {
  opened: Pick<OpenedStorage, "storage" | "clock">
  market: Pick<OpenedMarket, "model" | "history" | "prices" | "hours" | "trading" | "exchange">
  content: ContentStore
  health(): Health
}

interface HttpStageParts extends GatewayHttpParts {
  opened: OpenedStorage
  market: OpenedMarket
  custody: CustodyStage
}

/** @throws StartProblem when codes and notices would have no way out */
export async function startHttp(stage: Stage, parts: HttpStageParts): Promise<OpenedHttp> {
  const { settings, options, log, folders, onClose } = stage
  const { storage, clock } = parts.opened
  const preferenceListeners = [parts.market.trading.preferencesChanged]
  const accounts = await openAccounts({
    storage,
    settings,
    locales: folders.locales,
    now: clock.now,
    takesAnyKeyTime: options.takesAnyKeyTime ?? false,
    log,
    onPreferences: (userId) => {
      for (const listener of preferenceListeners) listener(userId)
    },
  })
  onClose(() => accounts.close())
  const reserves = startReserves(stage, parts)
  const alerts = await parts.market.alerts.handlers(stage, parts.opened, accounts.alertNotices)
  const text = await loadProblemText(folders.locales, settings.defaultLanguage)
  const handlers = { ...handlersOf(stage, parts, accounts), ...reserves, ...alerts }
  const { opened, market } = parts
  const calls = new OwnCounts(clock.now)
  const binance = openBinance(stage, { opened, market, accounts, handlers, calls })
  const { app, gate } = await createHttp({
    settings,
    proxies: stage.proxies,
    handlers,
    calls,
    findSession: accounts.findSession,
    peekSession: accounts.peekSession,
    signed: accounts.signed,
    addRoutes: (app) => addRoutes(app, stage, parts, { accounts, text, handlers, binance }),
    text,
    localesFolder: folders.locales,
    health: parts.health,
    siteFolder: folders.site,
    releasesFolder: join(settings.data, "releases"),
    log,
    checkAnswers: options.checkAnswers ?? false,
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
  })
  onClose(() => app.close())
  const listenPreferences = (listener: (userId: number) => void) => void preferenceListeners.push(listener)
  return { app, gate, accounts, text, binance, handlers, calls, listenPreferences }
}

const handlersOf = (stage: Stage, parts: HttpStageParts, accounts: Accounts) => ({
  ...marketAndTradingHandlers(stage, parts),
  ...accounts.handlers,
  ...parts.custody.handlers(accounts),
})

/** What a gateway has as well: all that is read of the market, and trading. */
export const marketAndTradingHandlers = (
  { settings }: Stage,
  { opened, market, content }: GatewayHttpParts,
) => ({
  ...marketHandlers(market.model, market.history),
  ...publicContractHandlers({
    database: opened.storage.database,
    reader: market.model,
    prices: market.prices,
  }),
  ...indexHoursHandlers(market.hours),
  ...contentHandlers({ reader: market.model, settings, content }),
  ...homeHandlers({
    reader: market.model,
    settings,
    orderRate: () => market.exchange.orderRate(),
    marketing: (language) => content.marketing(language),
  }),
  ...market.trading.handlers,
})

interface RouteGround {
  accounts: Pick<Accounts, "findSession" | "peekSession" | "addRoutes">
  text: ProblemText
  handlers: Handlers
  binance: BinanceDoor | undefined
}

/** Who asks for what anyone may ask. */
const VISITOR: Caller = { language: "en", address: "", agent: "", session: null }

/** What is served beside the calls of the wire. */
export async function addRoutes(
  app: FastifyInstance,
  { settings, options, folders, proxies }: Stage,
  { market, opened: { clock } }: Pick<GatewayHttpParts, "market" | "opened">,
  { accounts, text, handlers, binance }: RouteGround,
): Promise<void> {
  const { findSession, peekSession } = accounts
  addDocs(app, settings)
  accounts.addRoutes(app)
  market.trading.addRoutes(app, findSession)
  addIndexFiles(app, { hours: market.hours, perSecond: settings.historyPerSecond })
  const limits = callLimits(settings)
  options.addRoutes?.(app, { text, proxies, limits, findSession, peekSession, checkAnswers: false })
  await addContentFiles(app, folders.content)
  const kline: ReadPage = async (asked) => {
    const found = await handlers.kline(asked, VISITOR)
    return found.ok ? found.value : { rows: [], more: false }
  }
  addDatafeed(app, { ...{ reader: market.model, name: settings.name, limits }, read: kline, now: clock.now })
  await binance?.addRoutes(app)
}
