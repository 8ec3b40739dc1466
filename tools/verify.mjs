/**
 * `npm run verify`: what CI runs, in 40 minutes on two cores. Types, lint, unused code, licences, lock, advisories, size, then all
 * tests of vitest in their long form and the journeys of `npm test`, Firefox and WebKit where they are installed, a part of the quick
 * bench, one look by Lighthouse, and the rarer journeys. Ends as `npm test` does.
 */

import { join } from "node:path"
import { ensureChromium } from "./chromium.mjs"
import { runJourneys, runUnitTests } from "./run-tests.mjs"
import { ensureBuilt, ensureInstalled, ensureSeeded, environment, node, root, run, say } from "./steps.mjs"
import { report } from "./test-report.mjs"

/** Minutes after the beginning in which no rarer journey is begun any more. CI gives it 90. */
const ALL_MINUTES = 68

const steps = []
function step(name, work) {
  say(`${name} …`)
  const began = performance.now()
  const status = work() ?? 0
  steps.push({ name, status, seconds: (performance.now() - began) / 1000 })
}
const tool = (script, ...args) =>
  run(node, [join(root, script), ...args], { env: environment(), allowFailure: true })
const lockFile = () =>
  run("npm", ["ci", "--dry-run", "--strict-allow-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: ["ignore", "ignore", "inherit"],
    allowFailure: true,
  })

step("install", ensureInstalled)
const chromium = await ensureChromium()
step("types", () => tool("node_modules/typescript/bin/tsc", "-b"))
step("lint", () => tool("node_modules/@biomejs/biome/bin/biome", "check", "."))
step("unused code", () => tool("node_modules/knip/bin/knip.js"))
step("licences", () => tool("node_modules/licensee/licensee", "--errors-only", "--production"))
step("lock file", lockFile)
step("advisories", () => tool("tools/advisories.mjs"))
step("build", () => {
  ensureBuilt()
  ensureSeeded()
})
step("size", () => tool("tools/size.mjs"))
// Minutes are enough to tell of these: the tests needn't be waited for.
if (steps.some(({ status }) => status !== 0)) end({})

// More than while one works. What takes longer still is in `npm run chaos`.
const settings = {
  SAKER_MONEY_COMMANDS: "60000",
  SAKER_SIMULATION_COMMANDS: "8000",
  SAKER_WHOLE_SEEDS: "1000",
  SAKER_CUSTODY_COMMANDS: "300000",
  SAKER_EVERY_LOOK: "1",
  // One stumble of a browser in some 400 journeys would refuse a change. The report names it and why; `npm test` knows none.
  SAKER_SECOND_TRY: "1",
  SAKER_CRASH_ROUNDS: "3",
  SAKER_CRASH_KILLS: "4",
  SAKER_CANDLE_KILLS: "2",
  SAKER_RACE_ROUNDS: "100",
  SAKER_HOSTILE_UPLOADS: "60",
  SAKER_FLIPS: "4000",
  SAKER_REPEATS: "100000",
  SAKER_WRONG_BOOKS: "100",
  SAKER_PREVIEW_ROUNDS: "200",
  ...process.env,
}
const unit = runUnitTests({ form: "long", settings })
const journeys = runJourneys({ form: "short", chromium, settings })
// Tells of an engine that isn't installed here, and goes on.
step("Firefox and WebKit", () => tool("tools/browsers.ts", "--where-installed"))
// Prints and keeps its figures; it fails when something is lost or shown wrongly, never on a time.
const BENCH_PART = [
  "latency-1k-p50",
  "fan-out",
  "matching",
  "mark-tick",
  "crash",
  "exchange-submit",
  "login-timing",
]
step("bench, part of the quick form", () => tool("bench/main.ts", "--quick", ...BENCH_PART))
// One look at one screen, held to what the machine's mood can't change: accessibility and best practices.
step("Lighthouse on the home screen", () => tool("tools/lighthouse.mjs", "--once", "--only", "home"))
// A machine three times slower than most walks them until here, and the report names those that it left out.
const until = String(Date.now() - performance.now() + ALL_MINUTES * 60_000)
const rare = runJourneys({ form: "rare", chromium, settings: { SAKER_JOURNEYS_UNTIL: until, ...settings } })
end({ unit, journeys, rare })

function end(results) {
  process.exit(report(results, steps) ? 0 : 1)
}
