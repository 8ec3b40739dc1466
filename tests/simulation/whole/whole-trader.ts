/** One trader: a worker's real feeds over a false line, and wishes that are sent again until they are answered. */

import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { MarketFeeds } from "#workers/market/feeds/market-feeds.ts"
import { NOTHING_SHOWN } from "#workers/market/feeds/targets.ts"
import { forwardClock } from "#workers/market/forward-clock.ts"
import { FalseLine, type LineTroubles } from "./false-line.ts"
import { FalseClock, type FalseWorld, type Scope } from "./false-world.ts"
import { type ClientRows, type Tagged, textOfLevels, type WholeAuditor } from "./whole-auditor.ts"
import type { WholeScene, Wishes } from "./whole-scene.ts"

const TRY_MS = 1_500
const TRIES_MAX = 8

export interface TraderParts {
  world: FalseWorld
  scene: WholeScene
  account: string
  troubles: LineTroubles
  counts: Map<string, number>
  /** Connects a line to whatever server there is. */
  connect(line: FalseLine): void
  /** Sends a command to whatever server there is; the answer comes later, or never. */
  call(command: Tagged, answered: (answer: Answer) => void): void
  nextTag(): number
  fail(error: unknown): void
}

export class WholeTrader {
  readonly account: string
  readonly clock: FalseClock
  readonly feeds: MarketFeeds
  line: FalseLine | undefined
  /** Wishes that were answered. */
  settled = 0
  readonly #parts: TraderParts
  readonly #scope: Scope = { isDead: false }
  readonly #auditor: WholeAuditor
  readonly #wishes: Wishes
  #version = -1
  #accountVersion = -1
  #gaps = 0
  #turn = 0

  constructor(parts: TraderParts) {
    const { world, account, scene } = parts
    this.#parts = parts
    this.#auditor = scene.auditor
    this.#wishes = scene.wishesOf(account, world.chance)
    this.account = account
    this.clock = new FalseClock(world, scene.begins)
    this.feeds = new MarketFeeds({
      ...forwardClock(this.clock.now),
      setTimer: (run, ms) => this.#timer(run, ms),
      clearTimer: (timer) => this.#timers.get(timer)?.(),
      random: () => world.chance.fraction(),
      openSocket: () => this.#openLine(),
      fetch: async (url) => ({
        ok: true,
        status: 200,
        json: async () => ({ code: 200, message: "", data: this.#listOf(url) }),
      }),
    })
    this.feeds.listen({
      changed: () => this.#look(),
      tickerChanged: () => undefined,
      problem: () => undefined,
    })
  }

  start(): void {
    this.#parts.world.after(
      0,
      () => {
        this.feeds.start({
          apiBase: "http://exchange.test",
          socketUrl: "ws://exchange.test/socket",
          language: "en",
        })
        this.feeds.authenticate(this.account)
        const [{ id }] = this.#parts.scene.instruments
        const book = { instrument: id, group: 1, rows: 20, sides: "both" as const, hold: false }
        this.feeds.show({ ...NOTHING_SHOWN, book })
      },
      this.#scope,
    )
  }

  /** Wishes something by chance, and does not rest until it is answered. */
  act(): void {
    const command = this.#wishes.next()
    this.#parts.world.after(0, () => this.#send(command, 1), this.#scope)
  }

  /** Does what changes the book and the account for certain, as far as there is money. */
  stir(): void {
    for (const command of this.#wishes.stir())
      this.#parts.world.after(0, () => this.#send(command, 1), this.#scope)
  }

  /** The book and the rows are those of now, and say so. */
  isRight(): string | undefined {
    const auditor = this.#auditor
    const book = this.feeds.shown.book
    if (this.feeds.account.state !== "live") return `${this.account} is ${this.feeds.account.state}`
    if (book?.prove() !== "good") return `${this.account}'s book is ${book?.prove()}`
    if (this.#levels() !== auditor.bookText()) return `${this.account}'s book is not that of now`
    const seen = auditor.clientText(this.#rows)
    const wanted = auditor.stateText(this.account)
    if (seen !== wanted) return `${this.account} sees ${seen}, there is ${wanted}`
    return auditor.wrongAtEnd(this.account, this.#rows)
  }

  readonly #timers = new Map<number, () => void>()
  #nextTimer = 1
  #timer(run: () => void, ms: number): number {
    const timer = this.#nextTimer
    this.#nextTimer += 1
    const callOff = this.#parts.world.after(
      ms,
      () => {
        this.#timers.delete(timer)
        run()
      },
      this.#scope,
    )
    this.#timers.set(timer, callOff)
    return timer
  }

  #openLine(): FalseLine {
    const { world, troubles, counts, connect } = this.#parts
    const line = new FalseLine(world, { client: this.#scope, troubles, counts })
    this.line = line
    connect(line)
    return line
  }

  /** What the page would show now is held against what there was. */
  #look(): void {
    try {
      this.#judge()
    } catch (error) {
      this.#parts.fail(error)
    }
  }

  #judge(): void {
    const { world } = this.#parts
    const auditor = this.#auditor
    const { feeds } = this
    if (feeds.gaps > this.#gaps) {
      this.#gaps = feeds.gaps
      this.#parts.counts.set("gaps", (this.#parts.counts.get("gaps") ?? 0) + 1)
      if (this.line && !this.line.isMangled)
        throw new Error(`${this.account} misses something that no line has lost`)
    }
    const book = feeds.shown.book
    // Now and then several changes come between two looks: they are proven together.
    if (book && book.version !== this.#version && world.chance.happens(0.5) && book.prove() === "good") {
      this.#version = book.version
      const held = book.proveBook()
      auditor.shown(book.proveSequence(), [pairs(held.levels("bid", 200)), pairs(held.levels("ask", 200))])
    }
    // What hasn't changed was held against it before.
    const { state, version } = feeds.account
    if (state === "live" && version !== this.#accountVersion) {
      this.#accountVersion = version
      this.#turn = auditor.shownAccount(this.account, this.#rows, this.#turn)
      auditor.shownEnds(this.account, this.#ends)
    }
    auditor.shownMarks((id) => feeds.marks.get(id))
  }

  #levels(): string {
    const held = this.feeds.shown.book?.proveBook()
    return held ? textOfLevels([pairs(held.levels("bid", 200)), pairs(held.levels("ask", 200))]) : ""
  }

  readonly #rows: ClientRows = (kind) => [...this.feeds.account.rowsOf(kind)]

  /** As a page takes them: what has ended is in one frame only. */
  readonly #ends = () => this.feeds.account.takeFrame(null).rows.second.filter((row) => row.status !== "open")

  #listOf(url: string): object {
    const { lists, begins } = this.#parts.scene
    const [, rows = []] = [...lists].find(([path]) => url.includes(`/market/${path}`)) ?? []
    return { time: begins, feed: { kind: "simulated", source: "", practice: true, since: begins }, rows }
  }

  /** Another try of the same wish is another command with the same key. */
  #send(command: Command, tries: number): void {
    const { world, call, nextTag, fail } = this.#parts
    const tagged = { ...command, tag: nextTag() } as Tagged
    let isAnswered = false
    const again = () => {
      if (!isAnswered && tries < TRIES_MAX) this.#send(command, tries + 1)
      isAnswered = true
    }
    const callOff = world.after(TRY_MS, again, this.#scope)
    call(tagged, (answer) => {
      try {
        this.#auditor.answered(tagged, answer)
      } catch (error) {
        fail(error)
      }
      const isUnknown =
        !answer.ok && (answer.problem.name === "ENGINE_BUSY" || answer.problem.name === "INTERNAL")
      if (isAnswered || isUnknown) return
      isAnswered = true
      this.settled += 1
      callOff()
    })
  }
}

const pairs = (levels: readonly { price: number; total: number }[]): [number, number][] =>
  levels.map(({ price, total }) => [price, total])
