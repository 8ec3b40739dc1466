/** What every stage of a start works with. */

import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { Logger } from "pino"
import { TrustedProxies } from "../calls/client-address.ts"
import type { Clock } from "../exchange/exchange.ts"
import type { RouteParts } from "../http/endpoint-routes.ts"
import type { KeepRhythm } from "../journal/state-keeper.ts"
import type { Settings } from "../settings/settings.ts"
import type { BegunStorage } from "../storage/open-storage.ts"
import { createLog } from "./create-log.ts"

const root = join(import.meta.dirname, "../..")

export interface StartOptions {
  /** What {@link beginStart} answered, where it was called before this file was loaded. */
  begun?: BegunStorage
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
