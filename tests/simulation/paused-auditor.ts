/** Recounts from events alone what is paused: no lot of it is lost or doubled, and each end is told (S21). */

import type { Outcome } from "#server/engine/answer.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"

export class PausedAuditor {
  /** Lots that are paused, by group. */
  readonly #paused = new Map<number, number>()
  #lastId = 0

  /** After each command: throws at the first thing that doesn't hold. */
  check({ events }: Outcome): void {
    const orders = events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    const left = lotsOf(orders.filter(({ reason }) => reason === "PAUSED"))
    const placed = lotsOf(orders.filter(({ id }) => id > this.#lastId))
    for (const event of events) {
      if (event.type !== "paused") continue
      const { id } = event.paused
      this.#take(event, (this.#paused.get(id) ?? 0) + (left.get(id) ?? 0), placed.get(id) ?? 0)
      left.delete(id)
    }
    for (const id of left.keys()) throw new Error(`${id} was paused and isn't kept`)
    this.#lastId = Math.max(this.#lastId, ...orders.map(({ id }) => id))
  }

  /** `before`: lots that were to be kept. `placed`: those that were placed again. */
  #take(
    { paused: { id, parts }, end }: Extract<EngineEvent, { type: "paused" }>,
    before: number,
    placed: number,
  ): void {
    const kept = parts.reduce((sum, { quantity }) => sum + quantity, 0)
    if (end === undefined || end === "RESUMED") {
      if (before !== kept + placed)
        throw new Error(`of ${before} lots of ${id}, ${placed} rest again and ${kept} are kept`)
    } else if (before !== kept) throw new Error(`${kept} lots of ${id} ended, and ${before} were paused`)
    if (end === undefined) this.#paused.set(id, kept)
    else this.#paused.delete(id)
  }
}

/** What each group's orders have open, or had as they were placed; an iceberg without a group is one by its own id. */
function lotsOf(orders: readonly OrderView[]): Map<number, number> {
  const lots = new Map<number, number>()
  for (const { id, group = id, quantity = 0, executed, prevented = 0, reason } of orders) {
    const own = reason === "PAUSED" ? quantity - executed : quantity + prevented
    lots.set(group, (lots.get(group) ?? 0) + own)
  }
  return lots
}
