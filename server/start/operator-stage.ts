/** Stage "operator": opens the operator's door on the loopback address. */

import { takeBackup } from "../backup/take-backup.ts"
import type { Feed } from "../feed/feed.ts"
import type { StoredCheck } from "../journal/stored-check.ts"
import { verifyJournal } from "../journal/verify.ts"
import { openOperatorDoor } from "../operator/operator-door.ts"
import { OperatorKeys } from "../operator/operator-keys.ts"
import type { SelfAudit } from "../self-audit/self-audit.ts"
import { storageSettings } from "./begin-start.ts"
import type { CustodyStage } from "./custody-stage.ts"
import { engineSettingsOf, type OpenedMarket } from "./exchange-stage.ts"
import type { OpenedHttp } from "./http-stage.ts"
import { restorableEngine } from "./open-exchange.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

interface OperatorStageParts {
  opened: OpenedStorage
  market: OpenedMarket
  custody: CustodyStage
  audit: SelfAudit
  stored: StoredCheck
  http: OpenedHttp
  feed: Feed
}

/** @throws StartProblem when the port can't be had */
export async function startOperator(stage: Stage, parts: OperatorStageParts): Promise<void> {
  const { settings, options, log, onClose } = stage
  const { storage, clock } = parts.opened
  const { accounts, text } = parts.http
  const { database } = storageSettings(settings)
  const indexWeights = parts.feed.indexWeights ?? new Map()
  const create = () => restorableEngine(engineSettingsOf(parts.feed))
  onClose(
    await openOperatorDoor({
      database: storage.database,
      now: clock.now,
      keys: new OperatorKeys({ database: storage.database, now: clock.now }),
      sessions: accounts.sessions,
      apiKeys: accounts.apiKeys,
      exchange: parts.market.exchange,
      engine: parts.market.engine.state,
      instrument: (id) => parts.market.model.instrument(id),
      walk: parts.feed.walk,
      custody: parts.market.engine.state.custody,
      custodyTroubles: parts.custody.troubles,
      stopped: () => parts.audit.stopReason(),
      stored: parts.stored,
      verify: () => verifyJournal({ storage, create }),
      backup: (folder) => takeBackup({ storage, data: settings.data, database, indexWeights }, folder),
      standbys: async () => (await storage.standbys?.()) ?? [],
      handOver: options.handOver,
      pictures: accounts.pictures,
      folder: settings.data,
      port: settings.operatorPort,
      text,
      log,
      checkAnswers: options.checkAnswers ?? false,
    }),
  )
}
