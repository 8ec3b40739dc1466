/** Explains what the exchange does to positions by itself: liquidations, take-overs, deleveragings (P10, P26–P30). */

import type { PositionSlot } from "#server/engine/command.ts"
import type { DeleveragedEvent, EngineEvent, LiquidationEvent } from "#server/engine/event.ts"
import {
  abs,
  type ContractBooks,
  ceil,
  FUND,
  type Held,
  isHouse,
  must,
  ONE,
  type Risk,
} from "./contract-books.ts"

/** A position that the engine changes without a trade, seen just before it does. */
export interface Move {
  type: "moved"
  account: string
  instrument: string
  slot: PositionSlot
  size: bigint
  price: bigint
}

/** How an account stood before a step. */
interface Before extends Risk {
  held: Held
  /** Maintenance margin of the position itself. */
  own: bigint
  largest: bigint
  tier: number
  count: number
}
interface Forced {
  step: LiquidationEvent
  before: Before | undefined
  turnover: bigint
}

export class LiquidationOracle {
  readonly #books: ContractBooks
  /** Orders that liquidations sent in this command. */
  #forced = new Map<number, Forced>()
  /** Moves of users that nothing has explained yet. */
  #moves: (Move & { before: Before; isTurn: boolean; fundBears: boolean })[] = []
  /** Account of the last step. */
  last = ""
  /** Accounts of which a position was taken over in this command: the rest of it follows. */
  readonly #takenOver = new Set<string>()
  /** How accounts stood before their pairs closed against each other, in this command. */
  readonly #hedges = new Map<string, Before>()
  /** Price of the last take-over by instrument, in this command. */
  readonly #prices = new Map<string, bigint>()
  /** The instrument that is being deleveraged. */
  #series = ""
  /** Contracts that aren't open. */
  readonly #paused = new Set<string>()
  /** Who was passed over in it. */
  readonly #passed = new Set<string>()

  constructor(books: ContractBooks) {
    this.#books = books
  }

  begin(seen: readonly (EngineEvent | Move)[]): void {
    this.#forced = new Map()
    for (const step of seen)
      if (step.type === "liquidation" && step.order !== undefined)
        this.#forced.set(step.order, { step, before: undefined, turnover: 0n })
    this.#takenOver.clear()
    this.#hedges.clear()
    this.#prices.clear()
    this.#series = ""
  }

  end(): void {
    const [move] = this.#moves
    must(move === undefined, `nothing explains a move of ${move?.account} in ${move?.instrument}`)
  }

  beforeTrade(taker: number): void {
    this.#series = ""
    const forced = this.#forced.get(taker)
    if (forced) forced.before ??= this.#before(forced.step)
  }

  /** A fill of an order that a liquidation sent: not worse than the slip and the bankruptcy price. Is it one? */
  takeForced(order: number, { price, turnover }: { price: bigint; turnover: bigint }): boolean {
    const forced = this.#forced.get(order)
    if (!forced?.before) return false
    forced.turnover += turnover
    const { instrument } = forced.step
    const { slip } = this.#terms(instrument)
    const mark = this.#books.markOf(instrument)
    const isLong = forced.before.held.size > 0n
    must(
      isLong ? price * ONE >= mark * (ONE - slip) : price * ONE <= mark * (ONE + slip),
      `liquidation order ${order} traded at ${price}, at a mark of ${mark}`,
    )
    must(
      isSolventAt(forced.before, price, mark),
      `liquidation order ${order} traded beyond the bankruptcy price`,
    )
    return true
  }

  takeMove(move: Move): void {
    const { account, instrument } = move
    if (account === FUND) return
    const isTurn = this.#isTurn(move)
    const { equity, maintenance } = this.#books.fundRisk()
    const fundBears = equity >= maintenance
    if (isHouse(account)) this.#checkDeleveraged({ ...move, isTurn, fundBears })
    else {
      // Of two that close against each other both stand as before the first.
      const pair = this.#moves.find((other) => other.account === account && other.instrument === instrument)
      const before = pair ? { ...pair.before, held: this.#held(move) } : this.#before(move)
      this.#moves.push({ ...move, before: { ...before, held: { ...before.held } }, isTurn, fundBears })
    }
  }

  takeDeleveraged(event: DeleveragedEvent): void {
    this.#checkDeleveraged(this.#claim(event))
  }

  /** Checks a step; answers its fee. */
  takeStep(step: LiquidationEvent): bigint {
    this.#series = ""
    this.last = step.account
    const { account, instrument, order, fee } = step
    const forced = order === undefined ? undefined : this.#forced.get(order)
    const before = forced ? (forced.before ?? this.#before(step)) : this.#checkMove(step)
    must(
      step.mark === this.#books.markOf(instrument),
      `${account} is liquidated at ${step.mark}, which is no mark`,
    )
    const isHedge = !forced && step.step === "reduce"
    if (isHedge) this.#checkHedge(step, before)
    else if (!this.#takenOver.has(account) || forced) this.#checkDue(step, before)
    if (!forced) {
      must(fee === 0n, `${account} pays ${fee} without an order`)
      if (step.step === "take-over") this.#takenOver.add(account)
      return 0n
    }
    must(3n * before.equity > 2n * before.maintenance, `${account} is reduced below two thirds (P27)`)
    must(before.own === before.largest, `${account} is reduced in ${instrument}, which isn't its largest`)
    this.#checkReduced(step, before)
    const { equity } = this.#books.riskOf(account, instrument, this.#held(step))
    const due = ceil(forced.turnover * this.#terms(instrument).fee, ONE)
    const most = equity > 0n ? equity / ONE : 0n
    must(fee === (due < most ? due : most), `${account} pays ${fee} of ${due} for its liquidation (P27)`)
    return fee
  }

  /**
   * N3: where nothing is matched nobody is liquidated. `isOrdered`: the command was to change states, or a pause of all markets;
   * else a contract is paused only for a loss of the fund that nobody is left to take (L6).
   */
  takeState({ instrument, state }: { instrument: string; state: string }, isOrdered: boolean): void {
    if (state === "open") this.#paused.delete(instrument)
    else this.#paused.add(instrument)
    if (isOrdered || state !== "cancel-only") return
    const { equity, maintenance } = this.#books.fundRisk()
    must(
      this.#books.part(FUND, instrument).held.net.size !== 0n,
      `${instrument} is paused, and the fund has nothing there`,
    )
    // After a deleveraging it may bear the rest: that the fund didn't bear all of it was seen as that began.
    must(
      this.#series === instrument || equity < maintenance,
      `${instrument} is paused while the fund bears what it has (L6)`,
    )
  }

  /** After a tick of the clock: whoever is at 100 % waits for the book, and for nothing else. */
  checkNobodyLeft(seen: readonly (EngineEvent | Move)[], touched: ReadonlySet<string>): void {
    const marked = new Set(seen.flatMap((event) => (event.type === "mark" ? [event.instrument] : [])))
    const stepped = new Set(seen.flatMap((event) => (event.type === "liquidation" ? [event.account] : [])))
    for (const [id, own] of this.#books.accounts) {
      if (isHouse(id) || (touched.has(id) && !stepped.has(id))) continue
      for (const [instrument, part] of own.parts)
        for (const held of marked.has(instrument) && !this.#paused.has(instrument) ? part.open() : []) {
          const { equity, maintenance } = this.#books.riskOf(id, instrument, held)
          const isWaiting = stepped.has(id) && 3n * equity > 2n * maintenance
          must(
            equity > maintenance || isWaiting,
            `${id} has an equity of ${equity}, needs ${maintenance} in ${instrument} and isn't liquidated (P10)`,
          )
        }
    }
  }

  /** A move that is a step: a take-over, or two positions against each other. */
  #checkMove(step: LiquidationEvent): Before {
    const { account, instrument } = step
    const { before, price } = this.#claim(step)
    const { tick } = this.#books.contract(instrument)
    const mark = this.#books.markOf(instrument)
    if (step.step === "reduce") {
      must(
        2n * abs(price - mark) <= tick,
        `${account} closes against itself at ${price}, at a mark of ${mark}`,
      )
      return before
    }
    must(abs(before.held.size) === step.size, `${account} keeps a part of what is taken over`)
    const isLast = before.tier === 0 && before.count === 1
    must(
      this.#takenOver.has(account) || isLast || 3n * before.equity <= 2n * before.maintenance,
      `${account} is taken over with an equity of ${before.equity} and a need of ${before.maintenance} (P27)`,
    )
    const better = before.held.size > 0n ? price - tick : price + tick
    const isLowest = price === tick
    must(
      isLowest || (isSolventAt(before, price, mark) && !isSolventAt(before, better, mark)),
      `${account} is taken over at ${price}, which isn't its bankruptcy price (P26)`,
    )
    this.#prices.set(instrument, price)
    return before
  }

  /** P10: the numbers that decided, and that they do. */
  #checkDue({ account, equity, maintenance }: LiquidationEvent, before: Before): void {
    must(
      equity === before.equity && maintenance === before.maintenance,
      `${account} is told ${equity} and ${maintenance}, and had ${before.equity} and ${before.maintenance} (P10)`,
    )
    must(
      maintenance > 0n && maintenance >= equity,
      `${account} is liquidated with an equity of ${equity} above ${maintenance} (P10)`,
    )
  }

  /** P27.1: the pairs of an account close one after the other, on the numbers from before the first. */
  #checkHedge(step: LiquidationEvent, before: Before): void {
    const first = this.#hedges.get(step.account) ?? before
    this.#hedges.set(step.account, first)
    this.#checkDue(step, first)
  }

  /** P27.2: down to the cap of the tier below, in tier 1 whole, and never the only one there. */
  #checkReduced({ account, instrument, size }: LiquidationEvent, before: Before): void {
    const { lot } = this.#books.contract(instrument)
    const below = this.#books.tiers(instrument)[before.tier - 1]
    must(
      below !== undefined || before.count > 1,
      `${account} has nothing partial left to reduce in ${instrument} (P27)`,
    )
    const mark = this.#books.markOf(instrument)
    const staying = below ? ((below.cap * ONE) / (mark * lot)) * lot : 0n
    must(
      size <= abs(before.held.size) - staying,
      `${account} is reduced by ${size}, more than one tier (P27)`,
    )
  }

  /** P30: who was next stood in, at the price of what was taken over, because the fund couldn't. */
  #checkDeleveraged(move: Move & { isTurn: boolean; fundBears: boolean }): void {
    const { account, instrument, price } = move
    const isFirst = this.#series !== instrument
    this.#series = instrument
    must(!isFirst || !move.fundBears, `${account} is deleveraged while the fund bears it (P27)`)
    must(move.isTurn, `${account} is deleveraged in ${instrument} before its turn (P30)`)
    const { tick } = this.#books.contract(instrument)
    must(price % tick === 0n, `${account} is deleveraged at ${price}, between two ticks`)
  }

  /** P30: nobody on that side stands strictly before, and it stays solvent. */
  #isTurn({ account, instrument, slot, price }: Move): boolean {
    if (this.#series !== instrument) this.#passed.clear()
    const left = abs(this.#books.part(FUND, instrument).held.net.size)
    const mark = this.#books.markOf(instrument)
    const held = this.#held({ account, instrument, slot })
    const own = this.#ranked(account, instrument, held)
    for (const [id, { parts }] of this.#books.accounts)
      for (const other of parts.get(instrument)?.open() ?? []) {
        if (id === FUND || other === held || other.size > 0n !== held.size > 0n) continue
        const ranked = this.#ranked(id, instrument, other)
        if (!isBefore(ranked, own)) continue
        // Whoever the price would leave below zero with what was left at their turn is passed over.
        const most = abs(other.size) < left ? abs(other.size) : left
        const closes = other.size > 0n ? most : -most
        const { equity } = this.#books.riskOf(id, instrument, other)
        if (this.#passed.has(id)) continue
        if (isHouse(id) || equity + closes * (price - mark) >= 0n) return false
        this.#passed.add(id)
      }
    return true
  }

  #ranked(account: string, instrument: string, held: Held) {
    const { equity, maintenance } = this.#books.riskOf(account, instrument, held)
    const isIsolated = this.#books.part(account, instrument).isIsolated
    const own = this.#books.maintenance(instrument, held)
    // Of a fraction over `whole`.
    const share = isIsolated ? equity : equity * own
    const whole = isIsolated ? 1n : maintenance
    return {
      isHouse: isHouse(account),
      profit: this.#books.profit(instrument, held),
      cost: abs(held.cost),
      worth: abs(held.size * this.#books.markOf(instrument)),
      share: share > 0n ? share : 1n,
      whole,
    }
  }

  #claim(event: LiquidationEvent | DeleveragedEvent) {
    const { account, instrument, slot, size, price } = event
    const place = this.#moves.findIndex(
      (move) => move.account === account && move.instrument === instrument && move.slot === slot,
    )
    const [move] = place < 0 ? [] : this.#moves.splice(place, 1)
    must(move !== undefined, `${account} is told of a ${event.type} and nothing has moved`)
    if (!move) throw new Error("unreachable")
    must(abs(move.size) === size && move.price === price, `${account} is told of ${size} at ${price}`)
    return move
  }

  #held({ account, instrument, slot }: { account: string; instrument: string; slot: PositionSlot }): Held {
    return this.#books.part(account, instrument).held[slot]
  }

  #before(of: { account: string; instrument: string; slot: PositionSlot }): Before {
    const { account, instrument } = of
    const held = this.#held(of)
    const own = this.#books.maintenance(instrument, held)
    const risk = this.#books.riskOf(account, instrument, held)
    const tier = this.#books.tier(instrument, held)
    if (this.#books.part(account, instrument).isIsolated)
      return { ...risk, held: { ...held }, own, largest: own, tier, count: 1 }
    const { positions } = this.#books.cross(this.#books.of(account))
    const margins = positions.map((each) => this.#books.maintenance(each.instrument, each.held))
    const largest = margins.reduce((most, each) => (each > most ? each : most), 0n)
    const { equity, maintenance } = risk
    return { equity, maintenance, held: { ...held }, own, largest, tier, count: positions.length }
  }

  /** P27: rates in 1e-8. */
  #terms(instrument: string): { slip: bigint; fee: bigint } {
    const isDeep = this.#books.contract(instrument).leverageMax > 50
    return isDeep ? { slip: 1_000_000n, fee: 500_000n } : { slip: 3_000_000n, fee: 1_000_000n }
  }
}

/** P26: at this price the position's share of the equity isn't used up: `dir × q × (price − mark) + E × own / MM ≥ 0`. */
const isSolventAt = ({ equity, own, maintenance, held }: Before, price: bigint, mark: bigint): boolean =>
  held.size * (price - mark) * maintenance + equity * own >= 0n

type Ranked = { isHouse: boolean; profit: bigint; cost: bigint; worth: bigint; share: bigint; whole: bigint }

/** P30: `uPnL / |cost| × lev` of a profit, `/ lev` of a loss; `lev = worth / share`. */
function isBefore(one: Ranked, other: Ranked): boolean {
  if (one.isHouse !== other.isHouse) return one.isHouse
  const score = ({ profit, cost, worth, share, whole }: Ranked) =>
    profit >= 0n
      ? { of: profit * worth * whole, by: cost * share }
      : { of: profit * share, by: cost * worth * whole }
  const [a, b] = [score(one), score(other)]
  const [left, right] = [a.of * b.by, b.of * a.by]
  return left === right ? one.worth > other.worth : left > right
}
