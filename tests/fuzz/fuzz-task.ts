/** What the thread that fuzzes is told, and what it answers. */

import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "./fuzz-run.ts"

export interface FuzzTask {
  /** Where the built target is. */
  folder: string
  /** Where inputs are kept, each as a JSON text: not every input is Unicode. */
  corpus: string
  seed: number
  runs: number
  seconds: number
  /** Read this alone. */
  input: string | undefined
  /** Two numbers, inputs read and length of the one that is being read, and behind them its characters. */
  shared: SharedArrayBuffer
}

export const SHARED_HEAD_BYTES = 8
/** Of an input that is told while it is read. */
export const SHARED_BYTES_MAX = 2 ** 20

/** `file`: where the input of the finding is. `of`: places that the code has. */
export type FuzzAnswer = FuzzReport & { file: string | undefined; of: number }

/** Folder of inputs that are findings, within those that are kept. */
export const FINDINGS = "findings"

/** Writes an input, under a name made of itself, and answers its file. */
export function keepInput(input: string, folder: string): string {
  const name = createHash("sha256").update(input, "utf16le").digest("hex").slice(0, 16)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(input))
  return file
}
