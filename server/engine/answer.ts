/** What does the engine answer? The result, or one refusal with its numbers; and the events either way. */

import type { Problem } from "#core/wire/problem.ts"
import type { EngineEvent, OrderView } from "./event.ts"

/** An order for place, amend, reduce and cancel; ids for cancel-all; nothing for the rest. */
type AnswerValue = { order: OrderView } | { cancelled: readonly number[] } | Record<string, never>

export type Answer = { ok: true; value: AnswerValue } | { ok: false; problem: Problem }

/** `apply(stamped)`: timers that were due may have made events even when the command is refused. */
export interface Outcome {
  answer: Answer
  events: readonly EngineEvent[]
}
