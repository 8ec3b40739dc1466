/** The thread that runs a built target: a hang or a heap without end of it doesn't take the process with it. */

import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parentPort, workerData } from "node:worker_threads"
import type { BuiltTarget } from "./coverage-build.ts"
import { type FuzzReport, readOnce, runFuzz } from "./fuzz-run.ts"
import type { FuzzTarget } from "./fuzz-target.ts"
import { FINDINGS, type FuzzAnswer, type FuzzTask, keepInput, SHARED_HEAD_BYTES } from "./fuzz-task.ts"
import { COUNTERS } from "./instrument.ts"

const task = workerData as FuzzTask
const { folder, corpus } = task
const { counters: count, words } = JSON.parse(readFileSync(join(folder, "built.json"), "utf8")) as BuiltTarget
const counters = new Uint8Array(count)
Object.assign(globalThis, { [COUNTERS]: counters })
const loaded = (await import(pathToFileURL(join(folder, "target.js")).href)) as { target: FuzzTarget }

const head = new Int32Array(task.shared, 0, 2)
const characters = Buffer.from(task.shared, SHARED_HEAD_BYTES)
const before = (input: string) => {
  characters.write(input, "utf16le")
  head[1] = input.length
  Atomics.add(head, 0, 1)
}

/** Answers the file. */
const write = (input: string, ...into: string[]) => keepInput(input, join(corpus, ...into))

async function answer(): Promise<FuzzReport> {
  if (task.input === undefined) {
    mkdirSync(corpus, { recursive: true })
    const kept = readdirSync(corpus)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => String(JSON.parse(readFileSync(join(corpus, name), "utf8"))))
    const { seed, runs, seconds } = task
    const keep = (input: string) => void write(input)
    return await runFuzz(loaded.target, { seed, runs, seconds, words, counters, kept, before, keep })
  }
  before(task.input)
  const read = await readOnce(loaded.target, task.input)
  const finding = typeof read === "string" ? { input: task.input, fault: read } : undefined
  return { runs: 1, seconds: 0, places: 0, features: 0, marks: 0, corpus: 0, finding }
}

const report = await answer()
const file = report.finding && write(report.finding.input, FINDINGS)
parentPort?.postMessage({ ...report, file, of: count } satisfies FuzzAnswer)
