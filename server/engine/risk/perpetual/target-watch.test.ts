/** What a price reaches is what a walk over all positions finds, whatever was set and taken away before (P23). */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Amount, Fine, Price8, Ticks } from "#core/money/units.ts"
import { TRIGGER_SOURCES } from "#core/order/order-status.ts"
import type { ContractPart } from "./contract-account.ts"
import { Position } from "./position.ts"
import { type TargetPair, TargetWatch } from "./target-watch.ts"

const INSTRUMENT = "ABC_USDT_PERP"
const TICK = 100n

/** The part of an account, as far as the watch looks at it, with a position of each slot; every other account is short. */
function partOf(index: number) {
  const owner = {
    account: { id: `u${index}` },
    instrument: INSTRUMENT,
    leverage: 1,
    marginMode: "cross",
  } as const
  const size = (index % 2 === 0 ? 5n : -5n) as Amount
  const positions = (["net", "long", "short"] as const).map((slot) => {
    const position = new Position(owner, slot)
    position.held = { size, cost: 0n as Fine, carry: 0n as Fine }
    return position
  })
  return { part: owner as unknown as ContractPart, positions }
}

const source = fc.constantFrom(...TRIGGER_SOURCES)
const target = fc.record({ price: fc.integer({ min: 1, max: 40 }), source })
const setting = fc.record({
  account: fc.nat(11),
  slot: fc.nat(2),
  takeProfit: fc.option(target),
  stopLoss: fc.option(target),
})
const asking = fc.record({ source, from: fc.nat(4100), to: fc.nat(4100) })

test("by account, slot and the stop first, over any sequence of settings and prices", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(setting, asking), { maxLength: 60 }), (steps) => {
      const watch = new TargetWatch()
      const parts = Array.from({ length: 12 }, (_, index) => partOf(index))
      const all = parts
        .flatMap(({ part, positions }) => positions.map((position) => ({ part, position })))
        .sort((one, other) => (one.part.account.id < other.part.account.id ? -1 : 1))
      for (const step of steps) {
        if ("account" in step) {
          const { part, positions } = parts[step.account] ?? {}
          const position = positions?.[step.slot]
          if (part && position) watch.set(part, position, pairsOf(step))
          continue
        }
        const [low, high] = [Math.min(step.from, step.to), Math.max(step.from, step.to)]
        const range = { low: BigInt(low) as Price8, high: BigInt(high) as Price8 }
        const found = watch.reached(INSTRUMENT, { source: step.source, range, tick: TICK, now: 0 })
        const told = found.map(({ part, position, kind }) => `${part.account.id} ${position.slot} ${kind}`)
        expect(told).toEqual(all.flatMap((entry) => walked(entry, { source: step.source, low, high })))
      }
      expect(watch.entries(INSTRUMENT).map(({ position }) => position)).toEqual(
        all.flatMap(({ position }) => (position.pairs.length > 0 ? [position] : [])),
      )
    }),
  )
})

function pairsOf({
  takeProfit,
  stopLoss,
}: {
  takeProfit: Asked | null
  stopLoss: Asked | null
}): TargetPair[] {
  const own = (asked: Asked) => ({ ...asked, price: asked.price as Ticks, again: 0 })
  if (!takeProfit && !stopLoss) return []
  return [
    {
      id: 1,
      ...(takeProfit && { takeProfit: own(takeProfit) }),
      ...(stopLoss && { stopLoss: own(stopLoss) }),
    },
  ]
}

interface Asked {
  price: number
  source: "last" | "mark"
}

/** Written anew, one position at a time. */
function walked(
  { part, position }: { part: ContractPart; position: Position },
  { source: asked, low, high }: { source: string; low: number; high: number },
): string[] {
  const isReached = (price: number, isAbove: boolean) => (isAbove ? high >= price * 100 : low <= price * 100)
  return position.pairs.flatMap(({ takeProfit, stopLoss }) => {
    const isLong = position.size > 0n
    const reached: string[] = []
    if (stopLoss?.source === asked && isReached(stopLoss.price, !isLong)) reached.push("stopLoss")
    if (takeProfit?.source === asked && isReached(takeProfit.price, isLong)) reached.push("takeProfit")
    return reached.map((kind) => `${part.account.id} ${position.slot} ${kind}`)
  })
}
