/** What watching deposits and sending withdrawals both need, and how they bear with an adapter that doesn't answer. */

import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { DepositName } from "../engine/custody/custody-command.ts"
import type { EngineState } from "../engine/state.ts"
import type { Clock } from "../exchange/exchange.ts"
import type { CustodyAdapter } from "./custody-adapter.ts"

/** An adapter that takes longer is asked again; what it answers later is passed over. */
const ANSWER_WITHIN_MS = 10_000

interface CustodyLog {
  error(values: object, text: string): void
  info(values: object, text: string): void
}

export interface CustodyParts {
  adapter: CustodyAdapter
  exchange: Pick<CommandDoor, "submit">
  /** Read between two commands. */
  engine: EngineState
  /** D1: whether a deposit that the engine doesn't know was final once; the engine remembers the newest only. */
  wasFinal(deposit: DepositName): Promise<boolean>
  clock: Pick<Clock, "now" | "after">
  log: CustodyLog
}

/** @throws Error when there is no answer in time; the promise itself may still do what it was asked for */
export function within<Value>(
  { clock }: Pick<CustodyParts, "clock">,
  asked: Promise<Value>,
  ms = ANSWER_WITHIN_MS,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () => reject(new Error(`no answer within ${ms} ms`)))
    asked.then(resolve, reject).finally(callOff)
  })
}

/** Tells each trouble once, and that it is over: a chain that is away for a night is no thousand lines. */
export class Troubles {
  readonly #log: CustodyLog
  readonly #known = new Map<string, string>()

  constructor(log: CustodyLog) {
    this.#log = log
  }

  /** Whether it went well. Never rejects. */
  async watch(what: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      if (this.#known.delete(what)) this.#log.info({ what }, "custody goes on")
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (this.#known.get(what) !== reason)
        this.#log.error({ what, reason }, "custody is held up; it is tried again")
      this.#known.set(what, reason)
      return false
    }
  }

  /** What is held up now. */
  list(): string[] {
    return [...this.#known].map(([what, reason]) => `${what}: ${reason}`)
  }

  /** What is over for another reason, such as a withdrawal that has ended. */
  forgetAllBut(isKept: (what: string) => boolean): void {
    for (const what of this.#known.keys()) if (!isKept(what)) this.#known.delete(what)
  }
}
