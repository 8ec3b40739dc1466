/** Runs the real server as a process of its own: free port, own data folder. */

import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StartOptions } from "#server/start/stage.ts"
import { serverFlags, serverMemory } from "../../tools/steps.mjs"
import { noteFolder } from "./mailbox.ts"

const root = join(import.meta.dirname, "../..")
const node = join(root, "node_modules/node/bin/node")
const READY = /Saker is ready at (http:\/\/[^\s]+)/
/** Far more than a start takes on a busy machine; a server that isn't ready by then is broken. */
const READY_WITHIN_MS = 180_000

/** The same market in each run of a day; BTC stays between 60,000 and 90,000 USDT by this seed until 2028. */
const SEED = "52"
/** Name of the database of a server that was started here. */
export const DATABASE = `simulated-${SEED}`

export interface SakerProcess {
  url: string
  port: number
  data: string
  output(): string
  /** Resolves with the exit code (null after a kill), whoever ended it. */
  ended(): Promise<number | null>
  /** Sends a signal and waits for the end; answers the exit code (null after a kill). */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Stops the process in its tracks (SIGSTOP): sockets stay open and fall silent. */
  freeze(): void
  thaw(): void
  /** With `comesTo` only: to two seconds before the next one. */
  goOn(): void
}

export interface SakerSetup {
  /** Extra environment, e.g. `{ SAKER_MARKETS: "500" }`. */
  env?: Record<string, string>
  /** Use this data folder instead of a fresh one. */
  data?: string
  port?: number
  /** Files that the process may open (`ulimit -n`). */
  openFiles?: number
  /** Serve another build of the page, or save more often than any setting allows. */
  options?: ServeOptions
  /** What Node runs: other than the sources. */
  serve?: readonly string[]
  /** May take for ever: it stands by. */
  waits?: boolean
  /** Hears of the process at once, long before it is ready. */
  onSpawn?: (pid: number) => void
  /** Gets, at once, what reads all that it has printed so far. */
  onOutput?: (output: () => string) => void
}

export interface ServeOptions extends Pick<StartOptions, "siteFolder" | "rhythm" | "saveEveryMs"> {
  /** Its clock begins a quarter of an hour before a funding, or the end of a UTC day, and goes to two seconds before it when asked. */
  comesTo?: "funding" | "day"
}

const folders = new Set<string>()

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "saker-test-"))
  folders.add(folder)
  return folder
}

/** Of all servers that this process has started: only when none of them runs any more. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

function launch(setup: SakerSetup, data: string): { child: ChildProcess; output: () => string } {
  const serve = setup.options
    ? [...serverFlags, "tests/support/serve-with.ts", JSON.stringify(setup.options)]
    : (setup.serve ?? [...serverFlags, "server/main.ts"])
  const [command = node, ...more] =
    setup.openFiles === undefined
      ? [node, ...serve]
      : ["sh", "-c", `ulimit -n ${setup.openFiles} && exec "$0" "$@"`, node, ...serve]
  const child = spawn(command, more, {
    cwd: root,
    env: {
      ...serverMemory,
      PATH: process.env.PATH ?? "",
      PORT: String(setup.port ?? 0),
      SAKER_HOST: "127.0.0.1",
      SAKER_DATA: data,
      SAKER_QR: "0",
      SAKER_SEED: SEED,
      SAKER_RESTART_PAUSE: "0",
      SAKER_LOG: "warn",
      // Where nobody cuts the power, waiting for the disk is waiting for the other tests.
      SAKER_FORCE_WRITES: "0",
      // As `npm start` does; a test run starts the server a hundred times.
      NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
      ...setup.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  setup.onSpawn?.(child.pid ?? 0)
  let text = ""
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-200_000)
  }
  child.stdout?.on("data", keep)
  child.stderr?.on("data", keep)
  setup.onOutput?.(() => text)
  return { child, output: () => text }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once("exit", (code) => resolve(code))
  })

/** Ends processes that may have ended by themselves, those that were never ready among them. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // Gone already.
    }
  }
}

/** Starts the server and waits until it says that it is ready; throws with its output when it ends before. */
export async function startSaker(setup: SakerSetup = {}): Promise<SakerProcess> {
  const data = setup.data ?? freshFolder()
  const { child, output } = launch(setup, data)
  const url = await new Promise<string>((resolve, reject) => {
    const late =
      setup.waits === true
        ? undefined
        : setTimeout(() => {
            // Nobody would end it later: it would slow down all that comes after.
            child.kill("SIGKILL")
            reject(new Error(`not ready: ${output()}`))
          }, READY_WITHIN_MS)
    const look = () => {
      const match = READY.exec(output())
      if (!match?.[1]) return
      clearTimeout(late)
      resolve(match[1])
    }
    child.stdout?.on("data", look)
    child.once("exit", (code) => {
      clearTimeout(late)
      reject(new Error(`ended with ${code}: ${output()}`))
    })
  })
  noteFolder(url, data)
  return {
    url,
    port: Number(new URL(url).port),
    data,
    output,
    ended: () => ended(child),
    end: async (signal = "SIGTERM") => {
      child.kill("SIGCONT")
      child.kill(signal)
      return await ended(child)
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    goOn: () => void child.kill("SIGUSR2"),
  }
}

/** Runs a server that is expected not to start; answers its exit code and what it printed. */
export async function startAndFail(setup: SakerSetup): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(setup, setup.data ?? freshFolder())
  const late = setTimeout(() => child.kill("SIGKILL"), READY_WITHIN_MS)
  const code = await ended(child)
  clearTimeout(late)
  return { code, output: output() }
}
