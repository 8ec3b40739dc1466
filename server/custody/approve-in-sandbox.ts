/** In the sandbox nobody sits at the operator's desk: a withdrawal in review is approved after a while, as one person would. */

import { checkSend } from "../engine/custody/send-withdrawals.ts"
import type { CustodyParts } from "./custody-parts.ts"
import { tell } from "./watch-deposits.ts"

const BY = "sandbox"

/** Those that have been in review for so many ms. What couldn't be sent anyway, and what takes two persons, is left to operators. */
export async function approveInSandbox(
  parts: Pick<CustodyParts, "engine" | "exchange" | "clock">,
  afterMs: number,
): Promise<void> {
  const { engine, clock } = parts
  const due = [...engine.custody.withdrawals.values()].filter(
    (withdrawal) =>
      withdrawal.status === "review" &&
      withdrawal.updated + afterMs <= clock.now() &&
      !withdrawal.approvedBy.includes(BY) &&
      checkSend(engine, withdrawal) === undefined,
  )
  for (const { id } of due) await tell(parts, { type: "withdraw.approve", id, by: BY })
}
