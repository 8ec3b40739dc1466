/** Where does an operator come in? On a door of its own, that only this machine reaches and only a secret opens. */

import { randomBytes, timingSafeEqual } from "node:crypto"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import Fastify, { type FastifyBaseLogger, LogController } from "fastify"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { addFaults } from "../http/create-http.ts"
import { addEndpoints } from "../http/endpoint-routes.ts"
import type { ProblemText } from "../http/problem-text.ts"
import { StartProblem, systemCode } from "../start-problem.ts"
import { type OperatorParts, operatorHandlers } from "./operator.handlers.ts"

/** In the data folder while a server runs: where its door is, and what opens it. */
export const DOOR_FILE = "operator.json"
export interface DoorFile {
  address: string
  secret: string
}

const HOST = "127.0.0.1"
const SECRET_BYTES = 32
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
  const secret = randomBytes(SECRET_BYTES).toString("base64url")
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
  })
  addFaults(app, text)
  addEndpoints(app, operatorEndpoints, operatorHandlers(parts), {
    text,
    limits: NO_LIMIT,
    // Nobody in particular: acts carry the operator's name themselves.
    findSession: async (given) => (isSame(given, secret) ? { id: 0, userId: 0 } : null),
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
  const file = join(parts.folder, DOOR_FILE)
  await writeDoor(parts.folder, file, { address: `http://${HOST}:${port}`, secret })
  return async () => {
    await rm(file, { force: true })
    await app.close()
  }
}

/** Whole or not at all, and never, not even for a moment, readable by others. */
async function writeDoor(folder: string, file: string, door: DoorFile): Promise<void> {
  const draft = `${file}.new`
  await mkdir(folder, { recursive: true })
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(door)}\n`, { mode: 0o600, flag: "wx" })
  await rename(draft, file)
}

const isSame = (given: string, secret: string): boolean =>
  given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))
