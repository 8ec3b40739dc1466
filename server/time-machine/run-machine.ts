/** `npm run market -- …`: reads the words, runs the stretch, writes the report. */

import { writeFile } from "node:fs/promises"
import { StartProblem } from "../settings/start-problem.ts"
import { runFree } from "./free-run.ts"
import { type Machine, openMachine } from "./machine.ts"
import { MachineDoor } from "./machine-door.ts"
import { knownSymbols } from "./machine-feed.ts"
import { HELP, type MachineSettings, readMachineSettings } from "./machine-settings.ts"
import { reportOf, utc } from "./report.ts"
import { reportPage } from "./report-page.ts"
import { type Program, runProgram } from "./run-program.ts"

const DONE = 0
const FAILED = 1

export interface MachineTerminal {
  say(line: string): void
  complain(line: string): void
  /** Calls back when the person wants it to end; returns how to stop listening. */
  onStop(stop: () => void): () => void
}

/** @returns the exit code */
export async function runMachine(args: readonly string[], terminal: MachineTerminal): Promise<number> {
  try {
    const settings = readMachineSettings(args, knownSymbols())
    if (settings === "help") {
      terminal.say(HELP)
      return DONE
    }
    return await runStretch(settings, terminal)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    terminal.complain(error.message.replace(/^PORT:/, "--port:"))
    return FAILED
  }
}

async function runStretch(settings: MachineSettings, terminal: MachineTerminal): Promise<number> {
  const door = new MachineDoor(settings)
  const stop = Promise.withResolvers<void>()
  let isStopped = false
  const end = () => {
    isStopped = true
    stop.resolve()
  }
  const forget = terminal.onStop(end)
  const machine = await openMachine(settings, { addRoutes: door.addRoutes })
  let program: Program | undefined
  let failure: string | undefined
  try {
    announce(machine, settings, terminal)
    const run = new Run(machine, settings, terminal)
    door.open({
      standing: () => run.standing(isStopped),
      advance: (time, stopsAtNews) => run.advance(time, { stopsAtNews, isStopped: () => isStopped }),
      end,
    })
    program = settings.program === null ? undefined : runProgram(settings.program, machine, settings)
    const watched = program?.ended.then((how) => {
      if (how === 0 || isStopped || run.isOver) return
      failure = `the program ended with ${how}`
      end()
    })
    if (settings.speed !== null)
      await runFree({
        machine: run.watched,
        settings: { ...settings, speed: settings.speed },
        isStopped: () => isStopped,
        say: terminal.say,
      })
    else await Promise.race([run.over, stop.promise, goOnWithout(program, run, () => isStopped)])
    await program?.end(settings.speed === null && run.isOver)
    await watched
    await run.atRest()
    await machine.rest()
    await writeReport(machine, settings, terminal)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    // Whatever there is until then is worth having.
    failure = error.message
    await writeReport(machine, settings, terminal)
  } finally {
    isStopped = true
    forget()
    await program?.end(false)
    await machine.close()
  }
  if (failure === undefined) return DONE
  terminal.complain(failure)
  return FAILED
}

/** In lockstep nobody moves the clock any more once the program has ended well: what it left goes on to the end. */
async function goOnWithout(program: Program | undefined, run: Run, isStopped: () => boolean): Promise<void> {
  if (!program) return await new Promise(() => undefined)
  if ((await program.ended) !== 0) return
  await run.atRest()
  await run.advance(Number.POSITIVE_INFINITY, { stopsAtNews: false, isStopped })
}

/** Moves one machine on, one move at a time. */
class Run {
  readonly #machine: Machine
  readonly #settings: MachineSettings
  readonly #terminal: MachineTerminal
  readonly #over = Promise.withResolvers<void>()
  #underWay: Promise<void> = Promise.resolve()
  #tenths = 0

  constructor(machine: Machine, settings: MachineSettings, terminal: MachineTerminal) {
    this.#machine = machine
    this.#settings = settings
    this.#terminal = terminal
  }

  /** Resolves when the stretch has come to its end. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  get isOver(): boolean {
    return this.#machine.now() >= this.#settings.to
  }

  /** The machine, saying after each step how far it is. */
  get watched(): Machine {
    return { ...this.#machine, now: this.#machine.now, step: () => this.#step() }
  }

  standing(isStopped: boolean) {
    const { record, now } = this.#machine
    return { now: now(), news: record.news, isEnded: isStopped || this.isOver }
  }

  async atRest(): Promise<void> {
    await this.#underWay
  }

  advance(time: number, until: { stopsAtNews: boolean; isStopped(): boolean }): Promise<void> {
    const moved = this.#underWay.then(() => this.#advance(time, until))
    // Who asked hears of a failure; so does the run, which ends.
    this.#underWay = moved.catch((error: unknown) => this.#over.reject(error))
    return moved
  }

  async #advance(time: number, { stopsAtNews, isStopped }: { stopsAtNews: boolean; isStopped(): boolean }) {
    const { record, now } = this.#machine
    const before = record.news
    while (now() < Math.min(time, this.#settings.to) && !isStopped()) {
      await this.#step()
      if (stopsAtNews && record.news > before) break
    }
    // The answer to whoever moved the clock comes first: it is to hear that this was the end.
    if (this.isOver) setImmediate(this.#over.resolve)
  }

  async #step(): Promise<void> {
    await this.#machine.step()
    const { from, to } = this.#settings
    const tenths = Math.floor(((this.#machine.now() - from) / (to - from)) * 10)
    if (tenths <= this.#tenths) return
    this.#tenths = tenths
    const equity = Number(this.#machine.record.last.equity) / 1e8
    this.#terminal.say(
      `${shortTime(this.#machine.now())}  ${tenths * 10} %  equity ${equity.toFixed(2)} USDT`,
    )
  }
}

const shortTime = (time: number): string => `${utc(time).slice(0, 16)}Z`

function announce({ address, trader }: Machine, settings: MachineSettings, { say }: MachineTerminal): void {
  const { from, to, speed, stepMs, symbols, data } = settings
  say(`Time machine at ${address}`)
  say(`  stretch   ${shortTime(from)} to ${shortTime(to)}, ${symbols.join(", ")}`)
  say(
    `  clock     ${speed === null ? `lockstep: POST ${address}/machine/advance` : `${speed} times`}, in steps of ${stepMs / 1000} s`,
  )
  say(`  programs  ${address} and ${address}/binance; key, secret and a login for the page in ${trader.file}`)
  if (data !== null) say(`  data      ${data}`)
}

async function writeReport(machine: Machine, { report: name }: MachineSettings, { say }: MachineTerminal) {
  const report = reportOf(machine.record, machine.now())
  try {
    await writeFile(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
    await writeFile(`${name}.html`, reportPage(report))
  } catch (error) {
    throw new StartProblem(`--report: ${error instanceof Error ? error.message : error}`)
  }
  const { equity, drawdown, fills, fees, funding, liquidations } = report
  say(
    `Ended at ${report.stretch.ended}: ${equity.ended} USDT (${equity.profit}), drawdown ${drawdown.percent} %, ${fills} fills, fees ${fees.total}, funding ${funding.net}, ${liquidations} liquidations`,
  )
  say(`  report    ${name}.html and .json`)
}
