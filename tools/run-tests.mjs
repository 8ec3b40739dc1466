/** Runs Vitest, then the journeys in a browser, each into a file of results that the report reads. */

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isCrash, LOST_FILE } from "./lost-processes.mjs"
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

/**
 * Vitest's part of {@link runTests}; forgets the results of the last run. `lost` are the files whose process ended by itself, and
 * `stray` the errors of no test. With SAKER_SECOND_TRY files are run again, once, if nothing but a crash of node lost them.
 */
export function runUnitTests({ form, settings = {}, files = [] }) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  say("unit, property, wire, simulation and fault tests …")
  const first = vitest("vitest", { form, settings, files })
  const { lost, errors: stray } = first.told
  const isFit = settings.SAKER_SECOND_TRY && lost.length > 0 && stray.every(isCrash)
  if (!isFit) return { ...first, lost, stray }
  say(`again, since node crashed: ${lost.join(", ")} …`)
  const again = vitest("vitest-again", { form, settings, files: lost })
  return { ...together(first, again), lost, stray }
}

function vitest(name, { form, settings, files }) {
  const lostFile = join(results, `${name}-lost.json`)
  const ran = part("vitest", `${name}.json`, (file) =>
    run(
      node,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--reporter=${join(root, "tools/lost-processes.mjs")}`,
        `--outputFile.json=${file}`,
        ...files,
      ],
      { env: environment({ ...settings, SAKER_TESTS: form, [LOST_FILE]: lostFile }), allowFailure: true },
    ),
  )
  return { ...ran, told: read(lostFile) ?? { lost: [], errors: [] } }
}

/** The results of the first run, with those of the second in place of what that one ran again. */
function together(first, again) {
  const isAgain = new Set(again.json?.testResults.map(({ name }) => name))
  const testResults = [
    ...(first.json?.testResults.filter(({ name }) => !isAgain.has(name)) ?? []),
    ...(again.json?.testResults ?? []),
  ]
  const isFirstWell = testResults.every(({ status }) => status === "passed")
  return {
    name: first.name,
    status: isFirstWell ? again.status : first.status,
    seconds: first.seconds + again.seconds,
    json: { ...first.json, testResults },
  }
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
    json: read(file),
  }
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined)
