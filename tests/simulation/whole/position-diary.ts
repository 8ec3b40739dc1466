/** What each position has brought since it was opened, and all positions of a place together: sums of what the engine tells. */

import type { EngineEvent, PositionChangeEvent } from "#server/engine/event.ts"

/** All in 1e-8 of the quote; `fees` with what liquidations took, `funding` received less paid. */
export interface DiarySums {
  realised: bigint
  fees: bigint
  funding: bigint
}

interface DiaryPlace {
  account: string
  instrument: string
  slot: string
}

const NAMES = ["realised", "fees", "funding"] as const
const none = (): DiarySums => ({ realised: 0n, fees: 0n, funding: 0n })
const keyOf = ({ account, instrument, slot }: DiaryPlace) => `${account} ${instrument} ${slot}`

export class PositionDiary {
  /** By account, instrument and slot: since the position there was opened. */
  readonly #open = new Map<string, DiarySums & { size: bigint }>()
  /** The same, of all positions that there ever were. */
  readonly sums = new Map<string, DiarySums>()

  of(place: DiaryPlace): DiarySums {
    return this.#open.get(keyOf(place)) ?? none()
  }

  take(event: EngineEvent): void {
    if (event.type === "position-change") this.#change(event)
    else if (event.type === "funding-paid") this.#add(event, { funding: event.amount })
    else if (event.type === "liquidation") this.#add(event, { fees: event.fee })
  }

  #change(event: PositionChangeEvent): void {
    const { closed, opened, realised, fee, size } = event
    const key = keyOf(event)
    const closing = closed === 0n ? 0n : (fee * closed) / (closed + opened)
    this.#add(event, { realised, fees: closing })
    const before = this.#open.get(key)?.size ?? 0n
    // What turns a position around ends one and begins another.
    if (before === 0n || closed === (before < 0n ? -before : before))
      this.#open.set(key, { ...none(), size: before })
    this.#add(event, { fees: fee - closing })
    const open = this.#open.get(key)
    if (open) open.size = before + size
  }

  #add(place: DiaryPlace, more: Partial<DiarySums>): void {
    const key = keyOf(place)
    const all = this.sums.get(key) ?? none()
    this.sums.set(key, all)
    for (const sums of [all, this.#open.get(key)])
      for (const name of NAMES) if (sums) sums[name] += more[name] ?? 0n
  }
}
