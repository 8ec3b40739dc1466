/** Take-profit and stop-loss of a whole position: what is typed, what each would realise, what is sent (P23). Plain functions. */

import { unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import type { Amount } from "#core/money/units.ts"
import type { Position, TargetPair } from "#core/wire/contract.ts"
import type { setPositionTargets } from "#core/wire/contract-close-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { type FieldProblem, readSteps } from "../../ticket/field-reading.ts"
import { realisedAt } from "./close.model.ts"

type Target = NonNullable<TargetPair["takeProfit"]>
type TargetsRequest = AskOf<typeof setPositionTargets>

/** As typed; empty: none. */
export interface TargetsDraft {
  takeProfit: string
  stopLoss: string
}
export type TargetName = keyof TargetsDraft

/** The pair for all of the position; those for parts are left as they are. */
export const wholePair = ({ targets }: Pick<Position, "targets">): TargetPair | undefined =>
  targets.find(({ quantity }) => quantity === "")

interface TargetReading {
  problem?: FieldProblem | undefined
  /** What it would realise at its price, fees apart, as a wire decimal. */
  realised?: string | undefined
  terms?: TargetsRequest["takeProfit"] | undefined
}

export interface TargetsReading {
  takeProfit: TargetReading
  stopLoss: TargetReading
  /** Undefined: something is wrong. */
  request?: Pick<TargetsRequest, "takeProfit" | "stopLoss">
}

export function readTargets(
  position: Position,
  draft: TargetsDraft,
  { tick, decimalMark }: { tick: bigint; decimalMark: DecimalMark },
): TargetsReading {
  const pair = wholePair(position)
  const read = (name: TargetName): TargetReading => {
    const { text, problem } = readSteps(draft[name], decimalMark, tick, "TICK")
    if (problem || !text) return { problem }
    const realised = realisedAt(position, unitsOf(position.quantity) as Amount, text)
    return { realised, terms: termsOf(text, pair?.[name] ?? null) }
  }
  const [takeProfit, stopLoss] = [read("takeProfit"), read("stopLoss")]
  if (takeProfit.problem || stopLoss.problem) return { takeProfit, stopLoss }
  return {
    ...{ takeProfit, stopLoss },
    request: {
      ...(takeProfit.terms && { takeProfit: takeProfit.terms }),
      ...(stopLoss.terms && { stopLoss: stopLoss.terms }),
    },
  }
}

/** What stays where it was keeps its terms; a new price keeps what it waits for. */
function termsOf(price: string, known: Target | null): TargetsRequest["takeProfit"] {
  const text = price as Target["price"]
  if (!known) return { price: text }
  const isSame = unitsOf(known.price) === unitsOf(price)
  return { price: text, source: known.source, ...(isSame && known.limit !== "" && { limit: known.limit }) }
}
