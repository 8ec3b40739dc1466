/**
 * `npm test`: everything a change must pass. Unit, property, wire, simulation and fault tests by vitest, then the
 * journeys in a real browser against the real server. Ends with `N passed, N failed`.
 */

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { ensureChromium } from "./chromium.mjs"
import { ensureBuilt, ensureInstalled, ensureSeeded, environment, node, root, run, say } from "./steps.mjs"

ensureInstalled()
const chromium = await ensureChromium()
say(`Chromium: ${chromium}`)
ensureBuilt()
ensureSeeded()

const results = join(root, "dist", "results")
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

say("unit, property, wire, simulation and fault tests …")
const unitFile = join(results, "vitest.json")
const unitStatus = run(
  node,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitFile}`,
  ],
  { env: environment(), allowFailure: true },
)

say("journeys in the browser …")
const journeyFile = join(results, "playwright.json")
const journeyStatus = run(
  node,
  [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
  {
    env: environment({ SAKER_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyFile }),
    allowFailure: true,
  },
)

const unit = read(unitFile)
const journeys = read(journeyFile)
const passed = (unit?.numPassedTests ?? 0) + (journeys?.stats?.expected ?? 0) + (journeys?.stats?.flaky ?? 0)
// A file that failed to load has no tests to count, yet the run has failed.
const broken = unitStatus !== 0 && !unit?.numFailedTests ? 1 : 0
const failed = (unit?.numFailedTests ?? 0) + broken + (journeys?.stats?.unexpected ?? (journeyStatus ? 1 : 0))
const skipped = (unit?.numPendingTests ?? 0) + (journeys?.stats?.skipped ?? 0)
// Last, where the end of a long log is all that one sees: what failed, and why.
for (const { name, reason } of failures()) console.log(`failed: ${name}\n    ${reason}`)
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`)
process.exit(failed || unitStatus || journeyStatus ? 1 : 0)

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
}

/** What failed or needed a second try, by name, each with the first lines of its reason. */
function* failures() {
  if (broken)
    yield { name: "vitest", reason: `ended with ${unitStatus}, though no test failed: see its output` }
  for (const { name: file, status, message, assertionResults } of unit?.testResults ?? []) {
    const failedHere = assertionResults.filter((test) => test.status === "failed")
    for (const test of failedHere)
      yield { name: `${relative(root, file)} › ${test.fullName}`, reason: beginning(test.failureMessages[0]) }
    if (status === "failed" && failedHere.length === 0)
      yield { name: relative(root, file), reason: beginning(message) }
  }
  for (const suite of journeys?.suites ?? []) yield* failedJourneys(suite)
}

function* failedJourneys({ suites = [], specs = [] }) {
  for (const { file, line, title, tests } of specs) {
    const test = tests.find(({ status }) => status === "unexpected" || status === "flaky")
    const error = test?.results.find((result) => result.error)?.error
    if (test) yield { name: `${file}:${line} › ${title} (${test.status})`, reason: beginning(error?.message) }
  }
  for (const suite of suites) yield* failedJourneys(suite)
}

function beginning(reason = "no reason given") {
  return reason.split("\n").slice(0, 12).join("\n    ")
}
