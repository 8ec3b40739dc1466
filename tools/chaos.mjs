/**
 * `npm run chaos`: the tests that get better with every hour. A million commands about money, a stop at each single
 * write, dozens of kills in the middle of registrations and of trading, races and hostile pictures by the hundred. CI
 * does not run it; before a release, and after a change of engine, command log or storage, a person does.
 *
 * With `--seeds N`, `--seeds N --from S` or `--seed S` it runs the simulation of the whole server alone, from these seeds; with
 * `takeover [--kills N]` it measures how long a standby takes (tools/takeover.ts), with `fleet [--faults N] [--seed S]` faults come by chance over
 * a whole fleet (tools/fleet.ts), with `fuzz [TARGET …]` it fuzzes parsers, guided
 * by coverage (tools/fuzz.ts); that one isn't part of the whole: it is run by itself, for as long as one has. So is
 * `page [--messages N]`: ten thousand mangled messages between pages in a browser and their servers (three quarters of an hour on two cores).
 */

import { join } from "node:path"
import { ensureChromium } from "./chromium.mjs"
import { runTests } from "./run-tests.mjs"
import { ensureBuilt, ensureInstalled, ensureSeeded, environment, node, root, run } from "./steps.mjs"
import { report } from "./test-report.mjs"

ensureInstalled()
const asked = process.argv.slice(2)
if (asked[0] === "page") process.exit(await manglePages(asked[asked.indexOf("--messages") + 1]))
if (asked.length > 0) {
  const named = ["takeover", "fleet", "fuzz"].find((name) => name === asked[0])
  const words = named === undefined ? ["whole-seeds.ts", ...asked] : [`${named}.ts`, ...asked.slice(1)]
  const [tool = "", ...more] = words
  process.exit(run(node, [join(root, "tools", tool), ...more], { env: environment(), allowFailure: true }))
}
ensureSeeded()
const results = runTests({
  form: "long",
  files: [
    "tests/faults",
    "tests/simulation",
    "tests/wire/fuzzed-parsers.test.ts",
    "tests/wire/private-stream.test.ts",
    "tests/wire/api-keys.test.ts",
    "server/user/hostile-uploads.test.ts",
    "server/user/totp.test.ts",
    "server/self-audit/self-audit.test.ts",
    "server/start/log-scan.test.ts",
  ],
  settings: {
    SAKER_MONEY_COMMANDS: "1000000",
    SAKER_SIMULATION_COMMANDS: "200000",
    SAKER_WHOLE_SEEDS: "10000",
    SAKER_CUSTODY_COMMANDS: "2000000",
    SAKER_SECOND_CONTRACTS: "200000",
    SAKER_ORACLE_STEPS: "25000",
    SAKER_ORACLE_USERS: "200",
    SAKER_CRASH_ROUNDS: "20",
    SAKER_CRASH_KILLS: "50",
    SAKER_CRASH_WRITES: "all",
    SAKER_CANDLE_KILLS: "20",
    SAKER_RACE_ROUNDS: "2000",
    SAKER_FUZZ_CASES: "5000000",
    SAKER_HOSTILE_UPLOADS: "1000",
    SAKER_CUTS: "10000",
    SAKER_REPEATED_CALLS: "10000",
    SAKER_TOTP_CODES: "10000",
    SAKER_PAYOUT_ACTS: "20000",
    SAKER_FUNDING_MOMENTS: "10000",
    SAKER_GAP_ACCOUNTS: "200000",
    SAKER_SNAPSHOT_COMMANDS: "10000000",
    SAKER_VERSION_COMMANDS: "100000",
    SAKER_FLIPS: "40000",
    SAKER_REPEATS: "1000000",
    SAKER_WRONG_BOOKS: "1000",
    SAKER_LOG_LINES: "1000000",
    SAKER_PREVIEW_ROUNDS: "4000",
    ...process.env,
  },
})
process.exit(report(results) ? 0 : 1)

/** Ends with the exit code of the journey; `messages`: over all pages, "page" where nothing is named. */
async function manglePages(messages) {
  const chromium = await ensureChromium()
  ensureBuilt()
  ensureSeeded()
  const pages = 4
  return run(
    node,
    [join(root, "node_modules/@playwright/test/cli.js"), "test", "mangled-line", "--workers", String(pages)],
    {
      env: environment({
        SAKER_CHROMIUM: chromium,
        SAKER_MANGLED_MESSAGES: Number(messages) > 0 ? messages : "10000",
        SAKER_MANGLED_PAGES: String(pages),
      }),
      allowFailure: true,
    },
  )
}
