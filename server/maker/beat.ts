/** The schedule of house tasks: one timer for all of them, stopped in one place. */

import type { TimeMs } from "#core/money/units.ts"

/** How often the beat looks for tasks that are due. */
const BEAT_MS = 50
/** Longest work of one beat; what is left waits for the next, so that sockets and requests get their turn. */
const WORK_MS_MAX = 12

/** Does its work and says in how many ms it wants to run again. */
export type HouseTask = (now: TimeMs) => number

interface Planned {
  task: HouseTask
  due: TimeMs
}

export class Beat {
  readonly #planned: Planned[] = []
  #timer: NodeJS.Timeout | undefined
  /** Where the last beat stopped for lack of time: the next goes on there, so that none starves. */
  #from = 0

  /** Adds a task, first due at `due`. */
  add(task: HouseTask, due: TimeMs): void {
    this.#planned.push({ task, due })
  }

  /** Runs from now on by the given clock. */
  start(now: () => TimeMs): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.advance(now(), performance.now() + WORK_MS_MAX), BEAT_MS)
  }

  /** Runs what is due at `now`; a task that is late runs once. Stops early at `deadline` (by the monotonic clock). */
  advance(now: TimeMs, deadline = Number.POSITIVE_INFINITY): void {
    const count = this.#planned.length
    for (let step = 0; step < count; step += 1) {
      const at = (this.#from + step) % count
      const planned = this.#planned[at]
      if (!planned || planned.due > now) continue
      planned.due = now + planned.task(now)
      if (performance.now() < deadline) continue
      this.#from = (at + 1) % count
      return
    }
    this.#from = 0
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
