/** What a disk had after so many of the writes that recorded-disk.ts wrote down: of a process that was killed, or without power. */

import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { DiskStep } from "./recorded-disk.ts"

/**
 * `killed`: all that was written is there, of the last write its first half. `powerless`: of each file what it had when it was
 * forced last.
 */
export type DiskEnd = "killed" | "powerless"

interface Step {
  step: DiskStep
  data: Buffer
  /** Bytes of the record up to here. */
  end: number
}

interface Content {
  written: Buffer
  forced: Buffer
}

export function readRecord(file: string): Step[] {
  const bytes = readFileSync(file)
  const steps: Step[] = []
  for (let at = 0; at < bytes.length; ) {
    const line = bytes.indexOf(10, at)
    const step = JSON.parse(bytes.toString("utf8", at, line)) as DiskStep
    const end = line + 1 + (step.do === "write" ? step.bytes : 0)
    steps.push({ step, data: bytes.subarray(line + 1, end), end })
    at = end
  }
  return steps
}

/** Makes `folder` out of `base`, where the record began, and the first `count` steps, the last of them half done. */
export function diskAt(of: {
  base: string
  steps: readonly Step[]
  count: number
  end: DiskEnd
  folder: string
}): void {
  const { base, steps, count, end, folder } = of
  rmSync(folder, { recursive: true, force: true })
  cpSync(base, folder, { recursive: true })
  const files = new Map<string, Content>()
  const contentOf = (path: string): Content => {
    let known = files.get(path)
    if (!known) {
      const found = statSync(join(base, path), { throwIfNoEntry: false })
      const bytes = found?.isFile() ? readFileSync(join(base, path)) : Buffer.alloc(0)
      known = { written: bytes, forced: bytes }
      files.set(path, known)
    }
    return known
  }
  for (const [place, { step, data }] of steps.slice(0, count).entries()) {
    const isHalf = place === count - 1 && end === "killed"
    if (step.do === "mkdir") mkdirSync(join(folder, step.path), { recursive: true, mode: 0o700 })
    else if (step.do === "rmdir") rmSync(join(folder, step.path), { recursive: true, force: true })
    else if (step.do === "rename") {
      const found = statSync(join(folder, step.path), { throwIfNoEntry: false })
      if (found?.isDirectory()) throw new Error(`a folder was renamed: ${step.path}`)
      files.set(step.to, contentOf(step.path))
      files.delete(step.path)
      rmSync(join(folder, step.path), { force: true })
    } else if (step.do === "unlink") {
      files.delete(step.path)
      rmSync(join(folder, step.path), { force: true })
    } else apply(contentOf(step.path), step, isHalf ? data.subarray(0, data.length >> 1) : data)
  }
  for (const [path, { written, forced }] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), end === "killed" ? written : forced)
  }
}

function apply(content: Content, step: DiskStep, data: Buffer): void {
  if (step.do === "force") content.forced = content.written
  else if (step.do === "write") {
    const size = Math.max(content.written.length, step.at + data.length)
    // A copy: what was forced keeps its bytes.
    const bytes = Buffer.alloc(size)
    content.written.copy(bytes)
    data.copy(bytes, step.at)
    content.written = bytes
  } else if (step.do === "truncate") {
    const bytes = Buffer.alloc(step.size)
    content.written.copy(bytes, 0, 0, Math.min(step.size, content.written.length))
    content.written = bytes
  }
}
