/** A PostgreSQL server of a test's own with a streaming replica, in a folder of their own. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"

const INSTALLED = "/usr/lib/postgresql"
const WITHIN_MS = 60_000

/** Where the newest server's programs are; undefined: there are none. */
function programs(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined
  const newest = readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a))[0]
  const folder = join(INSTALLED, newest ?? "", "bin")
  return existsSync(join(folder, "initdb")) ? folder : undefined
}

/** A PostgreSQL server doesn't run as root: then as whom its package has made. */
function whoRuns(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {}
  try {
    const of = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: "pipe" }).toString())
    return { uid: of("-u"), gid: of("-g") }
  } catch {
    return undefined
  }
}

const bin = programs()
const who = whoRuns()
export const pairCanRun = bin !== undefined && who !== undefined
/** Says what is left out, in the test's own name, where it can't run. */
export const PAIR_LEFT_OUT = `left out: no initdb under ${INSTALLED}, or no user postgres to run it as`

export interface PostgresPair {
  primary: string
  replica: string
  /** Runs a statement on the replica. */
  onReplica(statement: string): Promise<void>
  endReplica(): Promise<void>
  end(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function answers(url: string): Promise<void> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    try {
      return await run(url, "select 1")
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export async function startPair(): Promise<PostgresPair> {
  if (bin === undefined || who === undefined) throw new Error(PAIR_LEFT_OUT)
  const folder = mkdtempSync(join(tmpdir(), "saker-postgres-"))
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid ?? who.uid)
  const [first, second] = [join(folder, "primary"), join(folder, "replica")]
  const [port, replicaPort] = [await freePort(), await freePort()]
  const program = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, { ...who, cwd: folder, stdio: "pipe" })
  const serve = (data: string, at: number): ChildProcess => {
    const set = {
      fsync: "off",
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      shared_buffers: "32MB",
    }
    const args = Object.entries(set).flatMap(([name, value]) => ["-c", `${name}=${value}`])
    return spawn(join(bin, "postgres"), ["-D", data, "-p", String(at), ...args], { ...who, stdio: "ignore" })
  }
  const kill = async (child: ChildProcess | undefined) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // At once: it breaks all connections, and nothing of it is used again.
    child.kill("SIGQUIT")
    await once(child, "exit")
  }
  let servers: { primary?: ChildProcess; replica?: ChildProcess } = {}
  const end = async () => {
    await kill(servers.replica)
    await kill(servers.primary)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    program("initdb", ["-D", first, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
    servers = { primary: serve(first, port) }
    await answers(urlOf(port))
    program("pg_basebackup", ["-D", second, "-d", urlOf(port), "-R", "-c", "fast", "--no-sync"])
    servers = { ...servers, replica: serve(second, replicaPort) }
    await answers(urlOf(replicaPort))
  } catch (error) {
    await end()
    throw error
  }
  return {
    ...{ primary: urlOf(port), replica: urlOf(replicaPort), end },
    onReplica: (statement) => run(urlOf(replicaPort), statement),
    endReplica: () => kill(servers.replica),
  }
}
