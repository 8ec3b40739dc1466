/** A real engine with AI products in round figures, driven in few words; the books are recounted after each command. */

import { formatAmount } from "#core/money/steps.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { BuyAi, IssueAi, SetAiProduct, WithdrawAi } from "#server/engine/ai/ai-command.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"
import type { AnswerOf, Outcome } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { secondInstrument } from "./second-exchange.ts"
import { coins } from "./test-exchange.ts"

export const DAY = 86_400_000
/** Ten in the morning. */
export const MORNING = Date.UTC(2026, 10, 23, 10)

/** 10 to 1,000 USDT for 3 days at 0.1 % a day; an early end costs 0.5 %. */
export const product = (fields: Partial<SetAiProduct> = {}): SetAiProduct => ({
  ...{ type: "ai.product", product: "usdt-3", name: "USDT 3", currency: "USDT", days: 3, rate: 100_000n },
  ...{ minimum: coins(10), maximum: coins(1_000), earlyFee: 500_000n, offer: "on-sale" },
  ...fields,
})

export class AiExchange {
  engine: Engine = createEngine()
  time: TimeMs
  readonly #money: number
  readonly #funded = new Set<string>()
  #seq = 0
  #keys = 0

  constructor({ money = 10_000, reserve = 1_000, time = MORNING, size = 5_000 } = {}) {
    this.time = time
    this.#money = money
    this.run({ type: "instrument.set", instrument: secondInstrument() })
    if (reserve > 0) this.move("faucet", "ai-reserve.available", reserve)
    this.run(product())
    if (size > 0) this.issue(size)
  }

  run<C extends Command>(command: C): Outcome<C> {
    if ("account" in command) this.#open(command.account)
    this.#seq += 1
    const outcome = this.engine.apply({ seq: this.#seq, time: this.time, command })
    const wrong = checkBooks(this.engine.state)
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
      reason: "t",
    } as const
    if (!this.run(move).answer.ok) throw new Error(`${usdt} USDT don't go from ${from} to ${to}`)
  }

  issue(usdt: number, id = "usdt-3"): Outcome<IssueAi> {
    return this.run({ type: "ai.issue", product: id, size: coins(usdt) })
  }

  /** With a key of its own. */
  buy(account: string, usdt: number, more: Partial<BuyAi> = {}): Outcome<BuyAi> {
    this.#keys += 1
    const asked = { type: "ai.buy", account, product: "usdt-3", amount: coins(usdt) } as const
    return this.run({ ...asked, key: `k${this.#keys}`, keysMax: 100, ...more })
  }

  withdraw(account: string, holding: number, key = `w${holding}`): Outcome<WithdrawAi> {
    return this.run({ type: "ai.withdraw", account, holding, key, keysMax: 100 })
  }

  /** Lets time pass; the timers that become due fire. */
  pass(ms: TimeMs): Outcome {
    this.time += ms
    return this.run({ type: "clock.tick" })
  }

  /** In USDT: free in the funding account, in AI products, and earned there. */
  money(account: string): string {
    const { ledger } = this.engine.state
    const { available } = ledger.balance(account, "funding", "USDT")
    const own = (part: string) => formatAmount(ledger.systemBalance(`${account}.ai.${part}`, "USDT"))
    return `${formatAmount(available)} + ${own("principal")} + ${own("reward")}`
  }

  /** Of the reserve: free, and promised. */
  reserve(): string {
    const { ledger } = this.engine.state
    const of = (part: string) => formatAmount(ledger.systemBalance(`ai-reserve.${part}`, "USDT"))
    return `${of("available")} + ${of("held")}`
  }

  /** Goes on with a new engine that was given this one's state. */
  restart(): void {
    const saved = this.engine.save()
    this.engine = createEngine()
    this.engine.load(saved)
  }

  #open(account: string): void {
    if (this.#funded.has(account)) return
    this.#funded.add(account)
    this.move("faucet", `${account}.funding.available`, this.#money)
  }
}

/** The holding of an answer that must have one. */
export function holdingOf({ answer }: { answer: AnswerOf<BuyAi> | AnswerOf<WithdrawAi> }): AiView {
  if (!answer.ok) throw new Error(`refused: ${answer.problem.name}`)
  return answer.value.holding
}

/** `#id status days reward paid` of each holding that was told. */
export const holdingsIn = ({ events }: Pick<Outcome, "events">): string[] =>
  events.flatMap((event) => {
    if (event.type !== "ai") return []
    const { id, status, accruedDays, reward, paid } = event.holding
    return [
      `#${id} ${status} ${accruedDays} ${formatAmount(reward)} ${paid === undefined ? "" : formatAmount(paid)}`,
    ]
  })

/** Name and values of a refusal. */
export const refusalIn = ({ answer }: Outcome): unknown =>
  answer.ok ? "done" : [answer.problem.name, answer.problem.values ?? {}]
