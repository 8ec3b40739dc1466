/** A real engine with deposits and withdrawals, driven in few words; the books are recounted after each command. */

import type { Chain } from "#core/chain/chain-assets.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import type { AnswerOf, Outcome } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { RequestWithdrawal } from "#server/engine/custody/custody-command.ts"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { coins, spotInstrument } from "./test-exchange.ts"

export const START = 1_785_000_000_000
/** How long a withdrawal can be cancelled here, ms. */
export const WAIT_MS = 60_000

interface SeenTerms {
  account?: string
  currency?: string
  chain?: Chain
  index?: number
  address?: string
}

export class CustodyExchange {
  engine: Engine = createEngine()
  time: TimeMs = START
  #seq = 0
  #keys = 0

  constructor() {
    for (const base of ["BTC", "ETH"])
      this.run({ type: "instrument.set", instrument: spotInstrument({ id: `${base}_USDT`, base }) })
  }

  run<C extends Command>(command: C): Outcome<C> {
    this.#seq += 1
    const outcome = this.engine.apply({ seq: this.#seq, time: this.time, command })
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0) throw new Error(`after ${command.type} ${this.#seq}: ${wrong.join("; ")}`)
    return outcome
  }

  /** So much later, with whatever is due until then. */
  wait(ms: number) {
    this.time += ms
    return this.run({ type: "clock.tick" })
  }

  /** Moves whole coins between accounts by their full names. */
  move(from: string, to: string, count: number, currency = "USDT") {
    const command = {
      type: "capital.move",
      from,
      to,
      currency,
      amount: coins(count),
      reason: "test",
    } as const
    return this.run(command)
  }

  /** What the wallets hold from the beginning, as the operator's own. */
  fill(count: number, currency = "USDT") {
    this.move("custody", "operator.capital", count, currency)
  }

  quote(currency: string, price: number) {
    const last = coins(price) as bigint as Price8
    return this.run({ type: "feed.quote", index: `${currency}_USDT`, source: "one", last })
  }

  seen(tx: string, count: number, terms: SeenTerms = {}) {
    const { account = "u1", currency = "USDT", chain = "tron", index = 0, address = `of ${account}` } = terms
    const name = { type: "custody.seen", chain, tx, index } as const
    return this.run({ ...name, account, address, currency, amount: coins(count) })
  }

  confirmed(tx: string, confirmations: number, { chain = "tron" as Chain, index = 0 }: SeenTerms = {}) {
    return this.run({ type: "custody.confirmed", chain, tx, index, confirmations })
  }

  vanished(tx: string, { chain = "tron" as Chain, index = 0 }: SeenTerms = {}) {
    return this.run({ type: "custody.vanished", chain, tx, index })
  }

  /** A final deposit of USDT. */
  deposit(tx: string, count: number, account = "u1") {
    this.seen(tx, count, { account })
    this.confirmed(tx, 40)
  }

  /** Of a verified user, to an address that waits no more. */
  request(count: number, more: Partial<RequestWithdrawal> = {}): AnswerOf<RequestWithdrawal> {
    this.#keys += 1
    return this.run({
      ...{ type: "withdraw.request", account: "u1", currency: "USDT", chain: "tron" },
      ...{ addressId: 1, address: "T-outside", remark: "mine", amount: coins(count), key: `k-${this.#keys}` },
      ...{ identity: "verified", addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: WAIT_MS },
      ...more,
    }).answer
  }

  /** One that has been asked for; throws where it was refused. */
  requested(count: number, more: Partial<RequestWithdrawal> = {}): WithdrawalView {
    const answer = this.request(count, more)
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.problem)}`)
    return answer.value.withdrawal
  }

  /** A withdrawal that is sent by `tx`; `custody` has room for it. */
  sent(count: number, tx: string, more: Partial<RequestWithdrawal> = {}): number {
    const { id } = this.requested(count, more)
    this.wait(WAIT_MS)
    this.run({ type: "withdraw.send", id })
    this.run({ type: "custody.sent", id, tx })
    return id
  }

  /** `available held`, as text. */
  funds(account = "u1", currency = "USDT"): string {
    const { available, held } = this.engine.state.ledger.balance(account, "funding", currency)
    return `${formatAmount(available)} ${formatAmount(held)}`
  }

  /** As text. */
  own(name: string, currency = "USDT"): string {
    return formatAmount(this.engine.state.ledger.systemBalance(name, currency))
  }
}

export const depositsOf = ({ events }: Outcome): DepositView[] =>
  events.flatMap((event) => (event.type === "deposit" ? [event.deposit] : []))
export const withdrawalsOf = ({ events }: Outcome): WithdrawalView[] =>
  events.flatMap((event) => (event.type === "withdrawal" ? [event.withdrawal] : []))

/** The name of a refusal; `done` otherwise. */
export const toldOf = (answer: AnswerOf<Command>): string => (answer.ok ? "done" : answer.problem.name)
