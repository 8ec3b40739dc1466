/**
 * The auditor of contracts. Two know what must be: an engine of its own, which does what was kept and is never killed nor
 * restored, says each reply; and books that share no line with an engine explain each of its events, and have every position,
 * margin, wallet, the fund and the open interest a second time. Whatever the server, its tables and its clients say is held
 * against these.
 */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { isOpen } from "#core/order/order-status.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { BalanceEvent, EngineEvent, FillEvent, OrderView } from "#server/engine/event.ts"
import { canonicalText } from "#server/journal/plain-text.ts"
import type { Mark } from "#workers/market/feeds/mark-feed.ts"
import type { ContractBooks } from "../contract-books.ts"
import { isHouse } from "../contract-books.ts"
import { ContractOracle } from "../contract-oracle.ts"
import { checkContractTables } from "./contract-tables.ts"
import {
  fillText,
  type ShownFill,
  tellsBalance,
  tellsOrder,
  tellsPosition,
  textOfClient,
  toldFill,
} from "./contract-texts.ts"
import type { FalseTables } from "./false-tables.ts"
import { PositionDiary } from "./position-diary.ts"
import { type ClientRows, must, plainText, unitsOf, WholeAuditor } from "./whole-auditor.ts"
import type { WholeServer } from "./whole-server.ts"

const SIDES = ["buy", "sell"] as const
/** So many fills an account begins with. */
const FILLS_SHOWN = 100
/** N6: the pause behind a start, and how long marks get behind it; with a second for the next mark. */
const PAUSE_MS = 10_000
const FRESH_MARKS_MS = 11_000

export class ContractAuditor extends WholeAuditor<Answer> {
  readonly #engine = createEngine({ settlesContracts: false })
  readonly #oracle: ContractOracle
  readonly #contracts: readonly [PerpetualInstrument, ...PerpetualInstrument[]]
  readonly #diary = new PositionDiary()
  readonly #orders = new Map<number, OrderView>()
  /** Those of them that are open. */
  readonly #open = new Map<number, OrderView>()
  readonly #fills: FillEvent[] = []
  readonly #balances = new Map<string, BalanceEvent>()
  /** `account currency` → sum of its journals' lines. */
  readonly #posted = new Map<string, bigint>()
  /** By instrument: each mark that there was. */
  readonly #marks = new Map<string, Set<string>>()
  /** Engine time from which on nobody may be left who ought to be liquidated. */
  #liquidatesFrom = 0
  /** Money that came from outside, 1e-8. */
  #deposited = 0n

  constructor(
    contracts: readonly [PerpetualInstrument, ...PerpetualInstrument[]],
    traders: readonly string[],
  ) {
    super(contracts[0], traders)
    this.#contracts = contracts
    this.#oracle = new ContractOracle(this.#engine, contracts)
  }

  override get isBegun(): boolean {
    return this.#deposited > 0n
  }

  protected override apply(stamped: Stamped): Answer {
    const outcome = this.#engine.apply(stamped)
    const { answer, events } = outcome
    this.#noteStart(stamped)
    this.#oracle.check(outcome, stamped.command, stamped.time >= this.#liquidatesFrom)
    if (answer.ok) this.#note(stamped.command)
    for (const event of events) this.#take(event)
    this.#checkHolds()
    for (const { id, cash, parts } of this.#books.accounts.values()) {
      const isFlat = [...parts.values()].every((part) => part.open().length === 0)
      must(isHouse(id) || !isFlat || cash >= 0n, `${id} has no position and ${cash} in its contract wallet`)
    }
    return answer
  }

  /** What a wallet holds is what its open orders hold. */
  #checkHolds(): void {
    for (const { account, wallet, held } of this.#balances.values()) {
      if (wallet !== "contract") continue
      let sum = 0n
      for (const order of this.#open.values()) if (order.account === account) sum += order.hold
      must(held === sum, `${account} has ${held} of contracts on hold, and its orders hold ${sum}`)
    }
  }

  get #books(): ContractBooks {
    return this.#oracle.books
  }

  /** N6: behind a start marks have to come again first. */
  #noteStart({ time, command }: Stamped): void {
    if (command.type === "clock.start" && this.isBegun)
      this.#liquidatesFrom = time + (command.pauseMs ?? PAUSE_MS) + FRESH_MARKS_MS
  }

  #note(command: Command): void {
    if (command.type === "faucet.draw") for (const { amount } of command.amounts) this.#deposited += amount
    else if (command.type === "capital.move" && command.from === "faucet") this.#deposited += command.amount
  }

  #take(event: EngineEvent): void {
    this.#diary.take(event)
    if (event.type === "order") this.#takeOrder(event.order)
    else if (event.type === "fill") this.#fills.push(event)
    else if (event.type === "balance")
      this.#balances.set(`${event.account} ${event.wallet} ${event.currency}`, event)
    else if (event.type === "mark") {
      const known = this.#marks.get(event.instrument) ?? new Set()
      this.#marks.set(event.instrument, known.add(String(event.mark)))
    } else if (event.type === "journal") {
      const sum = event.lines.reduce((all, { amount }) => all + amount, 0n)
      must(sum === 0n, `a journal of ${event.kind} sums to ${sum}`)
      for (const { account, currency, amount } of event.lines) {
        const name = `${account} ${currency}`
        this.#posted.set(name, (this.#posted.get(name) ?? 0n) + amount)
      }
    }
    if (event.type === "liquidation" || event.type === "deleveraged" || event.type === "funding-paid")
      this.count(event.type === "liquidation" ? event.step : event.type)
  }

  #takeOrder(order: OrderView): void {
    this.#orders.set(order.id, order)
    if (isOpen(order)) this.#open.set(order.id, order)
    else this.#open.delete(order.id)
  }

  protected override compare(answer: Answer, predicted: Answer, what: string): void {
    const [told, wanted] = [plainText(answer), plainText(predicted)]
    must(told === wanted, `${what} is answered ${told}, and ought to be ${wanted}`)
  }

  /** From the orders alone, each as it was told last. */
  protected override levels() {
    const [{ id }] = this.#contracts
    return SIDES.map((side) => {
      const levels = new Map<number, number>()
      for (const { instrument, side: own, price, quantity = 0, executed, status } of this.#open.values()) {
        if (instrument !== id || own !== side || price === undefined || status === "waiting") continue
        levels.set(price, (levels.get(price) ?? 0) + quantity - executed)
      }
      return [...levels].sort(([one], [other]) => (side === "buy" ? other - one : one - other))
    })
  }

  /** Section by section, so that what differs has a name. */
  protected override checkHeld({ engine }: WholeServer): void {
    const own = new Map(Object.entries(engine.save()))
    for (const [section, value] of Object.entries(this.#engine.save())) {
      const [has, needs] = [canonicalText(own.get(section)), canonicalText(value)]
      must(has === needs, `${section} of the engine is ${has}, and ought to be ${needs}`)
    }
  }

  protected override checkTold({ model }: WholeServer): void {
    for (const { id, index } of this.#contracts) {
      const [, , mark = ""] = model.mark(id) ?? []
      const known = this.#books.marks.get(id)
      must(
        mark === "" || unitsOf(mark) === known,
        `the read model's mark of ${id} is ${mark}, and was ${known}`,
      )
      let long = 0n
      for (const { parts } of this.#books.accounts.values())
        for (const { size } of parts.get(id)?.open() ?? []) long += size > 0n ? size : 0n
      const [, told = "0"] = model.openInterest(id) ?? []
      must(unitsOf(told) === long, `the open interest of ${id} is told as ${told}, long are ${long}`)
      const [, , price] = model.indexTicks(index, 1).at(-1) ?? []
      const last = this.#engine.state.indexes.get(index)?.last
      must(
        price === undefined || last === undefined || unitsOf(price) === last,
        `index ${index} is told as ${price}, and is ${last}`,
      )
    }
  }

  override checkTables(tables: FalseTables): void {
    checkContractTables(tables, {
      ...{ books: this.#books, orders: this.#orders, fills: this.#fills, balances: this.#balances },
      ...{ diary: this.#diary, posted: this.#posted, deposited: this.#deposited },
    })
  }

  override shownMarks(markOf: (instrument: string) => Mark | undefined): void {
    for (const { id } of this.#contracts) {
      const { mark = "" } = markOf(id) ?? {}
      const isKnown = mark === "" || this.#marks.get(id)?.has(String(unitsOf(mark)))
      must(isKnown === true, `a client shows a mark of ${mark} for ${id}, which never was`)
    }
  }

  override stateText(account: string): string {
    const orders = [...this.#open.values()].filter((order) => order.account === account)
    const positions = [...(this.#books.accounts.get(account)?.parts ?? [])].flatMap(([instrument, part]) =>
      Object.entries(part.held).flatMap(([slot, held]) =>
        held.size === 0n
          ? []
          : [
              tellsPosition({
                instrument,
                slot,
                held,
                part,
                sums: this.#diary.of({ account, instrument, slot }),
              }),
            ],
      ),
    )
    const balances = [...this.#balances.values()].filter((one) => one.account === account)
    return [
      ...orders.map((order) => tellsOrder(order, this.#contract(order.instrument))),
      ...positions,
      ...balances.flatMap(tellsBalance),
    ]
      .sort()
      .join("; ")
  }

  override clientText(rows: ClientRows): string {
    return textOfClient(rows)
  }

  /** Each fill that is shown was one, and of the newest none is missing. */
  override wrongAtEnd(account: string, rows: ClientRows): string | undefined {
    const own = this.#fills.filter((fill) => fill.account === account)
    const texts = own.map((fill) => fillText(toldFill(fill, this.#contract(fill.instrument))))
    const shown = rows("fill").map((row) => fillText(row as ShownFill))
    const twice = shown.find((text, place) => shown.indexOf(text) !== place)
    if (twice) return `${account} is shown ${twice} twice`
    const strange = shown.find((text) => !texts.includes(text))
    if (strange) return `${account} is shown ${strange}, which was no fill`
    const missing = texts.slice(-FILLS_SHOWN).find((text) => !shown.includes(text))
    return missing && `${account} isn't shown ${missing}`
  }

  #contract(id: string): PerpetualInstrument {
    const contract = this.#contracts.find((one) => one.id === id)
    if (!contract) throw new Error(`${id} is no contract`)
    return contract
  }
}
