/** Are the books of recorded streams rebuilt right? `npm run replay -- FILE...`; ends with `compared N, equal N`. */

import { basename } from "node:path"
import { openRecording } from "#server/feed/recorded/recording.ts"
import { type SymbolReport, verifyRecording } from "#server/feed/recorded/verify-recording.ts"

const files = process.argv.slice(2).filter((argument) => argument !== "--")
if (files.length === 0) {
  console.error("Which recording? npm run replay -- FILE...")
  process.exit(2)
}

let compared = 0
let equal = 0
let isFine = true
for (const file of files) {
  try {
    const reports = verifyRecording(openRecording(file))
    console.log(`${basename(file)}: ${reports.length} ${reports.length === 1 ? "book" : "books"}`)
    for (const report of reports) printReport(report)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    isFine = false
  }
}
console.log(`compared ${compared}, equal ${equal}`)
process.exitCode = isFine && compared === equal ? 0 : 1

function printReport({ symbol, updates, gaps, crossed, checks, firstDifference }: SymbolReport): void {
  console.log(`  ${symbol}: ${updates} updates, ${gaps} gaps, ${crossed} crossed`)
  for (const [check, count] of checks) {
    console.log(`    ${check}: compared ${count.compared}, equal ${count.equal}`)
    compared += count.compared
    equal += count.equal
  }
  if (checks.size === 0) console.log("    nothing to compare with")
  if (crossed > 0) isFine = false
  if (firstDifference !== undefined) console.log(`    first difference: ${firstDifference}`)
}
