/** Books of second contracts beside the engine: every answer, end and balance worked out from the rules alone (O1–O5, T4). */

import type { Outcome } from "#server/engine/answer.ts"
import type { Command, MoveCapital, OpenSecond, SetLossLimit, Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import { type OracleUser, type OracleUsers, UsersBooks } from "./second-oracle-users.ts"

interface Tick {
  seq: number
  time: number
  price: bigint
}
interface Contract {
  id: number
  account: string
  direction: "bullish" | "bearish"
  stake: bigint
  profit: bigint
  open: Tick
  expiry: number
}
interface IndexBooks {
  ticks: number
  last: Tick | undefined
  open: Contract[]
}
interface Listed {
  index: string
  state: string
  /** By seconds: rate, least and largest stake. */
  periods: Map<number, { rate: bigint; least: bigint; most: bigint }>
}
interface Ended {
  contract: Contract
  index: string
  status: string
  paid: bigint
  at: number
  before: Tick
  settle: Tick | undefined
}

const SILENCE_MS = 5_000
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
  readonly #answered = new Map<string, string>()

  /** Throws at the first thing that the engine did and the rules don't say. */
  take({ time, command }: Stamped, { answer, events }: Outcome): void {
    const ended: Ended[] = []
    this.#pass(time, ended)
    let wanted: string | undefined
    let opened: Contract | undefined
    if (command.type === "second.open") {
      const before = this.opened
      wanted = this.#open(command, time)
      if (this.opened > before) opened = this.#books(this.#indexOf(command.instrument)).open.at(-1)
    } else wanted = this.#other(command, time, ended)
    const got = answer.ok ? undefined : answer.problem.name
    if (got !== wanted)
      throw new Error(`${command.type} is ${got ?? "done"}, by the rules ${wanted ?? "done"}`)
    if (got) this.#count(got)
    this.#compareTold(events, ended, opened)
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
      books = { ticks: 0, last: undefined, open: [] }
      this.indexes.set(index, books)
    }
    return books
  }

  #indexOf(instrument: string): string {
    return this.listed.get(instrument)?.index ?? ""
  }

  /** What time alone does: refunds by silence, markets that open after a start, limits that rise. */
  #pass(time: number, ended: Ended[]): void {
    const due: Ended[] = []
    for (const [index, { open, last }] of this.indexes) {
      if (!last) continue
      for (const contract of open) {
        const at = Math.max(contract.expiry, last.time + SILENCE_MS) + 1
        if (at > time) continue
        due.push({
          contract,
          index,
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
        (a.index < b.index ? -1 : a.index > b.index ? 1 : 0) ||
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

  #tick(index: string, time: number, price: bigint, ended: Ended[]): void {
    const books = this.#books(index)
    const before = books.last
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
      this.#end({ contract, index, status, paid, at: time, before, settle }, ended)
    }
  }

  #end(each: Ended, ended: Ended[]): void {
    const { contract, status, paid, at, index } = each
    const { stake, profit } = contract
    const books = this.#books(index)
    books.open.splice(books.open.indexOf(contract), 1)
    this.users.settled(contract.account, { stake, profit, paid, status, at })
    this.house.held -= profit
    this.house.available += stake + profit - paid
    this.#count(status)
    ended.push(each)
  }

  /** The refusal that the rules ask for; undefined: it opens, and is written down. */
  #open(command: OpenSecond, time: number): string | undefined {
    const { account, key, instrument, direction, seconds, stake, seenPrice, maxMove } = command
    const body = [instrument, direction, seconds, stake, seenPrice, maxMove].join("/")
    const known = this.#answered.get(`${account}/${key}`)
    if (known !== undefined) {
      return known === body ? undefined : "KEY_CONFLICT"
    }
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
    books.open.push({ id, account, direction, stake, profit, open: tick, expiry: time + seconds * 1000 })
    this.users.hold(account, stake)
    this.house.available -= profit
    this.house.held += profit
    this.#answered.set(`${account}/${key}`, body)
    if (this.#answered.size > 2_000) this.#answered.delete([...this.#answered.keys()][0] ?? "")
    return undefined
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

  #other(command: Command, time: number, ended: Ended[]): string | undefined {
    if (command.type === "feed.quote") this.#tick(command.index, time, command.last ?? 0n, ended)
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
    } else if (command.type !== "clock.tick") throw new Error(`no rule for ${command.type}`)
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
  #compareTold(events: readonly EngineEvent[], ended: readonly Ended[], opened: Contract | undefined): void {
    const told = events.flatMap((event) => (event.type === "second" ? [event.contract] : []))
    const wanted = ended.map((each) => endText(each))
    if (opened) wanted.push(openText(opened))
    const got = told.map(viewText)
    if (got.length !== wanted.length)
      throw new Error(`told ${got.join(" | ")}, by the rules ${wanted.join(" | ")}`)
    for (const [place, text] of wanted.entries())
      if (got[place] !== text) throw new Error(`told ${got[place]}, by the rules ${text}`)
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }
}

const tickText = ({ seq, time, price }: Tick): string => `${seq}@${time}:${price}`
const openText = ({ id, account, direction, stake, profit, open, expiry }: Contract): string =>
  `#${id} ${account} ${direction} ${stake}+${profit} ${tickText(open)} until ${expiry} open`
const endText = ({ contract, status, paid, at, before, settle }: Ended): string =>
  [
    openText(contract).replace(/open$/, status),
    ...[paid, at, tickText(before), settle ? tickText(settle) : "no tick"],
  ].join(" ")

function viewText(view: SecondView): string {
  const { id, account, direction, stake, profit, open, expiry, status, paid, settled, before, settle } = view
  const text = openText({ id, account, direction, stake, profit, open, expiry }).replace(/open$/, status)
  if (status === "open") return text
  return [
    text,
    ...[paid, settled, before ? tickText(before) : "nothing", settle ? tickText(settle) : "no tick"],
  ].join(" ")
}
