/** Recounts from commands and events alone which orders countdowns must have cancelled, and when (S15). */

import { isOpen } from "#core/order/order-status.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { OrderView } from "#server/engine/event.ts"

interface Armed {
  account: string
  instrument: string | undefined
  due: number
}

export class CountdownAuditor {
  readonly #armed = new Map<string, Armed>()
  readonly #open = new Map<number, OrderView>()

  /** After each command: throws at the first thing that doesn't hold. */
  check({ time, command }: Stamped, { answer, events }: Outcome): void {
    if (command.type === "clock.start")
      for (const armed of this.#armed.values())
        armed.due = Math.max(armed.due, time + (command.pauseMs ?? Number.NaN))
    const run = [...this.#armed.values()].filter(({ due }) => due <= time)
    const before = [...this.#open.values()]
    for (const event of events) {
      if (event.type !== "order") continue
      const { order } = event
      if (isOpen(order)) this.#open.set(order.id, order)
      else this.#open.delete(order.id)
      if (
        order.reason === "COUNTDOWN" &&
        !run.some((armed) => isOf(armed, order) && armed.due === order.updated)
      )
        throw new Error(`order ${order.id} was cancelled by a countdown that didn't run out`)
    }
    for (const order of before)
      if (this.#open.has(order.id) && run.some((armed) => isOf(armed, order)))
        throw new Error(`order ${order.id} is open though the countdown of ${order.account} ran out`)
    for (const { account, instrument } of run) this.#armed.delete(keyOf(account, instrument))
    if (command.type !== "countdown.set" || !answer.ok) return
    const { account, instrument, afterMs } = command
    if (afterMs === 0) this.#armed.delete(keyOf(account, instrument))
    else this.#armed.set(keyOf(account, instrument), { account, instrument, due: time + afterMs })
  }
}

const keyOf = (account: string, instrument: string | undefined) => `${account} ${instrument ?? ""}`

const isOf = ({ account, instrument }: Armed, order: OrderView): boolean =>
  order.account === account && (instrument ?? order.instrument) === order.instrument
