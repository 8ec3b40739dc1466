/** Runs the real server for a figure: `server/main.ts` in a process and data folder of its own, simulated feed. */

import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serverEnvironment, serverFlags } from "../../tools/steps.mjs"

const root = join(import.meta.dirname, "../..")
const START_WITHIN_MS = 120_000

export interface RealServer {
  port: number
  /** Address of the sandbox's mailbox, with its key. */
  mailbox: string
  pid: number
  /** Its data folder. */
  folder: string
  close(): Promise<void>
}

interface How {
  /** What node is given. */
  command?: readonly string[]
  /** Nothing is set but where it listens and where it keeps its data. */
  isAsItComes?: boolean
}

/** All clients of a bench are one address. Its oracles read what is sent: uncompressed. */
const FOR_BENCH = {
  SAKER_SEED: "1",
  SAKER_READS_PER_SECOND: "10000",
  SAKER_HISTORY_PER_SECOND: "10000",
  SAKER_SOCKET_COMPRESSION: "0",
}

export async function startRealServer(
  settings: Readonly<Record<string, string>> = {},
  { command = [...serverFlags, join(root, "server/main.ts")], isAsItComes = false }: How = {},
): Promise<RealServer> {
  const data = mkdtempSync(join(tmpdir(), "saker-bench-"))
  const port = await freePort()
  const child = spawn(process.execPath, command, {
    env: {
      ...serverEnvironment(),
      PORT: String(port),
      SAKER_HOST: "127.0.0.1",
      SAKER_DATA: data,
      ...(isAsItComes ? {} : FOR_BENCH),
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const close = async () => {
    await ended(child)
    rmSync(data, { recursive: true, force: true })
  }
  const until = Date.now() + START_WITHIN_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await close()
      throw new Error("the server did not start")
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { secret } = JSON.parse(readFileSync(join(data, "mailbox.json"), "utf8")) as { secret: string }
  return {
    port,
    mailbox: `http://127.0.0.1:${port}/mailbox/${secret}`,
    pid: child.pid ?? 0,
    folder: data,
    close,
  }
}

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await gone
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
