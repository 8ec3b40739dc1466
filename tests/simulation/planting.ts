/** How a fault is planted: another behaviour in the place of one method of a running engine. */

import type { Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { Order } from "#server/engine/matching/order.ts"
import type { EngineSettings } from "#server/engine/state.ts"

/** `auditor`: seen by what the engine tells and holds. `twin`: seen beside an engine that hasn't it. */
export interface PlantedFault {
  name: string
  seenBy: "auditor" | "twin"
  /** What the engine is made with; left out: the defaults. */
  settings?: Partial<EngineSettings>
  plant(engine: Engine): void
}

/** Puts another behaviour in place of a method; `original` is the one before. */
export function replace<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => Target[Name],
): void {
  const original = target[name]
  const bound = typeof original === "function" ? (original.bind(target) as Target[Name]) : original
  Object.defineProperty(target, name, { value: make(bound), writable: true, configurable: true })
}

export const forEachMarket = (
  engine: Engine,
  plant: (market: ReturnType<typeof marketsOf>[number]) => void,
) => {
  for (const market of marketsOf(engine)) plant(market)
}
const marketsOf = (engine: Engine) => [...engine.state.markets.values()]

/** Before an order is accepted, while its terms can still be made wrong. */
export const onAccept = (engine: Engine, change: (order: Order) => void) =>
  forEachMarket(engine, (market) =>
    replace(market, "accept", (accept) => (order, participant, hold) => {
      change(order)
      accept(order, participant, hold)
    }),
  )

/** Changes or drops what is told; undefined drops. */
export const onTold = (
  engine: Engine,
  change: (event: EngineEvent, count: number) => EngineEvent | undefined,
) => {
  let count = 0
  replace(engine.state.log, "push", (push) => (event) => {
    count += 1
    const told = change(event, count)
    if (told) push(told)
  })
}
