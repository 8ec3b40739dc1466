/** Runs seeds of the simulation of the whole server, and says of each that fails how it is repeated. */

import { seedsOf } from "./scene-of.ts"
import { type Planted, type WholeReport, WholeRun } from "./whole-run.ts"

export interface SeedsReport {
  seeds: number
  failures: { seed: number; fault: string; repeat: string }[]
  /** Sums over all seeds that passed: turns of the world, lives of the server, and each trouble and look by name. */
  sums: Record<string, number>
  /** Processor time of all. */
  cpuMs: number
}

const repeatOf = (seed: number): string => `npm run chaos -- --seed ${seed}`

/** What fails says its seed and the command that repeats it. */
export async function runSeed(seed: number, planted?: Planted): Promise<WholeReport> {
  try {
    return await new WholeRun(seed, planted).run()
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the whole server, seed ${seed}: ${fault}\nrepeat with\n  ${repeatOf(seed)}`, { cause })
  }
}

/** @param told hears how many are done, after each */
export async function runSeeds(
  first: number,
  count: number,
  told: (done: number, failures: number) => void = () => undefined,
): Promise<SeedsReport> {
  const began = process.cpuUsage()
  const failures: SeedsReport["failures"] = []
  const sums: Record<string, number> = {}
  const add = (name: string, more: number) => {
    sums[name] = (sums[name] ?? 0) + more
  }
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      const { counts, events, lives, settled } = await runSeed(seed)
      for (const [name, more] of Object.entries({ ...counts, events, lives, settled })) add(name, more)
    } catch (error) {
      failures.push({
        seed,
        fault: error instanceof Error ? error.message : String(error),
        repeat: repeatOf(seed),
      })
    }
    told(seed - first + 1, failures.length)
  }
  const { user, system } = process.cpuUsage(began)
  return { seeds: count, failures, sums, cpuMs: Math.round((user + system) / 1000) }
}

/** Within so many seeds of its kind of world a planted fault must be seen. Answers what was seen, and at which; undefined: nothing. */
export async function findPlanted(
  planted: Planted,
  seedsMax: number,
): Promise<{ seed: number; fault: string } | undefined> {
  const seeds = seedsOf(planted.world ?? "spot", seedsMax)
  for (const seed of seeds) {
    try {
      await new WholeRun(seed, planted).run()
    } catch (error) {
      return { seed, fault: error instanceof Error ? error.message : String(error) }
    }
  }
  return undefined
}
