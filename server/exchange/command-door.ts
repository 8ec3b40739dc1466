/** The way into the exchange, as feeds, the house and handlers see it. */

import type { TimeMs } from "#core/money/units.ts"
import type { AnswerOf } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"

export interface CommandDoor {
  submit<C extends Command>(command: C): Promise<AnswerOf<C>>
  /** Called after each committed batch, in order. Returns how to stop listening. */
  listen(listener: (batch: { time: TimeMs; events: readonly EngineEvent[] }) => void): () => void
  /** The engine's wall clock, epoch ms. */
  now(): TimeMs
  /** Does it take new orders? For a while after a restart it doesn't (N6). */
  isOpen(instrument: string): boolean
}
