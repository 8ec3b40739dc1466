/** Fits the limits on connections into the files that the system lets this process open. */

import { StartProblem } from "../settings/start-problem.ts"

/**
 * Kept back for the database, its log, the lock, the program itself and outgoing connections. A server at rest has some
 * 220 open, 150 of them the embedded database's, which opens more as its tables are used.
 */
export const FILES_KEPT_BACK = 320
/** Files that an HTTP connection may hold: itself, and what is being sent on it. */
const FILES_PER_HTTP = 2
/** With fewer than this a page can't even be loaded. */
const FILES_LEAST = 60

/** Of caps that had to be made smaller, what one address may have: so that one never takes them all. */
const ADDRESS_SHARE = 1 / 4

export interface ConnectionCaps {
  connectionsMax: number
  connectionsPerAddress: number
  httpConnectionsMax: number
  httpConnectionsPerAddress: number
}

/** How many files this process may open; undefined where the system sets no limit or doesn't tell. */
export function openFilesMax(): number | undefined {
  if (!process.report) return undefined
  // Without it the report asks the network for the names of all addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === "number" ? soft : undefined
}

/**
 * The same settings where the files suffice, else the caps made smaller in proportion.
 * @throws StartProblem when too few files are left to serve anybody
 */
export function fitToOpenFiles<Caps extends ConnectionCaps>(caps: Caps, files: number | undefined): Caps {
  if (files === undefined) return caps
  const left = files - FILES_KEPT_BACK
  if (left < FILES_LEAST) {
    throw new StartProblem(
      `open files: ${files} are allowed to this process; allowed: ${FILES_KEPT_BACK + FILES_LEAST} or more (ulimit -n)`,
    )
  }
  const wanted = caps.httpConnectionsMax * FILES_PER_HTTP + caps.connectionsMax
  if (wanted <= left) return caps
  const fitted = (cap: number) => Math.max(1, Math.floor((cap * left) / wanted))
  const shareOf = (cap: number) => Math.max(1, Math.floor(fitted(cap) * ADDRESS_SHARE))
  return {
    ...caps,
    connectionsMax: fitted(caps.connectionsMax),
    connectionsPerAddress: Math.min(caps.connectionsPerAddress, shareOf(caps.connectionsMax)),
    httpConnectionsMax: fitted(caps.httpConnectionsMax),
    httpConnectionsPerAddress: Math.min(caps.httpConnectionsPerAddress, shareOf(caps.httpConnectionsMax)),
  }
}
