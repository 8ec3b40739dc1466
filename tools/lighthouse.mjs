/**
 * `npm run lighthouse`: how good is the product on a phone, in Lighthouse's eyes? Starts the built product, looks three
 * times at each of six screens, prints the medians, and fails under the bars that don't depend on the machine's mood:
 * accessibility 90 and best practices 95. Performance is printed, and the page's own tasks of more than 50 ms in the last
 * report; `--strict` holds it to 90 too. Then it opens home again and again on a phone that has the page's files
 * (return-visit.mjs), which is told and not judged. On Linux the server has the last core, and there only what the browser leaves.
 * `-- --once` looks once; `-- --only home` at one screen, `-- --only return` at the return visit; `-- --save FOLDER` keeps the last report of each as JSON
 * (googlechrome.github.io/lighthouse/viewer shows it). Ends with 1 under a bar or when a look gave no result.
 */

import { spawn, spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureChromium, UNMEASURED } from "./chromium.mjs"
import { measureReturnVisits } from "./return-visit.mjs"
import {
  ensureBuilt,
  ensureInstalled,
  ensureSeeded,
  environment,
  fail,
  node,
  root,
  say,
  serverEnvironment,
  serverFlags,
} from "./steps.mjs"

const SCREENS = {
  home: "/",
  market: "/#/pages/spot/index",
  trade: "/#/pages/spot/trade?symbol=BTC_USDT",
  kline: "/#/pages/kline/index?symbol=BTC_USDT",
  contract: "/#/pages/contract/trade?symbol=BTC_USDT_PERP",
  second: "/#/pages/option/trade?symbol=BTC_USDT_SEC",
}
const BARS = { performance: 90, accessibility: 90, "best-practices": 95 }
const TIMES = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
}
/** A look takes some 20 s on an idle machine; one that takes this long has hung. */
const LOOK_LIMIT_MS = 120_000
/** How often one look is tried. */
const LOOKS_MAX = 4
/** Lighthouse ends its Chromium when it is interrupted; a group of its own keeps a kill from reaching it. */
const INTERRUPT_LIMIT_MS = 5000
const START_LIMIT_MS = 60_000

const { values: asked } = parseArgs({
  options: {
    strict: { type: "boolean", default: false },
    once: { type: "boolean", default: false },
    only: { type: "string" },
    save: { type: "string" },
  },
})
/** What `--only` calls the visits of who has been here before. */
const RETURN = "return"
if (asked.only && asked.only !== RETURN && !(asked.only in SCREENS))
  fail(`--only knows ${Object.keys(SCREENS).join(", ")}, ${RETURN}, not ${asked.only}`)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Ends a child kindly, then surely. */
async function end(child, signal, limitMs) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs)
  await ended
  clearTimeout(timer)
}

/** A task longer than this blocks the page, by Lighthouse's own word. */
const LONG_TASK_MS = 50

/** What keeps the server off the browser's cores: the last core alone, at the lowest priority. Nothing where it can't be. */
function asideWords() {
  const last = availableParallelism() - 1
  const works = (command, words) => spawnSync(command, [...words, "true"], { stdio: "ignore" }).status === 0
  if (last < 1 || !works("taskset", ["-c", String(last), "nice", "-n", "19"])) return []
  return ["taskset", "-c", String(last), "nice", "-n", "19"]
}

/** The real server, on a free port, with a data folder of its own. */
async function startServer(data) {
  const aside = asideWords()
  say(
    aside.length > 0 ? `the server runs by \`${aside.join(" ")}\`` : "the server shares the browser's cores",
  )
  const [command, ...words] = [...aside, node, ...serverFlags, join(root, "server/main.ts")]
  const child = spawn(command, words, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: serverEnvironment({
      PORT: "0",
      SAKER_HOST: "127.0.0.1",
      SAKER_DATA: data,
      SAKER_SEED: "1",
      SAKER_QR: "0",
    }),
  })
  const address = await new Promise((resolve) => {
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += chunk
      const found = /ready at (\S+)/.exec(said)
      if (found) resolve(found[1])
    })
    child.once("exit", () => resolve(undefined))
    setTimeout(() => resolve(undefined), START_LIMIT_MS).unref()
  })
  if (!address) await end(child, "SIGTERM", INTERRUPT_LIMIT_MS)
  return { child, address }
}

/** One look in a process and a browser of its own. Undefined when it failed or took too long. */
async function look(chromium, url, file) {
  const words = [
    url,
    `--only-categories=${Object.keys(BARS).join(",")}`,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    "--no-enable-error-reporting",
    `--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking --disable-features=${UNMEASURED}`,
  ]
  const child = spawn(node, [join(root, "node_modules/lighthouse/cli/index.js"), ...words], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    env: environment({ CHROME_PATH: chromium }),
  })
  let complaint = ""
  child.stderr.on("data", (chunk) => {
    complaint += chunk
  })
  const timer = setTimeout(() => end(child, "SIGINT", INTERRUPT_LIMIT_MS), LOOK_LIMIT_MS)
  const code = await new Promise((resolve) => child.once("exit", resolve))
  clearTimeout(timer)
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
  if (code === 0 && report && !report.runtimeError) return report
  console.error(report?.runtimeError?.message ?? (complaint.trim() || `no result within ${LOOK_LIMIT_MS} ms`))
  return undefined
}

/** Lighthouse at times records no trace of a page that is there, and asks to be run again: that tells nothing of the page. */
async function lookUntilSeen(chromium, url, file) {
  for (let count = 1; count <= LOOKS_MAX; count += 1) {
    rmSync(file, { force: true })
    const report = await look(chromium, url, file)
    if (report) return report
  }
  return undefined
}

/** What a category lost points for. */
function faults(report, category) {
  return report.categories[category].auditRefs
    .filter(
      ({ id, weight }) => weight > 0 && report.audits[id].score !== null && report.audits[id].score < 0.9,
    )
    .map(({ id }) => `${category}: ${id} ${report.audits[id].displayValue ?? ""}`.trim())
}

/** The page's own long tasks on the slowed device, longest first; the browser's are left out. */
function longTasks(report) {
  const own = new URL(report.finalDisplayedUrl).origin
  const tasks = report.audits["long-tasks"]?.details?.items ?? []
  return tasks
    .filter(({ url, duration }) => duration > LONG_TASK_MS && url.startsWith(own))
    .sort((a, b) => b.duration - a.duration)
    .map(({ url, duration, startTime }) => {
      const file = new URL(url).pathname.split("/").at(-1) || "page"
      return `${Math.round(duration)} ms at ${Math.round(startTime)} ms, ${file}`
    })
}

/** Prints one screen's medians; returns what is under its bar. */
function judge(name, reports) {
  const scores = Object.keys(BARS).map((category) => ({
    category,
    score: Math.round(median(reports.map((report) => report.categories[category].score)) * 100),
  }))
  const times = Object.entries(TIMES).map(
    ([short, id]) =>
      `${short} ${Math.round(median(reports.map((report) => report.audits[id].numericValue)))} ms`,
  )
  const shown = scores.map(({ category, score }) => `${category} ${score}`)
  say(`${name}: ${[...shown, ...times].join(", ")}; load ${loadavg()[0].toFixed(1)}`)
  for (const { category, score } of scores)
    if (score < 100) for (const fault of faults(reports.at(-1), category)) console.log(`    ${fault}`)
  const tasks = longTasks(reports.at(-1))
  if (tasks.length > 0) console.log(`    own tasks over ${LONG_TASK_MS} ms: ${tasks.length}`)
  for (const task of tasks) console.log(`      ${task}`)
  return scores
    .filter(({ category, score }) => (category !== "performance" || asked.strict) && score < BARS[category])
    .map(({ category, score }) => `${name}: ${category} ${score}, not ${BARS[category]}`)
}

/** Looks at all that was asked for; returns what is wrong. */
async function lookAtAll(chromium, address, folder) {
  const wrong = []
  for (const [name, path] of Object.entries(SCREENS)) {
    if (asked.only && asked.only !== name) continue
    const file = join(folder, `${name}.json`)
    const reports = []
    for (let round = 0; round < (asked.once ? 1 : 3); round += 1) {
      const report = await lookUntilSeen(chromium, address + path, file)
      if (report) reports.push(report)
      else wrong.push(`${name}: no result`)
    }
    if (reports.length > 0) wrong.push(...judge(name, reports))
    if (asked.save && existsSync(file)) {
      mkdirSync(asked.save, { recursive: true })
      copyFileSync(file, join(asked.save, `${name}.json`))
    }
  }
  return wrong
}

/** Prints how soon figures are there again. */
async function lookAtReturn(chromium, address) {
  if (asked.only && asked.only !== RETURN) return
  const times = await measureReturnVisits(chromium, address)
  const typical = Math.round(median(times))
  say(
    `return visit: first figures after ${typical} ms (${times.map(Math.round).join(", ")}); load ${loadavg()[0].toFixed(1)}`,
  )
}

ensureInstalled()
const chromium = await ensureChromium()
ensureBuilt()
ensureSeeded()
const folder = mkdtempSync(join(tmpdir(), "saker-lighthouse-"))
const { child, address } = await startServer(join(folder, "data"))
let wrong = ["the server didn't start"]
try {
  if (address) {
    wrong = await lookAtAll(chromium, address, folder)
    await lookAtReturn(chromium, address)
  }
} finally {
  await end(child, "SIGTERM", INTERRUPT_LIMIT_MS)
  rmSync(folder, { recursive: true, force: true })
}
if (wrong.length > 0) fail(wrong.join("; "))
// A pipe that some grandchild still holds must not keep a finished tool waiting.
process.exit(0)
