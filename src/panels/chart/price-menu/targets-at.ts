/** Which take-profits and stop-losses of open positions make sense at a price, and what setting one there asks for. */

import { unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { setPositionTargets } from "#core/wire/contract-close-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"

export interface TargetAt {
  position: Position
  kind: "takeProfit" | "stopLoss"
}

/** Of each position of the market one: on its winning side of the last price the take-profit, on the other the stop-loss. */
export function targetsAt(
  positions: readonly Position[],
  instrument: string,
  { price, last }: { price: string; last: string | null },
): TargetAt[] {
  if (last === null || unitsOf(price) === unitsOf(last)) return []
  const isAbove = unitsOf(price) > unitsOf(last)
  return positions
    .filter((position) => position.instrument === instrument)
    .map((position) => ({
      position,
      kind: (position.side === "long") === isAbove ? "takeProfit" : "stopLoss",
    }))
}

/** For all of the position, by the mark as the sheet offers it first; the other one is sent as it stands. */
export function targetRequest(
  { position, kind }: TargetAt,
  price: string,
): Omit<AskOf<typeof setPositionTargets>, "key" | "sentAt"> {
  const { instrument, positionSide, targets } = position
  const whole = targets.find(({ quantity }) => quantity === "")
  const other = kind === "takeProfit" ? "stopLoss" : "takeProfit"
  const standing = whole?.[other]
  const before = whole?.[kind]
  return {
    instrument,
    ...(positionSide !== "" && { positionSide }),
    [kind]: { price, source: before?.source ?? "mark" },
    ...(standing && {
      [other]: {
        price: standing.price,
        source: standing.source,
        ...(standing.limit !== "" && { limit: standing.limit }),
      },
    }),
  }
}
