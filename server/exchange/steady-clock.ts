/** The exchange's time: the wall clock, as long as a clock that nobody sets agrees with it (T6). */

import { uptime } from "node:os"
import type { TimeMs } from "#core/money/units.ts"
import type { Clock } from "./exchange.ts"

/** By so much the wall clock may be moved and is followed: a time service corrects it by less. */
export const AGREE_MS = 2_000
/** The machine's own uptime is told in whole seconds on some systems. */
const UPTIME_MS = 1_000
/** How often the uptime is asked for: it costs more than a clock. */
const UPTIME_EVERY_MS = 5_000

export interface SteadyClockParts {
  clock: Clock
  /** Epoch ms that was kept last: no time before it is told. */
  least: TimeMs
  /** Ms since the machine began, its sleep included; sleep stops the clock that nobody sets. */
  sinceBoot?: () => number
}

/**
 * A wall clock that jumps is not followed: time goes on by the clock that nobody sets, and {@link apart} says by how much
 * they differ, until the wall clock is right again or the server is started anew. A machine that slept is no jump. A
 * start whose wall clock is behind what was kept goes on from there, in real time.
 */
export class SteadyClock implements Clock {
  readonly after: Clock["after"]
  readonly soon: Clock["soon"]
  readonly #clock: Clock
  readonly #sinceBoot: () => number
  /** The last time that was told, and when that was by the clock that nobody sets. */
  #at: { time: number; elapsed: number }
  /** A wall clock that was right, and the uptime of then. */
  #boot: { wall: number; sinceBoot: number; elapsed: number }

  constructor({ clock, least, sinceBoot = () => uptime() * 1000 }: SteadyClockParts) {
    this.#clock = clock
    this.#sinceBoot = sinceBoot
    this.after = clock.after.bind(clock)
    this.soon = clock.soon.bind(clock)
    const [wall, elapsed] = [clock.now(), clock.elapsed()]
    this.#at = { time: Math.max(wall, least), elapsed }
    this.#boot = { wall, sinceBoot: sinceBoot(), elapsed }
  }

  // Both are handed on by themselves.
  readonly elapsed = (): number => this.#clock.elapsed()

  readonly now = (): TimeMs => {
    const elapsed = this.#clock.elapsed()
    const wall = this.#clock.now()
    const expected = this.#at.time + (elapsed - this.#at.elapsed)
    if (Math.abs(wall - expected) <= AGREE_MS || this.#hasSlept(wall, elapsed)) {
      this.#noteUptime(wall, elapsed)
      // Held still rather than set back.
      this.#at = { time: Math.max(this.#at.time, wall), elapsed }
      return Math.floor(this.#at.time)
    }
    this.#at = { time: Math.max(this.#at.time, expected), elapsed }
    return Math.floor(this.#at.time)
  }

  /** Ms by which the exchange's time is ahead of the wall clock, negative when behind; 0 while they agree. */
  apart(): number {
    const ahead = this.now() - this.#clock.now()
    return Math.abs(ahead) <= AGREE_MS ? 0 : ahead
  }

  #noteUptime(wall: number, elapsed: number): void {
    if (elapsed - this.#boot.elapsed < UPTIME_EVERY_MS) return
    this.#boot = { wall, sinceBoot: this.#sinceBoot(), elapsed }
  }

  /** The wall clock is ahead by as long as the machine has been up beyond what the other clock counted. */
  #hasSlept(wall: number, elapsed: number): boolean {
    if (wall < this.#at.time) return false
    const slept = this.#sinceBoot() - this.#boot.sinceBoot - (elapsed - this.#boot.elapsed)
    const wallSlept = wall - this.#boot.wall - (elapsed - this.#boot.elapsed)
    return slept > AGREE_MS && Math.abs(wallSlept - slept) <= AGREE_MS + UPTIME_MS
  }
}
