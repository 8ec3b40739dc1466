/** `npm run verify`: what CI runs. Types, lint, unused code, licences, lock, size, then `npm test` in its long form, a part of the quick bench, and one look by Lighthouse. */

import { join } from "node:path"
import { ensureBuilt, ensureInstalled, ensureSeeded, environment, node, root, run, say } from "./steps.mjs"

ensureInstalled()
const step = (name, script, ...args) => {
  say(`${name} …`)
  run(node, [join(root, script), ...args], { env: environment() })
}

step("types", "node_modules/typescript/bin/tsc", "-b")
step("lint", "node_modules/@biomejs/biome/bin/biome", "check", ".")
step("unused code", "node_modules/knip/bin/knip.js")
step("licences", "node_modules/licensee/licensee", "--errors-only", "--production")
say("lock file …")
run("npm", ["ci", "--dry-run", "--strict-allow-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
  stdio: ["ignore", "ignore", "inherit"],
})
ensureBuilt()
ensureSeeded()
step("size", "tools/size.mjs")
// More than while one works: a million commands about money, longer simulations, kills in the middle of registrations
// and of trading, a stop at every single write, pictures that were made to harm, and screens in every look.
run("npm", ["test"], {
  env: {
    SAKER_MONEY_COMMANDS: "1000000",
    SAKER_SIMULATION_COMMANDS: "20000",
    SAKER_EVERY_LOOK: "1",
    SAKER_CRASH_ROUNDS: "8",
    SAKER_CRASH_KILLS: "50",
    SAKER_CRASH_WRITES: "all",
    SAKER_RACE_ROUNDS: "500",
    SAKER_HOSTILE_UPLOADS: "200",
    ...process.env,
  },
})
// Prints and keeps its figures; it fails when something is lost or shown wrongly, never on a time. A part of it:
// the whole quick form took four minutes on two cores, and all of this has half an hour.
step(
  "bench, part of the quick form",
  "bench/main.ts",
  "--quick",
  "latency-1k-p50",
  "fan-out",
  "matching",
  "exchange-submit",
  "login-timing",
)
// One look at one screen, held to what the machine's mood can't change: accessibility and best practices.
step("Lighthouse on the home screen", "tools/lighthouse.mjs", "--once", "--only", "home")
