/**
 * `npm run chaos -- fuzz [TARGET …] [--runs N] [--seconds N] [--seed S] [--corpus FOLDER] [--input FILE]`: fuzzes parsers, guided
 * by coverage. Without a number ten minutes are shared by all targets. `--runs` with a seed and an empty corpus does the same
 * each time. `--input` reads one kept input again.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { buildTarget } from "#tests/fuzz/coverage-build.ts"
import {
  FINDINGS,
  type FuzzAnswer,
  type FuzzTask,
  keepInput,
  SHARED_BYTES_MAX,
  SHARED_HEAD_BYTES,
} from "#tests/fuzz/fuzz-task.ts"
import { root } from "./steps.mjs"

const ALL_SECONDS = 600
/** A single input that takes longer than this hangs. */
const HANG_MS = 20_000
const LOOK_MS = 1000
/** Of the thread: what it keeps of inputs and code is far below. */
const HEAP_MAX_MB = 1024

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ runs: { type: "string" }, seconds: { type: "string" }, seed: { type: "string", default: "1" } },
    ...{ corpus: { type: "string" }, input: { type: "string" } },
  },
})

function refuse(text: string): never {
  console.error(text)
  process.exit(2)
}

function whole(name: string, text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : refuse(`--${name} is no whole number: ${text}`)
}

const all = readdirSync(join(root, "tests/fuzz/targets")).map((file) => file.replace(/\.ts$/, ""))
const asked = positionals.length > 0 ? positionals : all
const unknown = asked.find((name) => !all.includes(name))
if (unknown !== undefined) refuse(`There is no target ${unknown}; there are ${all.join(", ")}.`)
if (values.input !== undefined && asked.length !== 1) refuse("--input needs the one target that reads it.")

const runs = values.runs === undefined ? Number.MAX_SAFE_INTEGER : whole("runs", values.runs)
const usual = values.runs === undefined ? Math.floor(ALL_SECONDS / asked.length) : Number.MAX_SAFE_INTEGER
const seconds = values.seconds === undefined ? usual : whole("seconds", values.seconds)
const seed = whole("seed", values.seed)
const corpus =
  values.corpus === undefined ? mkdtempSync(join(tmpdir(), "saker-fuzz-")) : resolve(values.corpus)
const input = values.input === undefined ? undefined : String(JSON.parse(readFileSync(values.input, "utf8")))

/** Whether nothing was found. */
async function fuzz(name: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "saker-fuzz-built-"))
  try {
    await buildTarget(root, name, folder)
    const shared = new SharedArrayBuffer(SHARED_HEAD_BYTES + SHARED_BYTES_MAX)
    const task = { folder, corpus: join(corpus, name), seed, runs, seconds, input, shared }
    const { finding, file, ...figures } = await answerOf(task)
    console.log(
      `${name}: ${figures.runs} inputs in ${Math.round(figures.seconds)} s, ${figures.places} of ${figures.of} places, ` +
        `${figures.features} counts, ${figures.marks} outcomes, ${figures.corpus} inputs kept`,
    )
    if (!finding) return true
    console.error(`${name}: ${finding.fault}\n  input: ${JSON.stringify(finding.input).slice(0, 4000)}`)
    console.error(`  again: npm run chaos -- fuzz ${name} --input ${file}`)
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the thread to its end; where it has none, or dies, what it was reading is the finding. */
function answerOf(task: FuzzTask): Promise<FuzzAnswer> {
  const worker = new Worker(new URL("../tests/fuzz/fuzz-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  })
  const head = new Int32Array(task.shared, 0, 2)
  return new Promise((resolveAnswer) => {
    let seen = { count: 0, at: performance.now() }
    const look = setInterval(() => {
      const count = Atomics.load(head, 0)
      if (count !== seen.count || count === 0) seen = { count, at: performance.now() }
      else if (performance.now() - seen.at > HANG_MS) end(`hangs for ${HANG_MS} ms`)
    }, LOOK_MS)
    function end(fault: string): void {
      clearInterval(look)
      void worker.terminate()
      const text = Buffer.from(task.shared, SHARED_HEAD_BYTES, 2 * (head[1] ?? 0)).toString("utf16le")
      const nothing = { seconds: 0, places: 0, features: 0, marks: 0, corpus: 0, of: 0 }
      const file = keepInput(text, join(task.corpus, FINDINGS))
      resolveAnswer({ ...nothing, runs: head[0] ?? 0, finding: { input: text, fault }, file })
    }
    worker.once("message", (answer: FuzzAnswer) => {
      clearInterval(look)
      resolveAnswer(answer)
    })
    worker.once("error", (error: Error) => end(error.stack ?? String(error)))
  })
}

console.log(`seed ${seed}; inputs are kept in ${corpus}`)
let failed = 0
for (const name of asked) if (!(await fuzz(name))) failed += 1
process.exit(failed === 0 ? 0 : 1)
