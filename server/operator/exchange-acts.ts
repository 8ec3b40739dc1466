/** What does an operator do to the exchange itself? Verify what is stored, and resume trading together with another. */

import type { Kysely } from "kysely"
import { refuse } from "#core/wire/index.ts"
import type { OperatorEndpointName, operatorEndpoints } from "#core/wire/operator-calls.ts"
import type { CommandDoor } from "../feed/feed.ts"
import type { Handler } from "../http/handlers.ts"
import { answer } from "../http/handlers.ts"
import type { Verified } from "../journal/verify.ts"
import type { Tables } from "../storage/schema.ts"

/** The second person has so long. */
const SECOND_PERSON_WITHIN_MS = 60 * 60 * 1000

export interface ExchangeActParts {
  database: Kysely<Tables>
  now(): number
  exchange: Pick<CommandDoor, "submit">
  /** Why the self-audit has stopped trading; undefined while it hasn't. */
  stopped(): string | undefined
  verify(): Promise<Verified>
}

type ExchangeActs = "operatorVerify" | "operatorAuditResume"
type Handlers = { [K in Extract<OperatorEndpointName, ExchangeActs>]: Handler<(typeof operatorEndpoints)[K]> }

export function exchangeActs(parts: ExchangeActParts): Handlers {
  let asked: { by: string; time: number } | undefined
  return {
    operatorVerify: async ({ by }) => {
      const verified = await parts.verify()
      const isRight = verified.differences.length === 0
      await writeDown(parts, {
        by,
        action: "verify",
        detail: isRight ? "right" : `${verified.differences.length} differences`,
      })
      return answer({ ...verified, isRight })
    },
    operatorAuditResume: async ({ by, reason }) => {
      const stopped = parts.stopped()
      if (stopped === undefined) return refuse("WRONG_STATE")
      const isFresh = asked !== undefined && parts.now() - asked.time < SECOND_PERSON_WITHIN_MS
      if (!asked || !isFresh || asked.by === by) {
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

/** An act upon the exchange, not upon a user. */
async function writeDown(
  { database, now }: ExchangeActParts,
  act: { by: string; action: string; reason?: string; detail: string },
): Promise<void> {
  const { by, action, reason = "", detail } = act
  await database
    .insertInto("audit")
    .values({ time: now(), operator: by, action, user_id: null, reason, detail })
    .execute()
}
