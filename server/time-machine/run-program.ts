/** Starts the command that trades in a machine, with all it needs to know in its environment, and ends it. */

import { spawn } from "node:child_process"
import { setTimeout as wait } from "node:timers/promises"
import type { Machine } from "./machine.ts"
import type { MachineSettings } from "./machine-settings.ts"

/** One that was told in lockstep that the stretch has ended has so long to come to its own end before it is asked to. */
const LEAVES_WITHIN_MS = 10_000
/** One that was asked to end has so long to do it. */
const ENDS_WITHIN_MS = 5_000
/** How often it is looked at whether all that it started is gone. */
const LOOK_MS = 20

export interface Program {
  /** Its exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Asks it to end, at once or, where it `knows` that it should, after a while; makes it after another. Resolves when it has. */
  end(knows: boolean): Promise<void>
}

/** By the shell, as it would be typed; its output is ours. A group of its own, so that what it starts ends with it. */
export function runProgram(command: string, machine: Machine, settings: MachineSettings): Program {
  const child = spawn(command, {
    ...{ shell: true, detached: process.platform !== "win32", stdio: ["ignore", "inherit", "inherit"] },
    env: { ...process.env, ...environmentOf(machine, settings) },
  })
  const ended = new Promise<number | string>((resolve) => {
    child.on("error", (error) => resolve(error.message))
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "ended"))
  })
  /** To all of its group; false: nobody of it is there any more. The shell ends before what it started. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false
    try {
      return process.kill(process.platform === "win32" ? child.pid : -child.pid, signal)
    } catch {
      return false
    }
  }
  const isGone = async (withinMs: number): Promise<boolean> => {
    for (let waited = 0; waited < withinMs; waited += LOOK_MS) {
      if (!send(0)) return true
      await wait(LOOK_MS)
    }
    return false
  }
  return {
    ended,
    async end(knows) {
      if (knows && (await isGone(LEAVES_WITHIN_MS))) return
      send("SIGTERM")
      if (!(await isGone(ENDS_WITHIN_MS))) send("SIGKILL")
      await ended
    },
  }
}

const environmentOf = (
  { address, trader }: Machine,
  { from, to, symbols, speed, stepMs }: MachineSettings,
): Record<string, string> => ({
  ...{ BOT_ADDRESS: address, BOT_KEY: trader.key, BOT_SECRET: trader.secret },
  ...{ BOT_FROM: String(from), BOT_TO: String(to), BOT_SYMBOLS: symbols.join(",") },
  ...{ BOT_LOCKSTEP: speed === null ? "1" : "0", BOT_STEP_MS: String(stepMs) },
})
