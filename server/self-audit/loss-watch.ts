/** Looks for contracts that the engine has paused because their loss is nobody's to take (L6). */

import { formatAmount } from "#core/money/steps.ts"
import { type Amount, magnitude } from "#core/money/units.ts"
import { FUND_ACCOUNT } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { Storage } from "../storage/storage.ts"
import { tellOperator } from "./tell-operator.ts"

export interface LossWatchParts {
  engine: Engine
  storage: Storage
  clock: { now(): number }
  log: { error(values: object, text: string): void }
}

export class LossWatch {
  readonly #parts: LossWatchParts
  /** What was told and is still so. */
  #told = new Set<string>()

  constructor(parts: LossWatchParts) {
    this.#parts = parts
  }

  /** One look, between two commands: told once of each pause, and again after a start. */
  async look(): Promise<void> {
    const { engine, log } = this.#parts
    const paused = pausedForLoss(engine.state)
    const fresh = [...paused].filter(([instrument]) => !this.#told.has(instrument))
    this.#told = new Set(paused.keys())
    for (const [instrument, size] of fresh) {
      const held = formatAmount(magnitude(size) as Amount)
      log.error({ instrument, held }, "A CONTRACT IS PAUSED: the insurance fund holds what nobody can take")
      const detail = `${instrument} is cancel-only: the insurance fund holds ${held} there that nobody can take`
      await tellOperator(this.#parts, "contract.paused", detail)
    }
  }
}

/** Contracts that are cancel-only while the fund has a position in them, and how large it is; not those of a pause of everything. */
function pausedForLoss({ markets, pauses, clearings }: EngineState): Map<string, bigint> {
  const fund = clearings.perpetual.accounts.known(FUND_ACCOUNT)
  const paused = new Map<string, bigint>()
  for (const [id, { instrument }] of markets) {
    if (instrument.kind !== "perpetual" || instrument.state !== "cancel-only") continue
    if (pauses.opening.includes(id)) continue
    const size = fund?.known(id)?.positions.net.size ?? 0n
    if (size !== 0n) paused.set(id, size)
  }
  return paused
}
