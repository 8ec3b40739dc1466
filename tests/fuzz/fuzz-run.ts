/** Runs a target on changed inputs; those that reach something new are kept, and are what later ones come from. */

import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { CoverageMap } from "./coverage-map.ts"
import { Finding, type FuzzTarget, mustLeavePrototypes } from "./fuzz-target.ts"
import { mutate } from "./mutate.ts"

/** An input that takes longer than this, each time of three, is a finding: no parser of a few kilobytes does. */
const SLOW_MS = 1000
/** Beyond it new inputs take the place of old ones, but never of the seeds. */
const CORPUS_MAX = 20_000
const SHRINK_READS_MAX = 4000

export interface FuzzSettings {
  seed: number
  /** Ends after so many inputs, or so many seconds, whichever is first. */
  runs: number
  seconds: number
  words: readonly string[]
  counters: Uint8Array
  /** Inputs of earlier runs. */
  kept: readonly string[]
  /** Told each input before it is read. */
  before?: (input: string) => void
  /** Told each one that is worth keeping. */
  keep?: (input: string) => void
}

export interface FuzzReport {
  runs: number
  seconds: number
  /** Places of the code that were reached, places by how often at a time, and words that the target said. */
  places: number
  features: number
  marks: number
  corpus: number
  /** The first fault, with the shortest input that was found for it. */
  finding: { input: string; fault: string } | undefined
}

export async function runFuzz(target: FuzzTarget, settings: FuzzSettings): Promise<FuzzReport> {
  const chance = new SeededChance(settings.seed)
  const coverage = new CoverageMap(settings.counters)
  const { form, seeds } = target
  const corpus: string[] = []
  const ground = { form, words: settings.words, corpus }
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let runs = 0
  let finding: FuzzReport["finding"]

  /** Whether it went well. */
  async function take(input: string, isBeginning: boolean): Promise<boolean> {
    settings.before?.(input)
    runs += 1
    const read = await readOnce(target, input)
    if (typeof read === "string") {
      finding = { input: await shrunk(target, input, read), fault: read }
      return false
    }
    if (coverage.take(read) === 0 && !isBeginning) return true
    if (corpus.length < CORPUS_MAX) corpus.push(input)
    else corpus[chance.whole(seeds.length, CORPUS_MAX - 1)] = input
    if (!isBeginning) settings.keep?.(input)
    return true
  }

  settings.counters.fill(0)
  for (const input of [...seeds, ...settings.kept]) if (!(await take(input, true))) break
  while (!finding && runs < settings.runs && seconds() < settings.seconds) {
    // Half of all from what was found last: it leads on.
    const from = chance.happens(0.5) ? Math.floor(corpus.length * 0.8) : 0
    const input = mutate(corpus[chance.whole(from, corpus.length - 1)] ?? "", ground, chance)
    await take(input, false)
  }
  const { places, features, marks } = coverage
  return { runs, seconds: seconds(), places, features, marks, corpus: corpus.length, finding }
}

/** What was seen, or as a text what is wrong. */
export async function readOnce(target: FuzzTarget, input: string): Promise<readonly string[] | string> {
  try {
    const began = performance.now()
    const said = target.read(input)
    // Not awaited where it needn't be: a turn of the queue for each of a million inputs is half of their time.
    const marks = said instanceof Promise ? await said : said
    if (performance.now() - began > SLOW_MS) await mustBeQuick(target, input)
    mustLeavePrototypes()
    return marks
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Slow once may be the machine. */
async function mustBeQuick(target: FuzzTarget, input: string): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    const began = performance.now()
    await target.read(input)
    if (performance.now() - began <= SLOW_MS) return
  }
  throw new Finding(`takes more than ${SLOW_MS} ms`)
}

const headOf = (fault: string): string => (fault.split("\n")[0] ?? "").replaceAll(/["'][^"']*["']|\d+/g, "")

/** The input with whatever can be left out and the fault stays the same. */
async function shrunk(target: FuzzTarget, input: string, fault: string): Promise<string> {
  let best = input
  let reads = 0
  for (let length = best.length >> 1; length >= 1; length >>= 1) {
    for (let at = 0; at < best.length && reads < SHRINK_READS_MAX; ) {
      const shorter = best.slice(0, at) + best.slice(at + length)
      reads += 1
      const read = await readOnce(target, shorter)
      if (typeof read === "string" && headOf(read) === headOf(fault)) best = shorter
      else at += length
    }
  }
  return best
}
