/** Runs Vitest, then the journeys in a browser, each into a file of results that the report reads. */

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { environment, node, root, run, say } from "./steps.mjs"

const results = join(root, "dist", "results")
/** What stands in the title of a journey that only `npm run verify` walks. */
const RARE = "@verify"

/**
 * Runs what is asked for and answers what came of it; nothing throws. `form` is "short" (what a change breaks most
 * often) or "long" (everything); `settings` go into the environment of the tests; `files` narrow vitest's part, and
 * without `chromium` no journey is walked.
 */
export function runTests({ form, chromium, settings = {}, files = [] }) {
  const unit = runUnitTests({ form, settings, files })
  return chromium ? { unit, journeys: runJourneys({ form, chromium, settings }) } : { unit }
}

/** Vitest's part of {@link runTests}; forgets the results of the last run. */
export function runUnitTests({ form, settings = {}, files = [] }) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  say("unit, property, wire, simulation and fault tests …")
  return part("vitest", "vitest.json", (file) =>
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
      { env: environment({ ...settings, SAKER_TESTS: form }), allowFailure: true },
    ),
  )
}

/** The journeys of `form`; "rare" are those that only "long" has. */
export function runJourneys({ form, chromium, settings = {} }) {
  const name = form === "rare" ? "rarer journeys" : "journeys"
  say(`${name} in the browser …`)
  return part(name, `playwright-${form}.json`, (file) =>
    run(
      node,
      [
        join(root, "node_modules/@playwright/test/cli.js"),
        ...["test", "--reporter=list,json", ...(form === "rare" ? ["--grep", RARE] : [])],
      ],
      {
        env: environment({
          ...settings,
          SAKER_TESTS: form === "short" ? "short" : "long",
          SAKER_CHROMIUM: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        }),
        allowFailure: true,
      },
    ),
  )
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
