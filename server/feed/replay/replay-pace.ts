/** When it is the turn of what was recorded: by the clock as it goes, so many times as fast, or as somebody moves it on. */

import type { TimeMs } from "#core/money/units.ts"

export interface ReplayPace {
  /** Resolves when it is the turn of what was recorded at `time`, or when it is stopped. */
  turnOf(time: TimeMs, now: () => TimeMs): Promise<void>
  /** Resolves after `ms` of the exchange's time, or when it is stopped. */
  pass(ms: number, now: () => TimeMs): Promise<void>
  /** Resolves when nothing more happens until somebody moves the clock on; never where it goes by itself. */
  rest(): Promise<void>
  stop(): void
}

const LOOK_MS = 1000

/** The recording begins whenever it is played, and goes on at `speed` times its own pace. */
export class OwnPace implements ReplayPace {
  readonly #speed: number
  #origin: { recorded: TimeMs; now: TimeMs } | undefined
  #isStopped = false
  #wake: () => void = () => undefined

  constructor(speed: number) {
    this.#speed = speed
  }

  async turnOf(time: TimeMs, now: () => TimeMs): Promise<void> {
    this.#origin ??= { recorded: time, now: now() }
    const { recorded, now: begun } = this.#origin
    await this.#until(begun + (time - recorded) / this.#speed, now)
  }

  async pass(ms: number, now: () => TimeMs): Promise<void> {
    await this.#until(now() + ms, now)
  }

  rest(): Promise<void> {
    return new Promise(() => undefined)
  }

  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  async #until(time: TimeMs, now: () => TimeMs): Promise<void> {
    for (let left = time - now(); left > 0 && !this.#isStopped; left = time - now()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, LOOK_MS))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
}

/** What was recorded at a time happens at that time of the exchange, whose clock is moved by hand. */
export class HandPace implements ReplayPace {
  #now: TimeMs
  #isStopped = false
  /** For what the replay waits now. */
  #waits: { time: TimeMs; go: () => void } | undefined
  #rested: (() => void)[] = []

  constructor(now: TimeMs) {
    this.#now = now
  }

  /** The clock shows `now`: what is due goes on. Behind {@link rest} all of it is done. */
  moveTo(now: TimeMs): void {
    this.#now = now
    const { time, go } = this.#waits ?? { time: Number.POSITIVE_INFINITY, go: () => undefined }
    if (time > now) return
    this.#waits = undefined
    go()
  }

  async turnOf(time: TimeMs): Promise<void> {
    if (time <= this.#now || this.#isStopped) return
    await new Promise<void>((go) => {
      this.#waits = { time, go }
      for (const told of this.#rested.splice(0)) told()
    })
  }

  async pass(ms: number): Promise<void> {
    await this.turnOf(this.#now + ms)
  }

  async rest(): Promise<void> {
    if (this.#waits || this.#isStopped) return
    await new Promise<void>((told) => this.#rested.push(told))
  }

  stop(): void {
    this.#isStopped = true
    this.#waits?.go()
    this.#waits = undefined
    for (const told of this.#rested.splice(0)) told()
  }
}
