/** A Caddy of a test's own: one of the documented files, as it is, with a certificate of Caddy's internal authority. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { freshFolder } from "./saker-process.ts"

const COMMAND = "caddy"
const WITHIN_MS = 60_000

export const caddyIsThere = spawnSync(COMMAND, ["version"]).error === undefined
/** Says what is left out, in the test's own name, where there is none. */
export const CADDY_LEFT_OUT = `left out: no ${COMMAND} on this machine's PATH`

interface Asked {
  /** One of 127.0.0.0/8: to Caddy another visitor's. */
  from: string
  method?: string
  body?: object
  headers?: Record<string, string>
}

export interface TestCaddy {
  url: string
  /** Of the authority that signed its certificate. */
  ca: Buffer
  /** What Caddy answers; rejects where the connection breaks. */
  ask(
    path: string,
    asked: Asked,
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>
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

/**
 * `env`: what the file reads besides SAKER_DOMAIN, which is `localhost`. Nothing is installed on the machine.
 * @param plainPort takes the place of port 80, and the test's own that of 443
 */
export async function startCaddy(
  file: string,
  env: Record<string, string>,
  plainPort: number,
): Promise<TestCaddy> {
  const folder = freshFolder()
  const port = await freePort()
  const config = join(folder, "Caddyfile")
  const ports = [`http_port ${plainPort}`, `https_port ${port}`, "local_certs"]
  const options = ["skip_install_trust", "admin off", `storage file_system ${folder}`, ...ports]
  writeFileSync(config, `{\n\t${options.join("\n\t")}\n}\nimport ${file}\n`)
  const child: ChildProcess = spawn(COMMAND, ["run", "--config", config, "--adapter", "caddyfile"], {
    env: { PATH: process.env.PATH, HOME: folder, ...env, SAKER_DOMAIN: "localhost" },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-20_000)
  })
  const root = join(folder, "pki/authorities/local/root.crt")
  const until = performance.now() + WITHIN_MS
  while (!existsSync(root) || !said.includes("serving initial configuration")) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${COMMAND} didn't start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ca = readFileSync(root)
  return {
    url: `https://localhost:${port}`,
    ca,
    ask: (path, { from, method = "GET", body, headers }) =>
      new Promise((resolve, reject) => {
        const type = body ? { "content-type": "application/json" } : {}
        const choices = {
          host: "127.0.0.1",
          servername: "localhost",
          port,
          path,
          method,
          ca,
          localAddress: from,
        }
        const asked = request(
          { ...choices, agent: false, headers: { host: `localhost:${port}`, ...type, ...headers } },
          (response) => {
            const parts: Buffer[] = []
            response.on("data", (part: Buffer) => parts.push(part))
            response.on("error", reject)
            response.on("end", () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(parts).toString(),
              }),
            )
          },
        )
        asked.on("error", reject)
        asked.end(body && JSON.stringify(body))
      }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}
