/** What the self-audit has to say to the operator, in the audit table. */

import type { Storage } from "../storage/storage.ts"

const SPEAKER = "self-audit"

/** A database that is away is the journal's to tell. */
export async function tellOperator(
  { storage, clock }: { storage: Storage; clock: { now(): number } },
  action: string,
  detail: string,
): Promise<void> {
  await storage.database
    .insertInto("audit")
    .values({ time: clock.now(), operator: SPEAKER, action, user_id: null, reason: "", detail })
    .execute()
    .catch(() => undefined)
}
