/** `npm run cases -- FILE`: runs a file of worked examples; closes with `N passed, N failed, N skipped`. */

import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { parseCaseFile } from "#tests/cases/case-file.ts"
import { runCases } from "#tests/cases/run-cases.ts"

const file = process.argv[2]
if (!file || !existsSync(file)) {
  console.error(file ? `saker: ${file} is not there` : "saker: npm run cases -- FILE")
  process.exit(1)
}

/** Cases name recordings relative to the folder above their file, e.g. `data/KRAKEN.ws.50.0`. */
function recording(name: string): string | undefined {
  const folder = process.env.SAKER_RECORDINGS
  const places = [
    ...(folder ? [join(folder, basename(name))] : []),
    join(dirname(dirname(resolve(file ?? "."))), name),
    join(dirname(resolve(file ?? ".")), name),
  ]
  return places.find(existsSync)
}

const results = runCases(parseCaseFile(readFileSync(file, "utf8")), { recording })
const of = (outcome: string) => results.filter((result) => result.outcome === outcome)
for (const result of of("failed")) console.log(`failed  ${result.id} (${result.fn}): ${result.detail}`)

const skipped = new Map<string, number>()
for (const { fn, detail } of of("skipped"))
  skipped.set(`${fn}: ${detail}`, (skipped.get(`${fn}: ${detail}`) ?? 0) + 1)
for (const [reason, count] of skipped) console.log(`skipped ${count} × ${reason}`)

console.log(`${of("passed").length} passed, ${of("failed").length} failed, ${of("skipped").length} skipped`)
process.exit(of("failed").length ? 1 : 0)
