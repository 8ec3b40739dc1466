/** A real engine with second contracts in round units, driven in few words; the books are recounted after each command. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Direction } from "#core/second/second-contract.ts"
import type { AnswerOf, Outcome } from "#server/engine/answer.ts"
import type { Command, OpenSecond } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineEvent, JournalEvent } from "#server/engine/event.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { overdueSeconds } from "#server/engine/second/overdue-seconds.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { coins } from "./test-exchange.ts"

export const INDEX = "ABC_USDT"
export const SECOND = "ABC_USDT_SEC"

/** 30 s at 80 %, 60 s at 82 %, stakes of 5 to 5,000 USDT. */
export const secondInstrument = (fields: Partial<SecondInstrument> = {}): SecondInstrument => ({
  id: SECOND,
  kind: "second",
  base: "ABC",
  quote: "USDT",
  tick: UNITS_PER_COIN,
  lot: UNITS_PER_COIN,
  notionalUnit: UNITS_PER_COIN,
  state: "open",
  listedAt: 0,
  index: INDEX,
  periods: [
    { seconds: 30, payoutRate: 80_000_000n, minStake: coins(5), maxStake: coins(5_000) },
    { seconds: 60, payoutRate: 82_000_000n, minStake: coins(5), maxStake: coins(5_000) },
  ],
  ...fields,
})

type More = Partial<Omit<OpenSecond, "type" | "account" | "direction" | "stake">>

export interface SecondExchangeTerms {
  /** What each user has, in USDT. */
  money?: number
  /** What the option house has, in USDT. */
  house?: number
  settings?: Partial<EngineSettings>
  time?: TimeMs
  instruments?: readonly SecondInstrument[]
}

export class SecondExchange {
  engine: Engine
  time: TimeMs
  readonly #money: number
  readonly #funded = new Set<string>()
  #seq = 0
  #keys = 0

  constructor(terms: SecondExchangeTerms = {}) {
    const { money = 100_000, house = 1_000_000, settings = {}, instruments = [secondInstrument()] } = terms
    this.engine = createEngine(settings)
    this.time = terms.time ?? 1_000_000
    this.#money = money
    for (const instrument of instruments) this.run({ type: "instrument.set", instrument })
    if (house > 0) this.move("faucet", "option-house.available", house)
  }

  run<C extends Command>(command: C): Outcome<C> {
    if ("account" in command) this.#open(command.account)
    this.#seq += 1
    const outcome = this.engine.apply({ seq: this.#seq, time: this.time, command })
    const { state } = this.engine
    const wrong = [...checkBooks(state), ...overdueSeconds(state).map((id) => `contract ${id} is overdue`)]
    if (wrong.length > 0) throw new Error(`after ${command.type} ${this.#seq}: ${wrong.join("; ")}`)
    return outcome
  }

  /** Moves whole USDT between accounts by their full names. */
  move(from: string, to: string, usdt: number): void {
    const move = {
      type: "capital.move",
      from,
      to,
      currency: "USDT",
      amount: coins(usdt),
      reason: "test",
    } as const
    if (!this.run(move).answer.ok) throw new Error(`${usdt} USDT don't go from ${from} to ${to}`)
  }

  /** A tick of the index, in USDT. */
  quote(price: number, index = INDEX): Outcome {
    return this.run({ type: "feed.quote", index, source: "one", last: coins(price) as bigint as Price8 })
  }

  /** Lets time pass; the timers that become due fire. */
  pass(ms: TimeMs): Outcome {
    this.time += ms
    return this.run({ type: "clock.tick" })
  }

  /** Without `seconds` for 30 s, with a key of its own. */
  open(account: string, direction: Direction, usdt: number, more: More = {}): Outcome<OpenSecond> {
    this.#keys += 1
    return this.run({
      ...{ type: "second.open", account, instrument: SECOND, direction, seconds: 30, stake: coins(usdt) },
      ...{ key: `k${this.#keys}`, ...more },
    })
  }

  /** `available + held` of the wallet for second contracts, in USDT. */
  wallet(account: string): string {
    const { available, held } = this.engine.state.ledger.balance(account, "second", "USDT")
    return `${formatAmount(available)} + ${formatAmount(held)}`
  }

  /** Of the option house, likewise. */
  house(): string {
    const { ledger } = this.engine.state
    const of = (part: string) => formatAmount(ledger.systemBalance(`option-house.${part}`, "USDT"))
    return `${of("available")} + ${of("held")}`
  }

  /** Goes on with a new engine that was given this one's state. */
  restart(settings: Partial<EngineSettings> = {}): void {
    const saved = this.engine.save()
    this.engine = createEngine(settings)
    this.engine.load(saved)
  }

  #open(account: string): void {
    if (this.#funded.has(account)) return
    this.#funded.add(account)
    this.move("faucet", `${account}.second.available`, this.#money)
  }
}

/** The contract of an answer that must have one. */
export function contractOf({ answer }: { answer: AnswerOf<OpenSecond> }): SecondView {
  if (!answer.ok) throw new Error(`refused: ${answer.problem.name}`)
  return answer.value.contract
}

/** Contracts that were told, as they then stood. */
export const contractsIn = ({ events }: Pick<Outcome, "events">): SecondView[] =>
  events.flatMap((event) => (event.type === "second" ? [event.contract] : []))

/** `#id status paid` of each contract that was told. */
export const endsIn = (outcome: Pick<Outcome, "events">): string[] =>
  contractsIn(outcome).map(
    ({ id, status, paid }) => `#${id} ${status} ${paid === undefined ? "" : formatAmount(paid)}`,
  )

/** `kind reference: account amount, …` of each journal. */
export const journalsIn = ({ events }: { events: readonly EngineEvent[] }): string[] =>
  events
    .filter((event): event is JournalEvent => event.type === "journal")
    .map(({ kind, reference, lines }) => {
      const parts = lines.map(({ account, amount }) => `${account} ${formatAmount(amount)}`)
      return `${kind} ${reference}: ${parts.join(", ")}`
    })
