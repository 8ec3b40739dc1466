/** What `npm start` runs is the server bundled into a few files: it finds its threads, texts and pages, also after a kill. */

import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeFolders, startSaker } from "#tests/support/saker-process.ts"
import { bundledServer, node, root } from "../../tools/steps.mjs"

const START_WITHIN_MS = 180_000

beforeAll(
  () => void execFileSync(node, [join(root, "tools/bundle-server.ts")], { cwd: root }),
  START_WITHIN_MS,
)
afterAll(removeFolders)

/** What the server reads beside its code: files of its own, of the operator, of the examples. */
const PLACES = ["/openapi.json", "/docs", "/docs/style.css", "/docs/client/README.md"]

test(
  "the bundled server is ready again after a kill, and finds everything it reads",
  async () => {
    const first = await startSaker({ serve: bundledServer, env: { SAKER_MARKETS: "3" } })
    await first.end("SIGKILL")
    const again = await startSaker({ serve: bundledServer, data: first.data, env: { SAKER_MARKETS: "3" } })
    for (const place of PLACES) expect([place, (await fetch(again.url + place)).status]).toEqual([place, 200])
    // A clean end keeps a snapshot, which is packed in a thread.
    expect(await again.end("SIGTERM")).toBe(0)
    expect(again.output()).not.toContain('"level":50')
  },
  2 * START_WITHIN_MS,
)
