/** Books of second contracts beside the engine: every answer, end and balance worked out from the rules alone (O1–O5, T4). */

import type { Outcome } from "#server/engine/answer.ts"
import type { Command, MoveCapital, OpenSecond, SetLossLimit, Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { type OracleUser, type OracleUsers, UsersBooks } from "./second-oracle-users.ts"
import { type Contract, type Ended, endText, openText, type Tick, viewText } from "./second-texts.ts"

interface IndexBooks {
  ticks: number
  last: Tick | undefined
  /** A jump that another quote must confirm (P1). */
  jump: bigint | undefined
  open: Contract[]
}
interface Listed {
  index: string
  state: string
  /** By seconds: rate, least and largest stake. */
  periods: Map<number, { rate: bigint; least: bigint; most: bigint }>
}
/** What a command must bring. */
export interface SecondTold {
  /** By name; undefined: it is done. */
  refusal: string | undefined
  /** Of an opening that is done: as it opened, also where its key was known. */
  contract: Contract | undefined
  /** It opened by this very command. */
  opened: Contract | undefined
  /** In their order. */
  ended: Ended[]
}

const SILENCE_MS = 5_000
/** P1, of an index with one source: a jump of more than a tenth within this time waits for another quote. */
const JUMP_WITHIN_MS = 1_000
/** Commands that say nothing of second contracts: they only let time pass. */
const OTHERS: ReadonlySet<Command["type"]> = new Set([
  ...(["clock.tick", "order.place", "order.cancel", "order.cancel-all", "transfer", "faucet.draw"] as const),
])
const COIN = 100_000_000n

export class SecondOracle {
  readonly users: OracleUsers = new UsersBooks()
  readonly indexes = new Map<string, IndexBooks>()
  readonly listed = new Map<string, Listed>()
  house = { available: 0n, held: 0n }
  exposure = 100_000n * COIN
  opened = 0
  /** How often each end and each refusal was seen. */
  readonly seen = new Map<string, number>()
  #opening = new Set<string>()
  #opensAt = Number.POSITIVE_INFINITY
  /** By account and key: what was asked for with it. */
  readonly #answered = new Map<string, { body: string; contract: Contract }>()

  /** Throws at the first thing that the engine did and the rules don't say. */
  take(stamped: Stamped, outcome: Outcome): void {
    this.compare(stamped, outcome, this.follow(stamped))
  }

  /** Does what the rules say. */
  follow({ seq, time, command }: Stamped): SecondTold {
    const ended: Ended[] = []
    this.#pass(time, { sequence: seq, ended })
    if (command.type === "second.open") return { ...this.#open(command, { time, sequence: seq }), ended }
    const refusal = this.#other(command, { time, sequence: seq, ended })
    return { refusal, contract: undefined, opened: undefined, ended }
  }

  /** Throws where an engine says otherwise. */
  compare({ command }: Stamped, { answer, events }: Outcome, told: SecondTold): void {
    const got = answer.ok ? undefined : answer.problem.name
    const wanted = told.refusal
    if (got !== wanted && !OTHERS.has(command.type))
      throw new Error(`${command.type} is ${got ?? "done"}, by the rules ${wanted ?? "done"}`)
    if (got) this.#count(got)
    this.#compareTold(events, told)
  }

  /** The next expiry of any contract of an index, and its last tick: where edges are. */
  edgesOf(index: string): { expiry: number | undefined; last: number | undefined } {
    const { open, last } = this.#books(index)
    let expiry: number | undefined
    for (const each of open) if (expiry === undefined || each.expiry < expiry) expiry = each.expiry
    return { expiry, last: last?.time }
  }

  #books(index: string): IndexBooks {
    let books = this.indexes.get(index)
    if (!books) {
      books = { ticks: 0, last: undefined, jump: undefined, open: [] }
      this.indexes.set(index, books)
    }
    return books
  }

  /** What time alone does: refunds by silence, markets that open after a start, limits that rise. */
  #pass(time: number, { sequence, ended }: { sequence: number; ended: Ended[] }): void {
    const due: Ended[] = []
    for (const { open, last } of this.indexes.values()) {
      if (!last) continue
      for (const contract of open) {
        const at = Math.max(contract.expiry, last.time + SILENCE_MS) + 1
        if (at > time) continue
        due.push({
          contract,
          sequence,
          status: "refunded",
          paid: contract.stake,
          at,
          before: last,
          settle: undefined,
        })
      }
    }
    due.sort(
      (a, b) =>
        a.at - b.at ||
        compareNames(a.contract.index, b.contract.index) ||
        a.contract.expiry - b.contract.expiry ||
        a.contract.id - b.contract.id,
    )
    for (const each of due) this.#end(each, ended)
    if (time >= this.#opensAt) {
      for (const id of this.#opening) this.#state(id, "open")
      this.#opening.clear()
      this.#opensAt = Number.POSITIVE_INFINITY
    }
    this.users.pass(time)
  }

  #tick(
    { index, last }: Command & { type: "feed.quote" },
    { time, sequence, ended }: { time: number; sequence: number; ended: Ended[] },
  ): void {
    const price: bigint = last ?? 0n
    const books = this.#books(index)
    const before = books.last
    if (before && time - before.time <= JUMP_WITHIN_MS && isFar(price, before.price, 10n)) {
      const isConfirmed = books.jump !== undefined && !isFar(price, books.jump, 50n)
      if (!isConfirmed) {
        books.jump = price
        return
      }
    }
    books.jump = undefined
    books.ticks += 1
    const settle: Tick = { seq: books.ticks, time, price }
    books.last = settle
    const due = books.open.filter(({ expiry }) => expiry <= time)
    due.sort((a, b) => a.expiry - b.expiry || a.id - b.id)
    for (const contract of due) {
      if (!before) throw new Error("a contract before the first tick")
      const { stake, profit, open, direction } = contract
      const isSilent = time - before.time > SILENCE_MS
      const isUp = price > open.price
      const isRight = isUp === (direction === "bullish")
      const status = isSilent ? "refunded" : price === open.price ? "tied" : isRight ? "won" : "lost"
      const paid = status === "won" ? stake + profit : status === "lost" ? 0n : stake
      this.#end({ contract, sequence, status, paid, at: time, before, settle }, ended)
    }
  }

  #end(each: Ended, ended: Ended[]): void {
    const { contract, status, paid, at } = each
    const { stake, profit, index } = contract
    const books = this.#books(index)
    books.open.splice(books.open.indexOf(contract), 1)
    this.users.settled(contract.account, { stake, profit, paid, status, at })
    this.house.held -= profit
    this.house.available += stake + profit - paid
    this.#count(status)
    ended.push(each)
  }

  /** Opens and is written down, or is refused as the rules ask for. */
  #open(command: OpenSecond, at: { time: number; sequence: number }): Omit<SecondTold, "ended"> {
    const { account, key, instrument, direction, seconds, stake, seenPrice, maxMove } = command
    const body = [instrument, direction, seconds, stake, seenPrice, maxMove].join("/")
    const name = `${account}/${key}`
    const known = this.#answered.get(name)
    if (known && known.body !== body)
      return { refusal: "KEY_CONFLICT", contract: undefined, opened: undefined }
    if (known) return { refusal: undefined, contract: known.contract, opened: undefined }
    const opened = this.#openAnew(command, at)
    if (typeof opened === "string") return { refusal: opened, contract: undefined, opened: undefined }
    this.#answered.set(name, { body, contract: opened })
    if (this.#answered.size > 2_000) this.#answered.delete([...this.#answered.keys()][0] ?? "")
    return { refusal: undefined, contract: opened, opened }
  }

  #openAnew(
    { account, key, instrument, direction, seconds, stake, seenPrice, maxMove }: OpenSecond,
    { time, sequence }: { time: number; sequence: number },
  ): Contract | string {
    const user = this.users.of(account)
    if (user.isFrozen) return "ACCOUNT_FROZEN"
    const listed = this.listed.get(instrument)
    if (!listed) return "UNKNOWN_INSTRUMENT"
    const period = listed.periods.get(seconds)
    if (!period) return "UNKNOWN_PRODUCT"
    if (listed.state !== "open") return "TRADING_STATE"
    const books = this.#books(listed.index)
    const tick = books.last
    if (!tick || time - tick.time > 2_000) return "FEED_STALE"
    if (maxMove !== undefined && seenPrice === undefined) return "TYPE_COMBINATION"
    if (stake <= 0n) return "WRONG_SIZE"
    const moved = seenPrice === undefined ? 0n : tick.price - seenPrice
    if ((moved < 0n ? -moved : moved) > (maxMove ?? 0n)) return "PRICE_MOVED"
    const refused = this.#limits(user, { stake, least: period.least, most: period.most, time })
    if (refused) return refused
    const profit = (stake * period.rate) / COIN
    let exposed = profit
    for (const each of books.open) if (each.direction === direction) exposed += each.profit
    if (exposed > this.exposure || profit > this.house.available) return "HOUSE_LIMIT"
    this.opened += 1
    const id = this.opened
    const contract: Contract = {
      ...{ id, account, instrument, index: listed.index, key, direction, seconds, stake, profit },
      ...{ rate: period.rate, open: tick, opened: time, expiry: time + seconds * 1000, sequence },
    }
    books.open.push(contract)
    this.users.hold(account, stake)
    this.house.available -= profit
    this.house.held += profit
    return contract
  }

  #limits(
    user: OracleUser,
    { stake, least, most, time }: { stake: bigint; least: bigint; most: bigint; time: number },
  ): string | undefined {
    if (user.open >= 20) return "OPEN_CONTRACTS"
    if (stake < least || stake > most) return "STAKE_RANGE"
    if (user.held + stake > 20_000n * COIN) return "OPEN_STAKES"
    const { lost, won } = this.users.dayOf(user, time)
    const loss = lost > won ? lost - won : 0n
    if (user.limit !== undefined && loss + user.held + stake > user.limit) return "DAILY_LOSS"
    return stake > user.available ? "INSUFFICIENT_BALANCE" : undefined
  }

  #other(command: Command, at: { time: number; sequence: number; ended: Ended[] }): string | undefined {
    const { time } = at
    if (command.type === "feed.quote") this.#tick(command, at)
    else if (command.type === "user.freeze") this.users.of(command.account).isFrozen = command.isFrozen
    else if (command.type === "second.limit") return this.#limit(command, time)
    else if (command.type === "clock.start") this.#start(command, time)
    else if (command.type === "capital.move") this.#move(command)
    else if (command.type === "instrument.state") {
      this.#opening.delete(command.instrument)
      this.#state(command.instrument, command.state)
    } else if (command.type === "instrument.set" && command.instrument.kind === "second") {
      const { id, index, periods, state } = command.instrument
      const terms = periods.map(
        (each) =>
          [each.seconds, { rate: each.payoutRate, least: each.minStake, most: each.maxStake }] as const,
      )
      this.listed.set(id, { index, state, periods: new Map(terms) })
    } else if (
      command.type === "instrument.set" ? command.instrument.kind !== "spot" : !OTHERS.has(command.type)
    )
      throw new Error(`no rule for ${command.type}`)
    return undefined
  }

  #limit({ account, limit }: SetLossLimit, time: number): string | undefined {
    if (this.users.of(account).isFrozen) return "ACCOUNT_FROZEN"
    if (limit !== undefined && limit <= 0n) return "WRONG_SIZE"
    this.users.limit(account, limit, time)
    return undefined
  }

  #start({ pauseMs = 0, exposureLimit }: Command & { type: "clock.start" }, time: number): void {
    if (exposureLimit !== undefined) this.exposure = exposureLimit
    for (const [id, { state }] of this.listed)
      if (state === "open") {
        this.#state(id, "cancel-only")
        this.#opening.add(id)
      }
    this.#opensAt = time + pauseMs
  }

  #move({ from, to, amount }: MoveCapital): void {
    if (from === "option-house.available") this.house.available -= amount
    if (to === "option-house.available") this.house.available += amount
    const [account = "", wallet] = to.split(".")
    if (wallet === "second") this.users.of(account).available += amount
  }

  #state(id: string, state: string): void {
    const listed = this.listed.get(id)
    if (listed) listed.state = state
  }

  /** What is told of contracts is what ended, in its order, and then what opened. */
  #compareTold(events: readonly EngineEvent[], { ended, opened }: SecondTold): void {
    const got = events.flatMap((event) => (event.type === "second" ? [viewText(event.contract)] : []))
    const wanted = ended.map((each) => endText(each))
    if (opened) wanted.push(openText(opened))
    if (got.length !== wanted.length)
      throw new Error(`told ${got.join(" | ")}, by the rules ${wanted.join(" | ")}`)
    for (const [place, text] of wanted.entries())
      if (got[place] !== text) throw new Error(`told ${got[place]}, by the rules ${text}`)
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }
}

const compareNames = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
/** Further from `from` than one part of so many. */
const isFar = (price: bigint, from: bigint, parts: bigint): boolean =>
  parts * (price > from ? price - from : from - price) > from
