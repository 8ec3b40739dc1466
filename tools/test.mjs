/**
 * `npm test`: what a change breaks most often, in ten minutes on two cores. Unit, property, wire, simulation and fault
 * tests by vitest, then journeys in a real browser against the real server. Ends with `N passed, N failed`.
 * With SAKER_TESTS=long it leaves nothing out, as `npm run verify` does.
 */

import { ensureChromium } from "./chromium.mjs"
import { runTests } from "./run-tests.mjs"
import { ensureBuilt, ensureInstalled, ensureSeeded, say } from "./steps.mjs"
import { report } from "./test-report.mjs"

const began = performance.now()
ensureInstalled()
const chromium = await ensureChromium()
say(`Chromium: ${chromium}`)
ensureBuilt()
ensureSeeded()
const ready = { name: "install and build", seconds: (performance.now() - began) / 1000 }
const form = process.env.SAKER_TESTS === "long" ? "long" : "short"
process.exit(report(runTests({ form, chromium }), [ready]) ? 0 : 1)
