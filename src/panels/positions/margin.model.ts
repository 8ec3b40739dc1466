/** What moving money into an isolated position, or out of it, does to its liquidation price (P21, P25). Plain functions. */

import { tiersOf } from "#core/instrument/tier-tables.ts"
import { fineUnitsOf, formatAmount, unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { type Amount, fineOf, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import { removableMargin } from "#core/position/isolated-margin.ts"
import { liquidationPrice } from "#core/position/liquidation-price.ts"
import { notionalAt } from "#core/position/margin.ts"
import { maintenanceMargin, marginTiers } from "#core/position/margin-tiers.ts"
import { unrealisedProfit } from "#core/position/profit.ts"
import type { Position } from "#core/wire/contract.ts"
import { type FieldProblem, readAmount } from "../../ticket/field-reading.ts"

export type MarginDirection = "add" | "remove"

export interface MarginScene {
  position: Position
  /** As on the wire; empty while unknown. */
  markValue: string
  /** What of the account may be moved into it, as a wire decimal. */
  movable: string
  /** In 1e-8 of the quote. */
  tick: bigint
  leverageMax: number
}

export interface MarginReading {
  problem?: FieldProblem | { kind: "too-much" }
  /** The most that can be moved that way, as a wire decimal. */
  most: string
  /** Before and after, as wire decimals; a liquidation price that there is none of is empty. */
  before: { margin: string; liquidation: string }
  after?: { margin: string; liquidation: string }
  /** What is sent. */
  amount?: string
}

export function readMargin(
  scene: MarginScene,
  { direction, amount: typed }: { direction: MarginDirection; amount: string },
  decimalMark: DecimalMark,
): MarginReading {
  const { position } = scene
  const margin = unitsOf(position.margin)
  const most = direction === "add" ? unitsOf(scene.movable) : removableOf(scene)
  const reading: MarginReading = { most: formatAmount(most), before: standAt(scene, margin) }
  const { units, problem } = readAmount(typed, decimalMark)
  if (problem) return { ...reading, problem }
  if (units === undefined) return reading
  if (units > most) return { ...reading, problem: { kind: "too-much" } }
  const after = (direction === "add" ? margin + units : margin - units) as Amount
  return { ...reading, after: standAt(scene, after), amount: formatAmount(units) }
}

function removableOf(scene: MarginScene): Amount {
  const { position, leverageMax } = scene
  const mark = markOf(scene)
  if (mark === undefined) return NO_AMOUNT
  const held = heldOf(position)
  const notional = notionalAt(held.size, mark)
  return removableMargin(
    {
      margin: unitsOf(position.margin),
      unrealised: unrealisedProfit(held, mark),
      notional,
      maintenance: maintenanceMargin(marginTiers(tiersOf({ leverageMax })), notional),
    },
    position.leverage,
  )
}

function standAt(scene: MarginScene, margin: Amount): { margin: string; liquidation: string } {
  const { position, tick, leverageMax } = scene
  const mark = markOf(scene)
  const tiers = marginTiers(tiersOf({ leverageMax }))
  const terms = { cushion: fineOf(margin), positions: [heldOf(position)], tiers, tick }
  const price = mark === undefined ? undefined : liquidationPrice(terms, mark)
  return { margin: formatAmount(margin), liquidation: price === undefined ? "" : formatAmount(price) }
}

function markOf({ markValue }: MarginScene): Price8 | undefined {
  const mark: bigint = unitsOf(markValue)
  return mark === 0n ? undefined : (mark as Price8)
}

function heldOf({ side, quantity, cost }: Position) {
  const size = unitsOf(quantity)
  return { size: (side === "long" ? size : -size) as Amount, cost: fineUnitsOf(cost) }
}
