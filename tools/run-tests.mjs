/** Runs Vitest, then the journeys in a browser, each into a file of results that the report reads. */

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { environment, node, root, run, say } from "./steps.mjs"

const results = join(root, "dist", "results")

/**
 * Runs what is asked for and answers what came of it; nothing throws. `form` is "short" (what a change breaks most
 * often) or "long" (everything); `settings` go into the environment of the tests; `files` narrow vitest's part, and
 * without `chromium` no journey is walked.
 */
export function runTests({ form, chromium, settings = {}, files = [] }) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const env = { ...settings, SAKER_TESTS: form }
  say("unit, property, wire, simulation and fault tests …")
  const unit = part("vitest", "vitest.json", (file) =>
    run(
      node,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...files,
      ],
      { env: environment(env), allowFailure: true },
    ),
  )
  if (!chromium) return { unit }
  say("journeys in the browser …")
  const journeys = part("journeys", "playwright.json", (file) =>
    run(node, [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"], {
      env: environment({ ...env, SAKER_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
      allowFailure: true,
    }),
  )
  return { unit, journeys }
}

function part(name, fileName, work) {
  const file = join(results, fileName)
  const began = performance.now()
  const status = work(file)
  const seconds = (performance.now() - began) / 1000
  return {
    name,
    status,
    seconds,
    json: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined,
  }
}
