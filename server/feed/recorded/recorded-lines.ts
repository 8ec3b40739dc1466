/** Streams the lines of a recording, plain or gzip. */

import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { gunzipSync } from "node:zlib"

/** Largest recording that is opened, unpacked. */
const RECORDING_BYTES_MAX = 2_000_000_000
/** Longest line: a snapshot of some thousand levels is far below. */
const LINE_BYTES_MAX = 16_000_000

const NEWLINE = 0x0a

/**
 * The file's bytes, unpacked if they begin as gzip does, whatever its name.
 * @throws Error that names the file and what is wrong with it.
 */
export function readRecording(file: string): Buffer {
  const name = basename(file)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Error(`The recording ${file} can't be read: ${messageOf(error)}`)
  }
  if (bytes.length === 0) throw new Error(`The recording ${name} is empty.`)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: RECORDING_BYTES_MAX })
  } catch (error) {
    throw new Error(`The recording ${name} is damaged and can't be unpacked: ${messageOf(error)}`)
  }
}

/** Each line with its number, empty ones left out. */
export function* linesOf(bytes: Buffer): Generator<{ line: string; number: number }> {
  let number = 0
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found < 0 ? bytes.length : found
    number += 1
    if (end - start > LINE_BYTES_MAX)
      throw new Error(`Line ${number} is longer than ${LINE_BYTES_MAX} bytes.`)
    const line = bytes.toString("utf8", start, end).trimEnd()
    if (line) yield { line, number }
    start = end + 1
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
