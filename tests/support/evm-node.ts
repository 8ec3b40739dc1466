/** A development node of Ethereum (anvil) from the package registry, and a door before it that fails on purpose. */

import { type ChildProcess, execFile, spawn } from "node:child_process"
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { type AddressInfo, createServer as createSocketServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const VERSION = "1.7.1"
/** Kept between runs, outside of the repository: it is 43 MB, and nothing else needs it. */
const FOLDER = join(tmpdir(), `saker-anvil-${VERSION}`)
const INSTALL_MS = 120_000
const START_MS = 60_000

type Params = readonly unknown[]

export interface DevNode {
  url: string
  /** Asks it, past the door. */
  ask(method: string, ...params: Params): Promise<unknown>
  stop(): Promise<void>
}

/** Where the node's program lies; otherwise why it can't be had. */
export async function findNode(): Promise<{ program: string } | { missing: string }> {
  const names = { linux: "linux", darwin: "darwin", win32: "win32" } as Record<string, string>
  const kind = `${names[process.platform] ?? process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`
  const suffix = process.platform === "win32" ? ".exe" : ""
  const programIn = (folder: string) =>
    join(folder, "node_modules", "@foundry-rs", `anvil-${kind}`, "bin", `anvil${suffix}`)
  if (!existsSync(programIn(FOLDER))) {
    const made = mkdtempSync(join(tmpdir(), "saker-anvil-"))
    try {
      writeFileSync(join(made, "package.json"), "{}")
      const given = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
      const npm = process.platform === "win32" ? "npm.cmd" : "npm"
      await promisify(execFile)(npm, [...given, `@foundry-rs/anvil-${kind}@${VERSION}`], {
        ...{ cwd: made, timeout: INSTALL_MS },
      })
      // Whoever is first; another run may have brought it in the meantime.
      if (!existsSync(FOLDER)) renameSync(made, FOLDER)
    } catch (error) {
      const [line = ""] = String(error instanceof Error ? error.message : error).split("\n")
      return { missing: `@foundry-rs/anvil-${kind}@${VERSION} can't be installed: ${line}` }
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  }
  const program = programIn(FOLDER)
  return existsSync(program) ? { program } : { missing: `${program} isn't there` }
}

async function freePort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Mines only when it is told to; its accounts hold 10,000 ETH each, and it signs for them. */
export async function startNode(program: string): Promise<DevNode> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(program, ["--host", "127.0.0.1", "--port", String(port), "--no-mining"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    await listening(child)
  } catch (error) {
    child.kill("SIGKILL")
    throw error
  }
  return {
    url,
    ask: (method, ...params) => askAt(url, method, params),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGKILL")
      }),
  }
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error("anvil doesn't start")), START_MS)
    const end = (done: () => void) => {
      clearTimeout(timeout)
      done()
    }
    child.stdout?.on("data", (text) => {
      if (String(text).includes("Listening on")) end(resolve)
    })
    child.once("error", (error) => end(() => reject(error)))
    child.once("exit", (code) => end(() => reject(new Error(`anvil ended with ${code}`))))
  })
}

async function askAt(url: string, method: string, params: Params): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
  const headers = { "content-type": "application/json" }
  const answer = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

/**
 * How the door treats requests. `away`: cuts them off. `silent`: never answers. `loses what is sent`: a raw transaction
 * never reaches the node. `loses its answer`: it does, and nobody hears of it.
 */
type Mood = "well" | "away" | "silent" | "loses what is sent" | "loses its answer"

export interface Door {
  url: string
  mood: Mood
  /** Raw transactions that were asked to be sent, in order. */
  readonly sent: string[]
  close(): Promise<void>
}

export async function openDoor(node: DevNode): Promise<Door> {
  const sent: string[] = []
  const server: Server = createServer(async (request, response) => {
    const { mood } = door
    if (mood === "away") return request.socket.destroy()
    let body = ""
    for await (const piece of request) body += piece
    const raw = /"eth_sendRawTransaction","params":\["(0x[0-9a-f]+)"/.exec(body)?.[1]
    if (raw !== undefined) sent.push(raw)
    if (mood === "silent") return
    if (raw !== undefined && mood === "loses what is sent") return request.socket.destroy()
    const headers = { "content-type": "application/json" }
    const answer = await fetch(node.url, { method: "POST", headers, body })
    const text = await answer.text()
    if (raw !== undefined && mood === "loses its answer") return request.socket.destroy()
    response.writeHead(answer.status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const door: Door = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: "well",
    sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return door
}
