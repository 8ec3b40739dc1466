/** A NATS server of a test's own, behind a wire that can be cut and slowed. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"

const COMMAND = "nats-server"
const LISTENS = /Listening for client connections on \S+:(\d+)/
const READY = "Server is ready"

export const natsIsThere = spawnSync(COMMAND, ["--version"]).error === undefined
/** Says what is left out, in the test's own name, where there is none. */
export const NATS_LEFT_OUT = `left out: no ${COMMAND} on this machine's PATH`

export interface TestNats {
  url: string
  /** Stops the process in its tracks, and lets it go on. */
  freeze(): void
  thaw(): void
  end(): Promise<void>
}

/** On a free port, or on that of one that was ended; `config`: file that it reads, with `env`. */
export async function startNats(
  port = -1,
  { config, env }: { config?: string; env?: Record<string, string> } = {},
): Promise<TestNats> {
  const read = config === undefined ? [] : ["-c", config]
  const child: ChildProcess = spawn(COMMAND, [...read, "-a", "127.0.0.1", "-p", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  })
  let said = ""
  const url = await new Promise<string>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`${COMMAND} ended with ${code}: ${said}`)))
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      const match = LISTENS.exec(said)
      if (match && said.includes(READY)) resolve(`nats://127.0.0.1:${match[1]}`)
    })
  })
  return {
    url,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

/** A wire to a server (NATS, PostgreSQL): what crosses can be held up by so many ms, and it can be cut or fall silent. */
export class Wire {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** The ends that the server has. */
  readonly #far = new Set<Socket>()
  #delayMs = 0
  #isCut = false
  #isSilent = false
  /** The server doesn't hear of connections that end. */
  #isHalf = false

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy()
      const far = connect(Number(target.port), target.hostname)
      this.#far.add(far)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        if (this.#isSilent) from.pause()
        from.on("data", (chunk) => {
          // In order, whatever the delay becomes meanwhile: nothing is written before what came earlier.
          if (this.#delayMs === 0) to.write(chunk)
          else setTimeout(() => void to.write(chunk), this.#delayMs)
        })
        from.on("error", () => undefined)
        from.on("close", () => {
          this.#sockets.delete(from)
          if (!this.#isHalf || from === far) to.destroy()
        })
      }
    })
  }

  static async to(url: string): Promise<Wire> {
    const wire = new Wire(new URL(url))
    wire.#server.listen(0, "127.0.0.1")
    await once(wire.#server, "listening")
    return wire
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === "object" && address ? address.port : 0
  }

  /** From now on; what is slowed stays slow until the wire is cut once. */
  slow(ms: number): void {
    this.#delayMs = ms
  }

  /** From now on nothing crosses, and nobody is told: connections stand, new ones too, until it is mended. */
  hush(): void {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.pause()
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Ends all connections at this end alone: for the server they stand. New ones are taken as ever. */
  loseNear(): void {
    this.#isHalf = true
    for (const socket of this.#sockets) if (!this.#far.has(socket)) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
    this.#isSilent = false
    this.#delayMs = 0
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
