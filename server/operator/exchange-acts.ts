/** Operator's acts on the exchange itself: verifying stored state, handing over to the next server, and resuming trading with a second operator. */

import type { Kysely } from "kysely"
import { refuse } from "#core/wire/index.ts"
import { BackupProblem } from "../backup/backup-files.ts"
import type { Backup } from "../backup/take-backup.ts"
import { answer } from "../calls/handler.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import type { StoredCheck } from "../journal/stored-check.ts"
import type { Verified } from "../journal/verify.ts"
import type { Tables } from "../storage/schema.ts"
import type { Acts } from "./acts.ts"
import { writeDown } from "./audit.ts"
import type { OperatorKeys } from "./operator-keys.ts"

/** The second person has so long. */
const SECOND_PERSON_WITHIN_MS = 60 * 60 * 1000

export interface ExchangeActParts {
  database: Kysely<Tables>
  now(): number
  exchange: Pick<CommandDoor, "submit">
  /** Why the self-audit has stopped trading; undefined while it hasn't. */
  stopped(): string | undefined
  verify(): Promise<Verified>
  /** Reads everything that is stored. */
  stored: Pick<StoredCheck, "run" | "state">
  /** Copies everything into a folder, or adds the commands since. @throws BackupProblem */
  backup(folder: string): Promise<Backup>
  /** Names of the servers that stand by. */
  standbys(): Promise<string[]>
  /** Ends this server, a moment later; undefined where nobody can ask for that. */
  handOver: (() => void) | undefined
  keys: Pick<OperatorKeys, "isOpen">
}

type ExchangeActs = "operatorVerify" | "operatorBackup" | "operatorHandOver" | "operatorAuditResume"

export function exchangeActs(parts: ExchangeActParts): Pick<Acts, ExchangeActs> {
  let asked: { by: string; time: number } | undefined
  return {
    operatorVerify: async ({ by, all = false }) => {
      const verified = await parts.verify()
      // What was found before is told again, until a start finds it mended.
      const stored = all ? await parts.stored.run() : parts.stored.state().differences
      verified.differences.push(...stored)
      const isRight = verified.differences.length === 0
      await writeDown(parts, {
        by,
        action: all ? "verify.all" : "verify",
        detail: isRight ? "right" : `${verified.differences.length} differences`,
      })
      return answer({ ...verified, isRight, readPercent: parts.stored.state().readPercent })
    },
    operatorBackup: async ({ by, folder }) => {
      try {
        const backup = await parts.backup(folder)
        const what = backup.isWhole ? "whole" : `from command ${backup.fromSeq}`
        await writeDown(parts, {
          by,
          action: "backup",
          detail: `${folder}: ${what}, to command ${backup.seq}`,
        })
        return answer(backup)
      } catch (error) {
        if (!(error instanceof BackupProblem)) throw error
        await writeDown(parts, { by, action: "backup.refused", detail: error.message })
        return refuse("WRONG_STATE")
      }
    },
    operatorHandOver: async ({ by }) => {
      const standbys = await parts.standbys()
      if (standbys.length === 0 || !parts.handOver) return refuse("WRONG_STATE")
      await writeDown(parts, { by, action: "hand-over", detail: standbys.join(", ") })
      parts.handOver()
      return answer({ standbys })
    },
    operatorAuditResume: async ({ by, reason }) => {
      const stopped = parts.stopped()
      if (stopped === undefined) return refuse("WRONG_STATE")
      const isFresh = asked !== undefined && parts.now() - asked.time < SECOND_PERSON_WITHIN_MS
      // A revoked key asked for nothing; one operator's key is one person, however often it asks.
      const isTwo = asked !== undefined && asked.by !== by && (await parts.keys.isOpen(asked.by))
      if (!asked || !isFresh || !isTwo) {
        asked = { by, time: parts.now() }
        await writeDown(parts, { by, action: "audit.resume.ask", reason, detail: stopped })
        return answer({ isResumed: false, asked: by })
      }
      const resumed = await parts.exchange.submit({ type: "audit.resume" })
      if (!resumed.ok) return refuse("WRONG_STATE", resumed.problem.values)
      await writeDown(parts, {
        by,
        action: "audit.resume",
        reason,
        detail: `asked for by ${asked.by}; ${stopped}`,
      })
      const first = asked.by
      asked = undefined
      return answer({ isResumed: true, asked: first })
    },
  }
}
