/** No route of the public door is without a limit: each is asked until it refuses (W7). */

import { afterAll, beforeAll, expect, test } from "vitest"
import { endpoints } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const routes = new Map<string, { method: string; path: string }>()
let server: RunningServer

/** Every limit that can be set is one a second. */
const LEAST = {
  SAKER_READS_PER_SECOND: "1",
  SAKER_HISTORY_PER_SECOND: "1",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "1",
  SAKER_UPLOADS_PER_SECOND: "1",
  SAKER_ORDERS_PER_SECOND: "1",
  SAKER_CANCELS_PER_SECOND: "1",
  SAKER_FILES_PER_SECOND: "1",
}
/** So many at once: few, since a flood is answered late; then more than any fixed limit lets through in a second. */
const ROUNDS = [4, 4, 30, 30, 30]

beforeAll(async () => {
  server = await startInProcess(
    { SAKER_MARKETS: "1", ...LEAST },
    { onRoute: (method, path) => routes.set(`${method} ${path}`, { method, path }) },
  )
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

async function isLimited({ method, path }: { method: string; path: string }): Promise<boolean> {
  const address = server.address + path.replace("*", "index.html").replace(/:\w+/g, "0".repeat(32))
  const ask = async () => {
    const answer = await fetch(address, { method })
    await answer.arrayBuffer()
    return answer.headers.has("retry-after")
  }
  for (const length of ROUNDS) {
    const refused = await Promise.all(Array.from({ length }, ask))
    if (refused.includes(true)) return true
  }
  return false
}

test("every route of the table refuses an address that asks too often", async () => {
  expect(routes.size).toBeGreaterThan(Object.keys(endpoints).length)
  const unlimited = []
  for (const [name, route] of routes) if (!(await isLimited(route))) unlimited.push(name)
  expect(unlimited).toEqual([])
})
