/** Checks a record without trusting the exchange: fetches the hour files, and computes the chain with the browser's own SHA-256. */

import { type CheckStep, checkResult } from "#core/second/check-result.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { optionRecord } from "#core/wire/option-calls.ts"
import { browserSha256 } from "../../api/browser-sha256.ts"
import { download } from "../../api/download.ts"

export type RecordAnswer = ResponseOf<typeof optionRecord>

/** `text`: why it couldn't be checked; empty: this browser hashes nothing on a page without encryption. */
export type CheckOutcome = { ok: true; steps: readonly CheckStep[] } | { ok: false; text: string }

/** Where the file of an hour stands. */
export const fileAddress = (index: string, hour: number): string => `/market/index/file/${index}/${hour}`

export async function checkRecord(
  { contract, hours }: RecordAnswer,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const sha256 = browserSha256()
  if (!sha256) return { ok: false, text: "" }
  const files = new Map<number, string>()
  for (const { hour } of hours) {
    const answer = await download(
      fileAddress(contract.index, hour),
      {},
      { signal, onProgress: () => undefined },
    )
    if (!answer.ok) return { ok: false, text: answer.failure.text }
    files.set(hour, await answer.data.text())
  }
  return { ok: true, steps: await checkResult({ contract, hours, files, sha256 }) }
}
