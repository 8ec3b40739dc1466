/** Length and seed of a simulation run, and how to repeat a failing one. */

/** Commands of one seed; SAKER_SIMULATION_COMMANDS asks for more. */
const COMMANDS_DEFAULT = 1_500

/** Where a plain book searches everything for a command, or a snapshot copies it, there are no more. */
const SLOW_COMMANDS_MAX = 20_000

const commandCount = (): number => wholeFrom("SAKER_SIMULATION_COMMANDS") ?? COMMANDS_DEFAULT

export const slowCommands = (): number => Math.min(commandCount(), SLOW_COMMANDS_MAX)

/** Long enough for the slowest book on a busy machine. */
export const timeoutMs = (count = commandCount()): number => 30_000 + count * 20

/** SAKER_SIMULATION_SEED alone, or these. */
export function seedsOr(defaults: readonly number[]): readonly number[] {
  const seed = wholeFrom("SAKER_SIMULATION_SEED")
  return seed === undefined ? defaults : [seed]
}

/** Seeds about money with their number of commands: `npm run verify` asks for tens of thousands of one, `npm run chaos` for a million, beside the shorter ones. */
export function moneyRuns(): (readonly [seed: number, commands: number])[] {
  const long = wholeFrom("SAKER_MONEY_COMMANDS")
  const runs = seedsOr([21, 22, 23]).map((seed) => [seed, commandCount()] as const)
  return long === undefined ? runs : [...runs, [20, long]]
}

/** Commands of a run of deposits, withdrawals and AI products: what the oracles walk grows with it. */
export const CUSTODY_RUN = 5_000

/** Seeds of such runs: one, or as many as SAKER_CUSTODY_COMMANDS needs. */
export function custodySeeds(): readonly number[] {
  const runs = Math.ceil((wholeFrom("SAKER_CUSTODY_COMMANDS") ?? CUSTODY_RUN) / CUSTODY_RUN)
  return seedsOr(Array.from({ length: runs }, (_, place) => 71 + place))
}

/** Runs the steps; a failure says which step of which seed, and the command that repeats it. */
export function runSteps(
  file: string,
  seed: number,
  step: (place: number) => void,
  count = commandCount(),
): void {
  for (let place = 1; place <= count; place += 1) {
    try {
      step(place)
    } catch (cause) {
      const repeat = `npm run test:simulation -- --seed ${seed} --commands ${place}`
      throw new Error(`${file}: seed ${seed} fails at command ${place}; repeat with\n  ${repeat}\n${cause}`, {
        cause,
      })
    }
  }
}

function wholeFrom(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined || text === "") return undefined
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${name} is no whole number: ${text}`)
  return Number(text)
}
