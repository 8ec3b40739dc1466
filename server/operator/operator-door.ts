/** The operator's HTTP server: loopback only, opened by a secret, with the operator's key behind it (E4). */

import { timingSafeEqual } from "node:crypto"
import { rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import Fastify, { type FastifyBaseLogger, LogController } from "fastify"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { TrustedProxies } from "../calls/client-address.ts"
import { addFaults } from "../http/create-http.ts"
import { addEndpoints } from "../http/endpoint-routes.ts"
import type { ProblemText } from "../http/problem-text.ts"
import { addSecurityLog } from "../http/security-log.ts"
import { StartProblem, systemCode } from "../settings/start-problem.ts"
import { newSecret, writePrivate } from "../storage/private-file.ts"
import { type OperatorParts, operatorHandlers } from "./operator.handlers.ts"
import { NOBODY } from "./operator-keys.ts"

/**
 * In the data folder while a server runs: where its door is, and what opens it. A bearer token is
 * this secret and, right behind it, the operator's key.
 */
export const DOOR_FILE = "operator.json"
export interface DoorFile {
  address: string
  secret: string
}

const HOST = "127.0.0.1"
const BODY_BYTES_MAX = 16 * 1024
/** Who holds the secret holds the data folder as well: there is nobody to be limited. */
const NO_LIMIT = { read: 0, history: 0, account: 0, upload: 0, order: 0, cancel: 0 }

interface DoorParts extends OperatorParts {
  /** Data folder; the door's file lies in it, readable by its owner alone. */
  folder: string
  /** 0: a free one. */
  port: number
  text: ProblemText
  log: FastifyBaseLogger
  checkAnswers: boolean
}

/** Opens the door; answers how to close it. Throws a StartProblem when the port can't be had. */
export async function openOperatorDoor(parts: DoorParts): Promise<() => Promise<void>> {
  const { text, log, checkAnswers } = parts
  const secret = newSecret()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
  })
  const proxies = new TrustedProxies([])
  addSecurityLog(app, log, proxies)
  addFaults(app, text)
  addEndpoints(app, operatorEndpoints, operatorHandlers(parts), {
    text,
    proxies,
    limits: NO_LIMIT,
    findSession: async (given) => {
      if (!isSame(given.slice(0, secret.length), secret)) return null
      const key = given.slice(secret.length)
      return key === "" ? NOBODY : await parts.keys.find(key)
    },
    checkAnswers,
  })
  try {
    await app.listen({ host: HOST, port: parts.port })
  } catch (error) {
    const code = systemCode(error)
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error
    const what = code === "EADDRINUSE" ? "is taken by another program" : "may not be opened by this user"
    throw new StartProblem(`SAKER_OPERATOR_PORT: ${parts.port} ${what}; allowed: a free port, or 0 for any`)
  }
  const { port } = app.server.address() as AddressInfo
  const door: DoorFile = { address: `http://${HOST}:${port}`, secret }
  await writePrivate(parts.folder, DOOR_FILE, door)
  return async () => {
    await rm(join(parts.folder, DOOR_FILE), { force: true })
    await app.close()
  }
}

const isSame = (given: string, secret: string): boolean =>
  given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))
