/**
 * A second server on the same PostgreSQL database: it waits, with all code loaded, until the one that writes ends or falls silent, and
 * takes over then. Meanwhile it answers everything with 503, so that a proxy sends nobody to it.
 */

import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { listen, localHost } from "../http/listen.ts"
import type { Health } from "../http/page-config.ts"
import { TAKEN_OVER } from "../journal/journal.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { explainPostgres, WRITTEN_ELSEWHERE, writerLock } from "../storage/postgres-storage.ts"
import { SILENT_MS, type WriterLock } from "../storage/writer-lock.ts"
import { storageSettings } from "./begin-start.ts"
import { StandbyLook } from "./standby-look.ts"

const LOOK_EVERY_MS = 500
const REASON = "this server stands by: another one writes, and it takes over when that one ends"

/**
 * Waits for the lock of the database. `say`: hears each change of what it waits for.
 * @throws StartProblem when it can't listen, when the database can't be used at all, and once a newer release has written to it
 */
export async function standBy(settings: Settings, say: (line: string) => void): Promise<WriterLock> {
  const door = createServer((_, response) => {
    response.writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" })
    response.end(JSON.stringify({ ready: false, reason: REASON } satisfies Partial<Health>))
  })
  const storage = storageSettings(settings)
  const lock = writerLock(storage)
  const look = new StandbyLook(storage, settings.port)
  let said = ""
  const sayOnce = (line: string) => {
    if (line !== said) say(line)
    said = line
  }
  try {
    for (;;) {
      let inVain: StartProblem | undefined
      try {
        const unfit = await look.clockProblem()
        inVain = await look.waits(unfit === undefined)
        if (!inVain) {
          // Asked first: where nobody writes nothing is announced.
          const reason = unfit ?? (await takeOver(lock, look))
          if (reason === undefined) return lock
          if (!door.listening) await open(door, settings)
          sayOnce(`Saker stands by at ${addressOf(door, settings)}: ${reason}`)
        }
      } catch (error) {
        // Before the first answer a person is there to put it right; later it is an outage like any other.
        const problem = explainPostgres(storage, error)
        if (said === "") throw problem
        sayOnce(`Saker stands by: ${problem instanceof Error ? problem.message : String(problem)}`)
      }
      if (inVain) throw inVain
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    // Not waited for: should the server be silent on one of its connections, the others still are good for a start.
    look.close().catch(() => undefined)
    await close(door)
  }
}

/** Undefined: the lock is taken; else why not. */
async function takeOver(lock: WriterLock, look: StandbyLook): Promise<string | undefined> {
  if (!(await lock.takeFromSilent(SILENT_MS))) return "another server writes"
  const problem = await look.mayNotBegin()
  if (!problem) return undefined
  // The release that can go on with these commands must get in.
  await lock.release()
  return problem.message
}

const open = (door: Server, settings: Settings): Promise<void> =>
  listen(async () => {
    door.listen({ port: settings.port, host: settings.host })
    await once(door, "listening")
  }, settings)

function addressOf(door: Server, { host }: Settings): string {
  const bound = door.address()
  return `http://${localHost(host)}:${typeof bound === "object" && bound ? bound.port : ""}`
}

async function close(door: Server): Promise<void> {
  if (!door.listening) return
  door.close()
  door.closeAllConnections()
  await once(door, "close")
}

/** Whether another server has taken over: nothing of this one is written any more then. `failure`: of the running server. */
export const isTakenOver = (failure: string | undefined): boolean =>
  failure?.includes(TAKEN_OVER) === true || failure?.includes(WRITTEN_ELSEWHERE) === true

/** @throws StartProblem where nothing could be waited for */
export function checkStandby({ isStandby, databaseUrl }: Settings): void {
  if (isStandby && databaseUrl === "")
    throw new StartProblem(
      "SAKER_STANDBY: got 1 without a DATABASE_URL; allowed: 1 with a PostgreSQL server, whose database two servers can share",
    )
}
