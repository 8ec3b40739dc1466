/** An engine that somebody looks at around each command, in a replay as well: for what is made of its state at a moment. */

import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { AppliesCommands } from "./exchange.ts"

/** Neither changes anything of the engine, nor throws. */
export interface WatchesEngine {
  /** The engine stands behind the command before. */
  before(stamped: Stamped, engine: Engine): void
  /** It has done the command; neither is kept yet. */
  after(stamped: Stamped, outcome: Outcome, engine: Engine): void
}

export function withWatch(engine: Engine, watch: WatchesEngine | undefined): AppliesCommands {
  if (!watch) return engine
  return {
    apply(stamped: Stamped): Outcome {
      watch.before(stamped, engine)
      const outcome = engine.apply(stamped)
      watch.after(stamped, outcome, engine)
      return outcome
    },
    instrumentState: (instrument) => engine.instrumentState(instrument),
    nextDue: () => engine.nextDue(),
  }
}
