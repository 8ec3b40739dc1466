/**
 * The auditor of second contracts, beside those of a spot market. Books that share no line with an engine
 * (`second-oracle.ts`) say what comes of each command: who is refused and why, what opens, what ends, by which tick and with
 * what. An engine of its own, which does what was kept and is never killed nor restored, must say the same, and has the whole
 * state that a restored one must stand at.
 */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { canonicalText } from "#server/journal/plain-text.ts"
import { SecondOracle, type SecondTold } from "../second-oracle.ts"
import { type Contract, type Ended, openText, viewText } from "../second-texts.ts"
import type { FalseTables } from "./false-tables.ts"
import { type Predicted, QUOTE } from "./plain-exchange.ts"
import { checkSecondTables } from "./second-tables.ts"
import { secondText, tellsEnd, tellsSecond } from "./second-texts.ts"
import { SpotAuditor } from "./spot-auditor.ts"
import { type ClientRows, must, plainText, unitsOf } from "./whole-auditor.ts"
import type { WholeServer } from "./whole-server.ts"

const SILENCE_MS = 5_000
/** What the exchange does by itself may come so late. */
const LATE_MS = 1_000

/** What an answer must say: by the books, where it is about a second contract, and by the engine that is never killed. */
interface Wanted {
  told: SecondTold | undefined
  answer: Answer
}

export class SecondAuditor extends SpotAuditor {
  readonly #twin = createEngine({ settlesContracts: false })
  readonly #oracle = new SecondOracle()
  readonly #spot: string
  readonly #traders: readonly string[]
  readonly #exposure: bigint
  /** By what is predicted of spot. */
  readonly #wanted = new WeakMap<Predicted, Wanted>()
  /** All that there ever were, and those that have ended; by id. */
  readonly #contracts = new Map<number, Contract>()
  readonly #ends = new Map<number, Ended>()
  /** `account currency` → sum of its journals' lines. */
  readonly #posted = new Map<string, bigint>()
  #hasMoney = false
  #isSpotListed = false
  /** Engine time at which the spot market opens behind a start. */
  #opensAt = 0
  /** Clock of the server that was looked at last. */
  #now = 0

  constructor(of: { spot: SpotInstrument; accounts: readonly string[]; exposure: bigint }) {
    super(of.spot, of.accounts)
    this.#spot = of.spot.id
    this.#traders = of.accounts
    this.#exposure = of.exposure
  }

  override get isBegun(): boolean {
    return this.#hasMoney
  }

  protected override apply(stamped: Stamped): Predicted {
    const outcome = this.#twin.apply(stamped)
    const told = this.#oracle.follow(stamped)
    this.#oracle.compare(stamped, outcome, told)
    this.#note(told)
    this.#noteSpot(stamped)
    this.#bringMoney()
    const isOfSeconds = stamped.command.type.startsWith("second.")
    const predicted = isOfSeconds ? { isRefused: told.refusal !== undefined } : { ...super.apply(stamped) }
    this.#fetchMoney()
    this.#checkMoney(outcome.events)
    this.#wanted.set(predicted, { told: isOfSeconds ? told : undefined, answer: outcome.answer })
    return predicted
  }

  #note({ opened, ended, refusal }: SecondTold): void {
    if (refusal) this.count(refusal)
    if (opened) this.#contracts.set(opened.id, opened)
    for (const end of ended) {
      const { id } = end.contract
      must(this.#contracts.has(id) && !this.#ends.has(id), `contract ${id} ends twice`)
      this.#ends.set(id, end)
      this.count(`second ${end.settle ? end.status : "refunded by silence"}`)
    }
  }

  /** What a start closes for a moment. */
  #noteSpot({ time, command }: Stamped): void {
    if (command.type === "faucet.draw") this.#hasMoney = true
    if (command.type === "clock.start" && this.#isSpotListed) this.#opensAt = time + (command.pauseMs ?? 0)
    if (command.type === "instrument.set" && command.instrument.id === this.#spot) {
      this.#isSpotListed = true
      this.#opensAt = 0
    }
    this.plain.isPaused = time < this.#opensAt
  }

  /** Both kinds of trading share an account: what second contracts brought is there to be transferred. */
  #bringMoney(): void {
    for (const account of this.#traders) {
      const { available, held } = this.#oracle.users.of(account)
      this.plain.totals.set(`${account} second ${QUOTE}`, available + held)
      this.plain.stakes.set(account, held)
    }
  }

  /** And what was transferred is there for second contracts. */
  #fetchMoney(): void {
    for (const account of this.#traders)
      this.#oracle.users.of(account).available = this.plain.available(account, "second", QUOTE)
  }

  /** Journals sum to zero; what is told and held is what is open; the house risks no more than it may. */
  #checkMoney(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === "balance" && event.wallet === "second") {
        const { available, held } = this.#oracle.users.of(event.account)
        const [own, wanted] = [`${event.available} + ${event.held}`, `${available} + ${held}`]
        must(own === wanted, `${event.account} is told ${own}, the rules say ${wanted}`)
      }
      if (event.type !== "journal") continue
      let sum = 0n
      for (const { account, currency, amount } of event.lines) {
        sum += amount
        const name = `${account} ${currency}`
        this.#posted.set(name, (this.#posted.get(name) ?? 0n) + amount)
      }
      must(sum === 0n, `a journal of ${event.kind} sums to ${sum}`)
    }
    this.#checkOpen()
  }

  #checkOpen(): void {
    const stakes = new Map<string, bigint>()
    let profits = 0n
    for (const [index, { open }] of this.#oracle.indexes) {
      const sides = { bullish: 0n, bearish: 0n }
      for (const { account, stake, profit, direction } of open) {
        stakes.set(account, (stakes.get(account) ?? 0n) + stake)
        sides[direction] += profit
      }
      profits += sides.bullish + sides.bearish
      for (const side of ["bullish", "bearish"] as const)
        must(sides[side] <= this.#exposure, `the house risks ${sides[side]} on ${side} of ${index}`)
    }
    for (const account of this.#traders) {
      const posted = this.#posted.get(`${account}.second.held ${QUOTE}`) ?? 0n
      const open = stakes.get(account) ?? 0n
      must(posted === open, `${account} has ${posted} on hold for second contracts, open are ${open}`)
    }
    const house = this.#posted.get(`option-house.held ${QUOTE}`) ?? 0n
    must(house === profits, `the house holds ${house}, open contracts may win ${profits}`)
  }

  protected override compare(answer: Answer, predicted: Predicted, what: string): void {
    const { told, answer: twin } = this.#wanted.get(predicted) ?? {}
    if (told) this.#compareSecond(answer, told, what)
    else super.compare(answer, predicted, what)
    const [own, wanted] = [plainText(answer), plainText(twin)]
    must(own === wanted, `${what} is answered ${own}, and ought to be ${wanted}`)
  }

  #compareSecond(answer: Answer, { refusal, contract }: SecondTold, what: string): void {
    const got = answer.ok ? undefined : answer.problem.name
    must(got === refusal, `${what} is ${got ?? "done"}, the rules say ${refusal ?? "done"}`)
    if (!answer.ok || !contract) return
    const text = "contract" in answer.value ? viewText(answer.value.contract) : "no contract"
    must(text === openText(contract), `${what} is answered ${text}, the rules say ${openText(contract)}`)
  }

  /** Section by section, so that what differs has a name. */
  protected override checkHeld(server: WholeServer): void {
    super.checkHeld(server)
    this.#now = server.now()
    if (server.engine.state.seconds.contracts().length > 0) this.count("starts with open contracts")
    const own = new Map(Object.entries(server.engine.save()))
    for (const [section, value] of Object.entries(this.#twin.save())) {
      const [has, needs] = [canonicalText(own.get(section)), canonicalText(value)]
      must(has === needs, `${section} of the engine is ${has}, and ought to be ${needs}`)
    }
  }

  /** The accounts as the read model has them, and the newest tick of each index. */
  protected override checkTold({ accounts, model }: WholeServer): void {
    for (const account of this.#traders) {
      const rows = {
        second: accounts.seconds(account),
        order: accounts.openOrders(account, "spot"),
        balance: accounts.balances(account),
      }
      const told = this.clientText(((kind: keyof typeof rows) => rows[kind]) as ClientRows)
      const wanted = this.standing.get(account) ?? this.stateText(account)
      must(told === wanted, `the read model has ${told} of ${account}, there is ${wanted}`)
    }
    for (const [index, { last }] of this.#oracle.indexes) {
      const [, time, price] = model.indexTicks(index, 1).at(-1) ?? []
      const isSame = price === undefined || (unitsOf(price) === last?.price && time === last.time)
      must(isSame, `index ${index} is told as ${price} at ${time}, and is ${last?.price} at ${last?.time}`)
    }
  }

  override checkTables(tables: FalseTables): void {
    super.checkTables(tables)
    checkSecondTables(tables, {
      ...{ contracts: this.#contracts, ends: this.#ends, posted: this.#posted },
      house: this.#oracle.house,
    })
  }

  override stateText(account: string): string {
    const open = this.#openOf(account).map(tellsSecond).sort()
    return [super.stateText(account), ...open].join("; ")
  }

  override clientText(rows: ClientRows): string {
    return [super.clientText(rows), ...rows("second").map(secondText).sort()].join("; ")
  }

  /** Each was so. */
  override shownEnds(account: string, taken: () => readonly PrivateRows["second"][]): void {
    for (const row of taken()) {
      this.count("ends shown")
      const end = this.#ends.get(row.id)
      const wanted = end?.contract.account === account ? tellsEnd(end) : "not its own, or open"
      must(secondText(row) === wanted, `${account} is told of ${secondText(row)}, which is ${wanted}`)
    }
  }

  /** All that was due by then has ended. */
  override wrongAtEnd(account: string): string | undefined {
    const late = this.#openOf(account).find(({ index, expiry }) => {
      const last = this.#oracle.indexes.get(index)?.last?.time ?? 0
      return Math.max(expiry, last + SILENCE_MS) + LATE_MS < this.#now
    })
    return late && `contract ${late.id} of ${account} was due at ${late.expiry} and is open at ${this.#now}`
  }

  #openOf(account: string): Contract[] {
    return [...this.#oracle.indexes.values()].flatMap(({ open }) =>
      open.filter((contract) => contract.account === account),
    )
  }
}
