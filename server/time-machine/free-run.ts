/** Moves a machine's clock on by itself, so many times as fast as the wall; where the machine can't follow, it is slower and never skips. */

import { setTimeout } from "node:timers/promises"
import type { Machine } from "./machine.ts"
import type { MachineSettings } from "./machine-settings.ts"

/** Behind by more than this it is slower than asked for: what was lost is not caught up with. */
const BEHIND_MS_MAX = 1_000
/** How often it is said that it is. */
const SAID_EVERY_MS = 30_000

/** Real time, in ms; tests hand in their own. */
interface Wall {
  now(): number
  wait(ms: number): Promise<unknown>
}

const systemWall: Wall = { now: () => performance.now(), wait: (ms) => setTimeout(ms) }

interface FreeRun {
  machine: Pick<Machine, "now" | "step">
  settings: Pick<MachineSettings, "stepMs" | "to"> & { speed: number }
  isStopped(): boolean
  say(line: string): void
  wall?: Wall
}

export async function runFree(run: FreeRun): Promise<void> {
  const { machine, settings, isStopped, say, wall = systemWall } = run
  const { speed, stepMs, to } = settings
  const begun = { wall: wall.now(), time: machine.now() }
  let from = begun
  let said = Number.NEGATIVE_INFINITY
  while (machine.now() < to && !isStopped()) {
    const due = from.wall + (machine.now() + stepMs - from.time) / speed
    const now = wall.now()
    if (due > now) await wall.wait(Math.min(due - now, BEHIND_MS_MAX))
    else if (now - due > BEHIND_MS_MAX) {
      from = { wall: now, time: machine.now() }
      if (now - said >= SAID_EVERY_MS) {
        said = now
        const reached = (machine.now() - begun.time) / (now - begun.wall)
        say(`this machine follows at about ${Math.round(reached)} times, not ${speed}; nothing is left out`)
      }
    }
    if (wall.now() >= due) await machine.step()
  }
}
