/** `npm run chaos -- --seeds N [--from S]` or `--seed S`: the simulation of the whole server, with a report in dist/chaos. */

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { runSeeds } from "#tests/simulation/whole/run-seeds.ts"

const { values } = parseArgs({
  options: { seeds: { type: "string" }, from: { type: "string" }, seed: { type: "string" } },
})

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} is no whole number: ${text}`)
  process.exit(2)
}

const first = whole("from", values.seed ?? values.from ?? "1")
const count = values.seed === undefined ? whole("seeds", values.seeds ?? "1000") : 1
const began = new Date()
const report = await runSeeds(first, count, (done, failures) => {
  if (done % 100 === 0) console.log(`${done} of ${count} seeds, ${failures} failed`)
})
const folder = join(import.meta.dirname, "../dist/chaos")
mkdirSync(folder, { recursive: true })
const file = join(folder, `seeds-${first}-${first + count - 1}.json`)
const told = { began: began.toISOString(), first, node: process.version, ...report }
writeFileSync(file, `${JSON.stringify(told, undefined, 2)}\n`)
for (const { fault } of report.failures) console.error(`${fault}\n`)
const perSeed = Math.round(report.cpuMs / count)
console.log(`${count} seeds from ${first}: ${report.failures.length} failed; ${perSeed} ms of processor each`)
console.log(
  Object.entries(report.sums)
    .map(([name, sum]) => `  ${sum} ${name}`)
    .join("\n"),
)
console.log(`report: dist/chaos/seeds-${first}-${first + count - 1}.json`)
process.exit(report.failures.length === 0 ? 0 : 1)
