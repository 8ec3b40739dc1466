/** What every stage of a start works with. */

import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { Logger } from "pino"
import { TrustedProxies } from "../calls/client-address.ts"
import type { Engine } from "../engine/engine.ts"
import type { Clock, Exchange } from "../exchange/exchange.ts"
import type { Feed } from "../feed/feed.ts"
import type { RouteParts } from "../http/endpoint-routes.ts"
import type { KeepRhythm } from "../journal/state-keeper.ts"
import type { Settings } from "../settings/settings.ts"
import type { BegunStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import type { Accounts } from "../user/open-accounts.ts"
import { createLog } from "./create-log.ts"

const root = join(import.meta.dirname, "../..")

export interface StartOptions {
  /** What {@link beginStart} answered, where it was called before this file was loaded. */
  begun?: BegunStorage
  log?: Logger
  clock?: Clock
  /** By which those wait who look again and again (self-audit, custody); default: the clock. For the time machine, whose clock runs ahead of what they can do. */
  rounds?: Clock["after"]
  /** In place of the one that the settings name; for the time machine, which makes its own. */
  feed?: Feed
  /** Requests signed by an API key are taken whatever time they say; likewise. */
  takesAnyKeyTime?: boolean
  /** Hears of exchange, storage and accounts once all has started; likewise. */
  onStarted?: (parts: StartedParts) => Promise<void> | void
  /** Whether this process was frozen until a moment ago: orders that it reads now are refused. For a process that does nothing else. */
  isHeldUp?: () => boolean
  /** Ends the process, a moment later, for a server that stands by. */
  handOver?: () => void
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

/** What whoever runs a server within another program works with. */
export interface StartedParts {
  engine: Engine
  exchange: Exchange
  storage: Storage
  accounts: Pick<Accounts, "apiKeys">
}

export interface Stage {
  settings: Settings
  options: StartOptions
  log: Logger
  folders: Folders
  /** Who may say whom a request came from. */
  proxies: TrustedProxies
  /** Registers how to undo what a stage has opened. Undone in reverse, at a stop or when a later stage fails. */
  onClose(close: () => Promise<void> | void): void
}

interface Folders {
  /** Of the operator's texts. */
  content: string
  /** Of the words in all languages. */
  locales: string
  /** Of the built terminal. */
  site: string
}

export const createStage = (settings: Settings, options: StartOptions, onClose: Stage["onClose"]): Stage => ({
  settings,
  options,
  onClose,
  proxies: new TrustedProxies(settings.trustedProxies),
  log: options.log ?? createLog(settings.logLevel),
  folders: {
    content: settings.content ?? join(root, "content"),
    locales: join(root, "locales"),
    site: options.siteFolder ?? join(root, "dist/site"),
  },
})
