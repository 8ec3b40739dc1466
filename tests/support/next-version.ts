/**
 * Loaded before the server (`--import`): makes a later version of it. Its data have the next format, with one more migration, its state the
 * next version, with a step up to it, and its commands mean something else, so that it can't do those of this version again.
 */

import { registerHooks } from "node:module"
import { RULES_VERSION, STATE_VERSION } from "#server/engine/versions.ts"
import { FORMAT } from "#server/storage/schema.ts"

/** The copy that the server loads is another one than what was imported here. */
const MARK = "?next"

const FIRST_STEP = "1: from1to2,"
const MIGRATIONS = "getMigrations: async () => ({"
const addColumn = `(database) => database.schema.alterTable("orders").addColumn("next_version", "text").execute()`

/** What is changed in which file; each must be there. */
const CHANGES: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  "server/storage/schema.ts": [[`const FORMAT = ${FORMAT}`, `const FORMAT = ${FORMAT + 1}`]],
  "server/engine/versions.ts": [
    [`const RULES_VERSION = ${RULES_VERSION}`, `const RULES_VERSION = ${RULES_VERSION + 1}`],
    [`const STATE_VERSION = ${STATE_VERSION}`, `const STATE_VERSION = ${STATE_VERSION + 1}`],
  ],
  "server/engine/snapshot/upgrades/upgrade-state.ts": [
    [FIRST_STEP, `${FIRST_STEP} ${STATE_VERSION}: (saved) => ({ ...saved, version: ${STATE_VERSION + 1} }),`],
  ],
  // Kysely does them in the order of their names.
  "server/storage/migrations.ts": [[MIGRATIONS, `${MIGRATIONS} "2999-01-01-next": { up: ${addColumn} },`]],
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const isChanged = Object.keys(CHANGES).some((path) => resolved.url.endsWith(`/${path}`))
    return isChanged ? { ...resolved, url: resolved.url + MARK } : resolved
  },
  load(url, context, nextLoad) {
    if (!url.endsWith(MARK)) return nextLoad(url, context)
    const path = url.slice(0, -MARK.length)
    const loaded = nextLoad(path, context)
    let source = String(loaded.source)
    const changes = Object.entries(CHANGES).find(([file]) => path.endsWith(`/${file}`))?.[1] ?? []
    for (const [before, after] of changes) {
      if (!source.includes(before)) throw new Error(`${path} has no ${before}`)
      source = source.replace(before, after)
    }
    return { ...loaded, source, shortCircuit: true }
  },
})
