/** Matching, recorded books and the index, by the engine and the verifier that run in production. */

import * as z from "zod/mini"
import { Decimal } from "#core/money/decimal.ts"
import { parseAmount } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { combinePrices } from "#core/position/index-price.ts"
import { openRecording } from "#server/feed/recorded/recording.ts"
import { type SymbolReport, verifyRecording } from "#server/feed/recorded/verify-recording.ts"
import { type Adapter, CannotRun, type CaseContext } from "./case-file.ts"
import { engineReplay, REPLAY_INPUTS } from "./engine-replay.ts"
import { adapterFor, decimal } from "./read-inputs.ts"

const RECORDED = z.object({ file: z.string() })

function reportsOf({ file: name }: z.output<typeof RECORDED>, context: CaseContext): SymbolReport[] {
  const file = context.recording(name)
  if (!file) throw new CannotRun(`recording ${name} is not on this machine (SAKER_RECORDINGS)`)
  return verifyRecording(openRecording(file))
}

/** Sums one check over all books of a recording. */
function sum(reports: readonly SymbolReport[], name: string): { compared: number; equal: number } {
  const total = { compared: 0, equal: 0 }
  for (const report of reports)
    for (const [check, count] of report.checks) {
      if (check !== name) continue
      total.compared += count.compared
      total.equal += count.equal
    }
  return total
}

export const marketAdapters: Readonly<Record<string, Adapter>> = {
  "engine.replay": adapterFor(REPLAY_INPUTS, (inputs) => engineReplay(inputs)),
  "replay.checksum": adapterFor(RECORDED, (inputs, context) => {
    const { compared, equal } = sum(reportsOf(inputs, context), "checksum")
    return { checksums_in_file: compared, checksums_matched: equal }
  }),
  "replay.book_vs_ticker": adapterFor(RECORDED, (inputs, context) => {
    const reports = reportsOf(inputs, context)
    const same = sum(reports, "best price and size, same update")
    const latest = sum(reports, "best price, latest earlier update")
    return {
      deltas_applied: reports.reduce((total, report) => total + report.deltas, 0),
      deltas_discarded: reports.reduce((total, report) => total + report.discarded, 0),
      gaps: reports.reduce((total, report) => total + report.gaps, 0),
      crossed_books: reports.reduce((total, report) => total + report.crossed, 0),
      same_id_top_of_book_checked: same.compared,
      same_id_top_of_book_equal: same.equal,
      top_of_book_price_checked: latest.compared,
      top_of_book_price_equal: latest.equal,
    }
  }),
  "index.median": adapterFor(z.object({ prices: z.array(decimal) }), ({ prices }) => {
    const sources = prices.map((text, at) => {
      const parsed = parseAmount(text)
      if (!parsed.ok) throw new CannotRun(`${text} is no plain decimal`)
      return { source: String(at), price: parsed.value as bigint as Price8, weight: 1n }
    })
    const index = combinePrices(sources, undefined)
    return { index: index === undefined ? null : new Decimal(index.toString()).div(1e8).toFixed() }
  }),
}
