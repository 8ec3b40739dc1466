/** Follows an engine event by event through the rules of contracts, and throws at the first thing that they don't explain. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type {
  EngineEvent,
  FillEvent,
  FundingPaidEvent,
  FundingRateEvent,
  JournalEvent,
  TradeEvent,
} from "#server/engine/event.ts"
import {
  abs,
  ContractBooks,
  ceil,
  FUND,
  fillHeld,
  floor,
  type Held,
  isHouse,
  must,
  ONE,
} from "./contract-books.ts"
import { FeeOracle } from "./fee-oracle.ts"
import { LiquidationOracle, type Move } from "./liquidation-oracle.ts"
import { replace } from "./planting.ts"

/** Commands that may make a contract cancel-only by themselves; elsewhere only a loss that nobody can bear does (L6). */
const STATES_BY: ReadonlySet<string> = new Set([
  ...[
    "clock.start",
    "instrument.list",
    "instrument.state",
    "instrument.schedule",
    "audit.stop",
    "audit.resume",
  ],
])
/** How often everything is compared, not only what was touched. */
const WHOLE_EVERY = 200

export class ContractOracle {
  readonly #engine: Engine
  readonly #books: ContractBooks
  readonly #fees: FeeOracle
  readonly #liquidations: LiquidationOracle
  #seen: (EngineEvent | Move)[] = []
  /** Payments of funding that must be told yet, by `account instrument slot`. */
  readonly #owed = new Map<string, bigint>()
  /** `account key` of what was done. */
  readonly #keys = new Set<string>()
  /** Whose books changed in this command. */
  readonly #touched = new Set<string>()
  #count = 0

  /** From before its first command on. */
  constructor(engine: Engine, contracts: readonly PerpetualInstrument[]) {
    this.#engine = engine
    this.#books = new ContractBooks(contracts)
    this.#fees = new FeeOracle(this.#books.contracts)
    this.#liquidations = new LiquidationOracle(this.#books)
    replace(engine.state.log, "push", (push) => (event) => {
      this.#seen.push(event)
      push(event)
    })
    // House accounts' moves aren't told; here they are seen.
    replace(engine.state.clearings.perpetual, "move", (move) => (part, position, of) => {
      const { size, price } = of
      const { slot } = position
      this.#seen.push({
        type: "moved",
        account: part.account.id,
        instrument: part.instrument,
        slot,
        size,
        price,
      })
      move(part, position, of)
    })
  }

  /** As the rules have made them. */
  get books(): ContractBooks {
    return this.#books
  }

  /** After each command. `isLiquidating`: left out or true where nobody may be left who ought to be liquidated (N6). */
  check({ answer, events }: Outcome, command: Command, isLiquidating = true): void {
    const seen = this.#seen
    this.#seen = []
    this.#checkFees(events)
    this.#liquidations.begin(seen)
    for (const event of seen) {
      this.#take(event)
      if (event.type === "instrument" && this.#books.contracts.has(event.instrument))
        this.#liquidations.takeState(event, STATES_BY.has(command.type))
    }
    if (answer.ok) this.#obey(command)
    this.#liquidations.end()
    for (const [name] of this.#owed) must(false, `${name} was never told of funding (P5)`)
    this.#count += 1
    this.#compare(this.#count % WHOLE_EVERY === 0 ? [...this.#books.accounts.keys()] : [...this.#touched])
    if (command.type === "clock.tick" && isLiquidating)
      this.#liquidations.checkNobodyLeft(seen, this.#touched)
    this.#touched.clear()
  }

  #take(event: EngineEvent | Move): void {
    if (event.type === "mark") this.#books.marks.set(event.instrument, event.mark)
    else if (event.type === "trade") this.#takeTrade(event)
    else if (event.type === "fill") this.#takeFill(event)
    else if (event.type === "moved") this.#takeMove(event)
    else if (event.type === "journal") this.#takeJournal(event)
    else if (event.type === "funding-rate") this.#payFunding(event)
    else if (event.type === "funding-paid") this.#takePaid(event)
    else if (event.type === "deleveraged") this.#liquidations.takeDeleveraged(event)
    else if (event.type === "liquidation") {
      const fee = this.#liquidations.takeStep(event)
      const { account, instrument, slot } = event
      const part = this.#books.part(account, instrument)
      if (part.isIsolated) part.held[slot].margin -= fee
      else this.#books.of(account).cash -= fee
      this.#books.fund += fee * ONE
      this.#touched.add(account)
    }
  }

  /** What a command that was done changes by itself; its trades are told. */
  #obey(command: Command): void {
    const books = this.#books
    if (this.#isRepeated(command)) return
    if (command.type === "leverage.set")
      books.part(command.account, command.instrument).leverage = command.leverage
    else if (command.type === "margin-mode.set")
      books.part(command.account, command.instrument).isIsolated = command.mode === "isolated"
    else if (command.type === "position.margin") {
      const { account, instrument, slot, amount } = command
      books.of(account).cash -= amount
      books.part(account, instrument).held[slot].margin += amount
      this.#touched.add(account)
    } else if (command.type === "transfer") {
      const own = books.of(command.account)
      if (command.from === "contract") own.cash -= command.amount
      if (command.to === "contract") own.cash += command.amount
      this.#touched.add(own.id)
    } else if (command.type === "capital.move" && command.to === "insurance")
      books.fund += command.amount * ONE
  }

  /** S12: what is sent again with its key is answered as the first time, and not done. */
  #isRepeated(command: Command): boolean {
    if (!("key" in command && "account" in command && command.key)) return false
    const name = `${command.account} ${command.key}`
    const isRepeated = this.#keys.has(name)
    this.#keys.add(name)
    return isRepeated
  }

  /** House accounts have no fill of their own: their side is the trade's. */
  #takeTrade({ instrument, price, quantity, takerSide, maker, taker }: TradeEvent): void {
    const { tick, lot } = this.#books.contract(instrument)
    this.#liquidations.beforeTrade(taker.order)
    for (const [party, isBuy] of [
      [taker, takerSide === "buy"],
      [maker, takerSide !== "buy"],
    ] as const) {
      if (!isHouse(party.account)) continue
      const size = BigInt(quantity) * lot * (isBuy ? 1n : -1n)
      this.#moveHouse(party.account, instrument, { size, price: BigInt(price) * tick })
    }
  }

  #moveHouse(account: string, instrument: string, fill: { size: bigint; price: bigint }): void {
    const { profit } = fillHeld(this.#books.part(account, instrument).held.net, fill)
    if (account === FUND) this.#books.fund += profit
    this.#touched.add(account)
  }

  /** P8, P17, P18. */
  #takeFill(fill: FillEvent): void {
    if (fill.kind !== "perpetual") return
    const { account, instrument, order, turnover, fee, slot = "net" } = fill
    const { tick, lot } = this.#books.contract(instrument)
    const held = this.#books.part(account, instrument).held[slot]
    const price = BigInt(fill.price) * tick
    const size = BigInt(fill.quantity) * lot * (fill.side === "buy" ? 1n : -1n)
    must(turnover * ONE === abs(size) * price, `order ${order} turned ${turnover} over`)
    const isForced = this.#liquidations.takeForced(order, { price, turnover })
    const { realised, opened } = this.#book({ account, instrument, held }, { size, price, fee, isForced })
    must(
      fill.realised === realised,
      `order ${order} realised ${fill.realised}, and its fill makes ${realised} (P8)`,
    )
    if (isForced) return
    const { equity, maintenance } = this.#books.riskOf(account, instrument, held)
    must(
      opened > 0n ? equity > maintenance : equity >= 0n,
      `${account} has an equity of ${equity} and needs ${maintenance} after a fill (P17)`,
    )
  }

  #takeMove(move: Move): void {
    const { account, instrument, slot } = move
    this.#liquidations.takeMove(move)
    if (isHouse(account)) this.#moveHouse(account, instrument, move)
    else {
      const held = this.#books.part(account, instrument).held[slot]
      this.#book({ account, instrument, held }, { ...move, fee: 0n, isForced: false })
    }
  }

  /** One side's fill or move of a user: position, cash and margin. */
  #book(
    of: { account: string; instrument: string; held: Held },
    fill: { size: bigint; price: bigint; fee: bigint; isForced: boolean },
  ): { realised: bigint; opened: bigint } {
    const { account, instrument, held } = of
    const own = this.#books.of(account)
    const part = this.#books.part(account, instrument)
    this.#touched.add(account)
    const before = abs(held.size)
    const { profit, closed, opened } = fillHeld(held, fill)
    const realised = closed > 0n ? floor(profit + held.carry, ONE) : 0n
    held.carry += profit - realised * ONE
    must(
      held.size !== 0n || held.carry === 0n,
      `${account} is flat in ${instrument} and carries ${held.carry}`,
    )
    if (!part.isIsolated) {
      own.cash += realised - fill.fee
      return { realised, opened }
    }
    const closingFee = closed === 0n ? 0n : (fill.fee * closed) / (closed + opened)
    if (closed > 0n && fill.isForced && held.size !== 0n) this.#bear(held, held.margin + realised)
    else if (closed > 0n) {
      const released = floor(held.margin * closed, before)
      const paid = released + realised - closingFee
      if (paid > 0n) own.cash += paid
      this.#bear(held, held.margin - released + (paid < 0n ? paid : 0n))
    }
    if (opened > 0n) {
      const moved = ceil(opened * fill.price, BigInt(part.leverage) * ONE)
      own.cash -= moved + fill.fee - closingFee
      held.margin += moved
    }
    return { realised, opened }
  }

  /** What a margin can't bear is the fund's. */
  #bear(held: Held, left: bigint): void {
    held.margin = left > 0n ? left : 0n
    if (left < 0n) this.#books.fund += left * ONE
  }

  /** Holds are the orders' matter; here it counts only what they keep from the equity. */
  #takeJournal({ kind, reference, lines }: JournalEvent): void {
    for (const { account, amount } of lines) {
      const owner = account.endsWith(".contract.held") ? account.slice(0, account.indexOf(".")) : undefined
      if (owner !== undefined && !isHouse(owner)) this.#books.of(owner).held += amount
    }
    if (kind !== "liquidation" || reference !== "advance") return
    const covered = -(lines.find(({ account }) => account === "insurance")?.amount ?? 0n)
    const own = this.#books.of(this.#liquidations.last)
    must(this.#books.cross(own).positions.length === 0, `${own.id} has positions and is lent nothing more`)
    must(
      covered === own.held - own.cash,
      `${own.id} lacks ${own.held - own.cash}, and ${covered} is paid for it`,
    )
    own.cash += covered
    this.#books.fund -= covered * ONE
    this.#touched.add(own.id)
  }

  /** P5. */
  #payFunding({ instrument, rate }: FundingRateEvent): void {
    const mark = this.#books.marks.get(instrument)
    if (mark === undefined || rate === 0n) return
    for (const [account, own] of this.#books.accounts) {
      const part = own.parts.get(instrument)
      if (!part || part.open().length === 0) continue
      this.#touched.add(account)
      const due = Object.entries(part.held)
        .filter(([, { size }]) => size !== 0n)
        .map(([slot, held]) => ({ slot, held, payment: ceil(held.size * mark * rate, ONE * ONE) }))
      const sum = due.reduce((all, { payment }) => all + payment, 0n)
      if (account === FUND) this.#books.fund -= sum * ONE
      if (isHouse(account)) continue
      const { equity } = this.#books.cross(own)
      const borne = part.isIsolated ? 0n : bearable(sum, equity)
      if (!part.isIsolated) {
        own.cash -= borne
        this.#books.fund -= (sum - borne) * ONE
      }
      for (const { slot, held, payment } of due) {
        let lent = payment > 0n ? sum - borne : 0n
        if (part.isIsolated) {
          const there = held.margin * ONE + this.#books.profit(instrument, held)
          const whole = bearable(payment, there)
          const paid = whole < held.margin ? whole : held.margin
          lent = payment - paid
          held.margin -= paid
          this.#books.fund -= lent * ONE
        }
        this.#owed.set(`${account} ${instrument} ${slot}`, lent - payment)
      }
    }
  }

  #takePaid({ account, instrument, slot, amount }: FundingPaidEvent): void {
    const name = `${account} ${instrument} ${slot}`
    const due = this.#owed.get(name)
    must(due === amount, `${name} is told of a funding of ${amount}, and ${due} is due (P5)`)
    this.#owed.delete(name)
  }

  /** Orders first: their rates are of the moment in which they were accepted. */
  #checkFees(events: readonly EngineEvent[]): void {
    for (const event of events) if (event.type === "user") this.#fees.takeUser(event)
    const orders = events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    for (const order of orders) this.#fees.takeOrder(order)
    const forced = new Set(events.flatMap((event) => (event.type === "liquidation" ? [event.order] : [])))
    for (const event of events)
      if (event.type === "fill" && !forced.has(event.order)) this.#fees.checkFill(event, event.turnover)
      else if (event.type === "fill")
        must(event.fee === 0n, `liquidation order ${event.order} pays a fee (P28)`)
    for (const order of orders) if (!forced.has(order.id)) this.#fees.checkOrder(order)
  }

  /** The engine has what the books have: positions, margins, cash, the fund. */
  #compare(accounts: readonly string[]): void {
    const { clearings, ledger } = this.#engine.state
    for (const id of accounts) {
      const own = this.#books.of(id)
      const theirs = clearings.perpetual.accounts.known(id)
      for (const [instrument, part] of own.parts)
        for (const [slot, held] of Object.entries(part.held)) {
          const position = theirs?.known(instrument)?.positions[slot as keyof typeof part.held]
          const name = `${id} ${instrument} ${slot}`
          must(position !== undefined, `${name} isn't known`)
          if (!position) continue
          must(position.size === held.size, `${name} has ${position.size}, and should have ${held.size}`)
          must(
            position.held.cost === held.cost,
            `${name} costs ${position.held.cost}, and should cost ${held.cost}`,
          )
          must(
            position.margin === held.margin,
            `${name} has a margin of ${position.margin}, not ${held.margin}`,
          )
        }
      if (isHouse(id) || !theirs) continue
      const { available, held, advance } = theirs.wallet
      must(
        available + held - advance === own.cash,
        `${id} has ${available + held - advance}, not ${own.cash}`,
      )
    }
    this.#compareSums()
    let fund = ledger.systemBalance("insurance", "USDT") * ONE
    for (const part of clearings.perpetual.accounts.known(FUND)?.parts() ?? [])
      fund += part.positions.net.held.carry
    must(fund === this.#books.fund, `the fund has ${fund}, and should have ${this.#books.fund}`)
  }

  /** I3: every long has its short. */
  #compareSums(): void {
    for (const instrument of this.#books.contracts.keys()) {
      let sum = 0n
      for (const { parts } of this.#books.accounts.values())
        for (const { size } of parts.get(instrument)?.open() ?? []) sum += size
      must(sum === 0n, `positions in ${instrument} sum to ${sum} (I3)`)
    }
  }
}

/** P5: a payer's equity bears it down to zero. */
const bearable = (payment: bigint, equity: bigint): bigint => {
  if (payment <= 0n) return payment
  const there = equity > 0n ? equity / ONE : 0n
  return payment < there ? payment : there
}
