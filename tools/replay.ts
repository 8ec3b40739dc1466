/** Verifies the books of recorded streams: `npm run replay -- FILE...`; ends with `compared N, equal N`. */

import { basename } from "node:path"
import { openRecording } from "#server/feed/recorded/recording.ts"
import { judgeReports, type SymbolReport, verifyRecording } from "#server/feed/recorded/verify-recording.ts"

const files = process.argv.slice(2).filter((argument) => argument !== "--")
if (files.length === 0) {
  console.error("Which recording? npm run replay -- FILE...")
  process.exit(2)
}

let compared = 0
let equal = 0
let lost = 0
const doubts: string[] = []
for (const file of files) {
  try {
    const reports = verifyRecording(openRecording(file))
    console.log(`${basename(file)}: ${reports.length} ${reports.length === 1 ? "book" : "books"}`)
    for (const report of reports) printReport(report)
    const judgement = judgeReports(reports)
    compared += judgement.compared
    equal += judgement.equal
    lost += judgement.lost
    for (const doubt of judgement.doubts) doubts.push(`${basename(file)}: ${doubt}`)
  } catch (error) {
    doubts.push(error instanceof Error ? error.message : String(error))
  }
}
console.log(`compared ${compared}, equal ${equal}${lost > 0 ? `, not compared ${lost}` : ""}`)
for (const doubt of doubts) console.error(doubt)
process.exitCode = doubts.length === 0 ? 0 : 1

function printReport({ symbol, updates, gaps, crossed, checks, firstDifference }: SymbolReport): void {
  console.log(`  ${symbol}: ${updates} updates, ${gaps} gaps, ${crossed} crossed`)
  for (const [check, count] of checks)
    console.log(`    ${check}: compared ${count.compared}, equal ${count.equal}`)
  if (checks.size === 0) console.log("    nothing to compare with")
  if (firstDifference !== undefined) console.log(`    first difference: ${firstDifference}`)
}
