/** What does the engine answer? The result, or one refusal with its numbers; and the events either way. */

import type { TimeMs } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { BalanceEvent, EngineEvent, OrderView } from "./event.ts"

/** Balances as they stand after a transfer or a draw of practice money. */
interface MovedMoney {
  /** Sequence of the command, which names the journal. */
  id: number
  balances: readonly BalanceEvent[]
  time: TimeMs
}

/**
 * An order for place, amend, reduce, cancel and query; ids for cancel-all; what was moved for transfers and practice
 * money; nothing for the rest.
 */
type AnswerValue =
  | { order: OrderView }
  | { cancelled: readonly number[] }
  | { moved: MovedMoney }
  | Record<string, never>

export type Answer = { ok: true; value: AnswerValue } | { ok: false; problem: Problem }

/** `apply(stamped)`: timers that were due may have made events even when the command is refused. */
export interface Outcome {
  answer: Answer
  events: readonly EngineEvent[]
}
