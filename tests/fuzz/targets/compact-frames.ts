/** Fuzz target: the worker's reading of frames in compact form. */

import { compactOf } from "#core/wire/compact-writer.ts"
import { socketMessages } from "#core/wire/index.ts"
import { compactMessages } from "#tests/support/compact-messages.ts"
import { bytesOf, type FuzzTarget, must, mustBePlain, mustBeSame } from "../fuzz-target.ts"

/** Rows that a message may have, as the reader has it. */
const ROWS_MAX = 8000

function checkCompact(bytes: Uint8Array): string[] {
  let messages: ReturnType<typeof compactMessages>
  try {
    messages = compactMessages(bytes)
  } catch (error) {
    // A frame that isn't what it says, or JSON in it that is none.
    if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error
    return [error.name === "SyntaxError" ? "no JSON" : error.message.replaceAll(/\d+/g, "")]
  }
  return messages.map((message) => {
    mustBePlain(message)
    const { type, data } = Object(message) as Partial<(typeof messages)[number]>
    // JSON within the frame may be anything: whose it is checks it (server-frames).
    if (type !== "ticker" && type !== "depth" && type !== "trade") return `JSON ${typeof type}`
    if (!isWritten(data)) return `JSON ${type}`
    const text = JSON.stringify(message)
    mustBeSame(
      compactMessages(compactOf(text)),
      [message],
      "a message is read otherwise when it is written again",
    )
    return `${type} ${JSON.stringify(data).length >> 6}`
  })
}

/** Rows as the reader makes them, all of them of one length and none too many. */
function isWritten(data: unknown): boolean {
  const { rows, bids, asks } = Object(data) as { rows?: unknown; bids?: unknown; asks?: unknown }
  const lists = [rows, bids, asks].filter((each) => Array.isArray(each))
  for (const list of lists) must(list.length <= ROWS_MAX, `${list.length} rows`)
  return lists.length === 1 ? Array.isArray(rows) : lists.length === 2 && rows === undefined
}

const written = (messages: readonly unknown[]): string =>
  Buffer.concat(messages.map((message) => compactOf(JSON.stringify(message)))).toString("latin1")
const examples = Object.entries(socketMessages).flatMap(([type, { from, examples }]) =>
  from === "server" ? examples.map(({ data }) => ({ type, data })) : [],
)

export const target: FuzzTarget = {
  form: "bytes",
  seeds: [...examples.map((message) => written([message])), written(examples)],
  read: (input) => checkCompact(bytesOf(input)),
}
