/** Accounts for every unit: rebuilds the ledger from the journal entries alone and recomputes every fee. */

import type { FeeIn, SpotInstrument } from "#core/instrument/instrument.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { BalanceEvent, FillEvent, JournalEvent, OrderView, TradeEvent } from "#server/engine/event.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { isEndOfTime } from "./auditor.ts"
import { FeeOracle } from "./fee-oracle.ts"
import { HOUSE } from "./money-scene.ts"

/** May be below zero, and never above. */
const SOURCES: ReadonlySet<string> = new Set(["faucet", "custody", "claims", "contract-advances"])

const keyOf = (account: string, currency: string) => `${account} ${currency}`
const isHouse = (account: string) => (HOUSE as readonly string[]).includes(account)

export class MoneyAuditor {
  readonly #engine: Engine
  readonly #instruments: ReadonlyMap<string, SpotInstrument>
  readonly #fees: FeeOracle
  /** Full account name and currency → balance, from journals. */
  readonly #balances = new Map<string, bigint>()
  /** `account currency` → what its open orders hold, from order events. */
  readonly #holds = new Map<string, bigint>()
  readonly #orders = new Map<number, { key: string; hold: bigint }>()
  readonly #recountEvery: number
  #count = 0

  /** `recountEvery`: after so many commands the whole state is recounted and compared; a cheap look follows every command. */
  constructor(engine: Engine, instruments: readonly SpotInstrument[], recountEvery: number) {
    this.#engine = engine
    this.#recountEvery = recountEvery
    this.#instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]))
    this.#fees = new FeeOracle(this.#instruments)
  }

  /** After each command: throws at the first unit that isn't where it must be. */
  check({ answer, events }: Outcome): void {
    const touched = new Set<string>()
    const told = new Set<string>()
    const journals: JournalEvent[] = []
    const trades: TradeEvent[] = []
    const fills: FillEvent[] = []
    for (const event of events) {
      if (event.type === "journal") {
        journals.push(event)
        this.#takeJournal(event, touched)
      } else if (event.type === "trade") trades.push(event)
      else if (event.type === "fill") fills.push(event)
      else if (event.type === "user") this.#fees.takeUser(event)
    }
    const orders = events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    for (const order of orders) this.#fees.takeOrder(order)
    this.#checkTrades(trades, fills, journals)
    for (const order of orders) this.#takeOrder(order, touched)
    for (const event of events) if (event.type === "balance") this.#checkTold(event, told)
    this.#checkTouched(touched, told)
    const hasEnded = orders.some(isEndOfTime)
    if (!answer.ok)
      must(
        journals.every(({ kind }) => kind === "house-net" || (hasEnded && kind === "order-release")),
        "a refused command moved money",
      )
    this.#count += 1
    if (this.#count % this.#recountEvery === 0) this.recount()
  }

  /** Everything, from the engine's own state: it must balance, and be what was told. */
  recount(): void {
    const [wrong] = checkBooks(this.#engine.state)
    must(wrong === undefined, wrong ?? "")
    const { ledger } = this.#engine.state
    const seen = new Set<string>()
    const compare = (name: string, currency: string, held: bigint) => {
      seen.add(keyOf(name, currency))
      const told = this.#balances.get(keyOf(name, currency)) ?? 0n
      must(told === held, `${name} has ${held} of ${currency}, its journals say ${told}`)
    }
    for (const { name, currency, balance } of ledger.systemAccounts()) compare(name, currency, balance)
    for (const account of ledger.accounts())
      for (const balance of account.balances()) {
        compare(
          balance.availableName,
          balance.currency,
          account.isHouse ? balance.toldAvailable : balance.available,
        )
        compare(balance.heldName, balance.currency, account.isHouse ? balance.toldHeld : balance.held)
      }
    for (const [key, balance] of this.#balances)
      must(balance === 0n || seen.has(key), `${key} has ${balance} in journals and isn't held`)
  }

  #takeJournal({ kind, reference, lines }: JournalEvent, touched: Set<string>): void {
    const sums = new Map<string, bigint>()
    for (const { account, currency, amount } of lines) {
      must(amount !== 0n, `journal ${kind} ${reference} has an empty line`)
      const key = keyOf(account, currency)
      this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amount)
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
      touched.add(key)
      if (account === "fees" && kind !== "fee") this.#fees.takeIncome(currency, amount)
    }
    for (const [currency, sum] of sums)
      must(sum === 0n, `journal ${kind} ${reference} makes ${sum} of ${currency} (L1)`)
  }

  #takeOrder(order: OrderView, touched: Set<string>): void {
    const instrument = this.#instruments.get(order.instrument)
    if (!instrument || isHouse(order.account)) return
    const key = keyOf(
      `${order.account}.funding.held`,
      order.side === "buy" ? instrument.quote : instrument.base,
    )
    const before = this.#orders.get(order.id)?.hold ?? 0n
    this.#holds.set(key, (this.#holds.get(key) ?? 0n) + order.hold - before)
    touched.add(key)
    const isOpen = ["new", "partly-filled", "waiting"].includes(order.status)
    must(isOpen || order.hold === 0n, `order ${order.id} has ended and holds ${order.hold} (I7)`)
    if (isOpen) this.#orders.set(order.id, { key, hold: order.hold })
    else this.#orders.delete(order.id)
    this.#fees.checkOrder(order)
  }

  #checkTold({ account, wallet, currency, available, held }: BalanceEvent, told: Set<string>): void {
    for (const [name, amount] of [
      [`${account}.${wallet}.available`, available],
      [`${account}.${wallet}.held`, held],
    ] as const) {
      const key = keyOf(name, currency)
      must(!told.has(key), `${key} was told twice`)
      told.add(key)
      const own = this.#balances.get(key) ?? 0n
      must(own === amount, `${key} was told as ${amount}, its journals say ${own}`)
    }
  }

  /** I2, I5, and that whoever's money moved was told. */
  #checkTouched(touched: ReadonlySet<string>, told: ReadonlySet<string>): void {
    for (const key of touched) {
      const balance = this.#balances.get(key) ?? 0n
      const account = key.slice(0, key.indexOf(" "))
      const owner = account.slice(0, account.indexOf("."))
      must(SOURCES.has(account) ? balance <= 0n : balance >= 0n, `${key} has ${balance} (I2)`)
      const isUsers = /^u\d+$/.test(owner)
      if (isUsers) must(told.has(key) || !this.#hasMoved(key, touched), `${key} moved and wasn't told`)
      if (isUsers && account.endsWith(".funding.held")) {
        const held = this.#holds.get(key) ?? 0n
        must(balance === held, `${key} has ${balance}, its orders hold ${held} (I5)`)
      }
    }
  }

  /** An order that was told without a movement of money touches its hold and needs no balance. */
  #hasMoved(key: string, touched: ReadonlySet<string>): boolean {
    return !key.includes(".held ") || touched.has(key.replace(".held ", ".available "))
  }

  /** Each trade: a fill a user's side, goods and money in one journal, fees in another, to the unit. */
  #checkTrades(
    trades: readonly TradeEvent[],
    fills: readonly FillEvent[],
    journals: readonly JournalEvent[],
  ): void {
    let expected = 0
    const known = new Set(trades.map(({ instrument, id }) => `trade:${instrument}:${id}`))
    for (const { kind, reference } of journals)
      must(
        (kind !== "trade" && kind !== "fee") || known.has(reference),
        `${kind} ${reference} is of no trade`,
      )
    for (const trade of trades) {
      const instrument = this.#instruments.get(trade.instrument)
      if (!instrument) continue
      const reference = `trade:${trade.instrument}:${trade.id}`
      const moved = new Map<string, bigint>()
      for (const journal of journals)
        if (journal.reference === reference)
          for (const line of journal.lines)
            add(moved, `${ownerOf(line.account)} ${line.currency}`, line.amount)
      const wanted = new Map<string, bigint>()
      for (const liquidity of ["taker", "maker"] as const) {
        const { account } = trade[liquidity]
        const side = (liquidity === "taker") === (trade.takerSide === "buy") ? "buy" : "sell"
        const sign = side === "buy" ? 1n : -1n
        const base = BigInt(trade.quantity) * instrument.lot
        const turnover = BigInt(trade.price) * BigInt(trade.quantity) * instrument.notionalUnit
        add(wanted, `${account} ${instrument.base}`, sign * base)
        add(wanted, `${account} ${instrument.quote}`, -sign * turnover)
        if (isHouse(account)) continue
        expected += 1
        const fill = fills.find((each) => each.id === trade.id && each.order === trade[liquidity].order)
        must(fill !== undefined, `${reference} has no fill of ${account}`)
        if (!fill) continue
        must(fill.account === account && fill.side === side, `${reference} was told to ${fill.account}`)
        must(fill.turnover === turnover && fill.liquidity === liquidity, `${reference} was told wrongly`)
        this.#checkFee(fill, instrument, base)
        add(wanted, `${account} ${fill.feeCurrency}`, -fill.fee)
        add(wanted, `fees ${fill.feeCurrency}`, fill.fee)
      }
      if (isHouse(trade.maker.account) && isHouse(trade.taker.account))
        must(moved.size === 0, `${reference} is the house's and was journalled`)
      else compareMoved(reference, wanted, moved)
    }
    must(fills.length === expected, `${expected} fills belong to the trades, ${fills.length} were told`)
  }

  #checkFee(fill: FillEvent, instrument: SpotInstrument, base: bigint): void {
    const feeIn: FeeIn = instrument.feeIn ?? "received"
    const isInBase = fill.side === "buy" && feeIn === "received"
    const currency = isInBase ? instrument.base : instrument.quote
    must(fill.feeCurrency === currency, `a fee of order ${fill.order} is in ${fill.feeCurrency}`)
    this.#fees.checkFill(fill, isInBase ? base : fill.turnover)
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** `u1.funding.held` → `u1`; `fees` stays. */
const ownerOf = (account: string): string => account.replace(/\.(?:funding|contract|second)\..*$/, "")

function compareMoved(
  reference: string,
  wanted: ReadonlyMap<string, bigint>,
  moved: ReadonlyMap<string, bigint>,
): void {
  for (const key of new Set([...wanted.keys(), ...moved.keys()])) {
    const [want, have] = [wanted.get(key) ?? 0n, moved.get(key) ?? 0n]
    must(want === have, `${reference} moved ${have} of ${key}, not ${want}`)
  }
}

function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
