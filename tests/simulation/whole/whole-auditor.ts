/** Predicts every reply, and holds what clients show and what is stored against what it knows; how, its kind of world says. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { unpackCommands } from "#server/journal/command-codec.ts"
import type { Mark } from "#workers/market/feeds/mark-feed.ts"
import type { FalseTables } from "./false-tables.ts"
import type { WholeServer } from "./whole-server.ts"

/** A command with what tells it from every other that was ever sent, another try of the same wish included. */
export type Tagged<C extends Command = Command> = C & { tag: number }
/** `[price, total]` of bids and asks, best first. */
type Levels = readonly (readonly (readonly [number, number])[])[]
/** What a client holds of its account, by kind. */
export type ClientRows = <Kind extends keyof PrivateRows>(kind: Kind) => readonly PrivateRows[Kind][]

/** What says nothing about whether it was done. */
const UNKNOWN: ReadonlySet<string> = new Set(["ENGINE_BUSY", "INTERNAL"])

export abstract class WholeAuditor<Predicted = unknown> {
  /** Replies that were compared, books and accounts that were shown. */
  readonly counts: Record<string, number> = { replies: 0, books: 0, accounts: 0, batches: 0 }
  /** Whether the first commands of the scene were done. */
  abstract readonly isBegun: boolean
  readonly #market: TradedInstrument
  readonly #traders: readonly string[]
  readonly #predicted = new Map<number, Predicted>()
  #seq = 0
  /** By sequence, of which each life of the server has its own: the levels of the book. */
  readonly #books = new Map<number, string>()
  /** By account: each state there was, and at which turns. */
  readonly #states = new Map<string, Map<string, number[]>>()
  /** By account: how it stands since the newest batch. */
  protected readonly standing = new Map<string, string>()
  #turn = 0

  /** `market`: whose book clients show. */
  constructor(market: TradedInstrument, traders: readonly string[]) {
    this.#market = market
    this.#traders = traders
  }

  /** Does a command that was kept; answers what its caller must be told. */
  protected abstract apply(stamped: Stamped): Predicted
  /** Throws where an answer isn't the one. `what`: the command as text. */
  protected abstract compare(answer: Answer, predicted: Predicted, what: string): void
  /** Behind a start and at the end: what the engine has beside the shown book. */
  protected abstract checkHeld(server: WholeServer): void
  /** What the read model tells of markets beside the shown book. */
  protected abstract checkTold(server: WholeServer): void
  protected abstract levels(): Levels
  abstract checkTables(tables: FalseTables): void
  /** All that a client shows of an account, as it ought to be. */
  abstract stateText(account: string): string
  /** All that a client shows of it, as it is. */
  abstract clientText(rows: ClientRows): string
  /** What is wrong with what a client holds when all is calm, beside book and account; undefined: nothing. */
  abstract wrongAtEnd(account: string, rows: ClientRows): string | undefined

  /** A batch is in the tables, whoever hears of it. */
  committed({ firstSeq, commands }: { firstSeq: number; commands: Uint8Array }): void {
    this.count("batches")
    for (const stamped of unpackCommands(firstSeq, commands)) this.#done(stamped)
    this.#noteStates()
  }

  #done(stamped: Stamped): void {
    const { seq, command } = stamped
    must(seq === this.#seq + 1, `command ${seq} was kept behind ${this.#seq}`)
    this.#seq = seq
    const predicted = this.apply(stamped)
    const { tag } = command as Tagged
    if (tag === undefined) return
    must(!this.#predicted.has(tag), `what was sent once is kept twice (${command.type}, seq ${seq})`)
    this.#predicted.set(tag, predicted)
  }

  /** A caller was answered. */
  answered({ tag, ...command }: Tagged, answer: Answer): void {
    if (!answer.ok && UNKNOWN.has(answer.problem.name)) return
    const predicted = this.#predicted.get(tag)
    const what = plainText(command)
    if (predicted === undefined) throw new Error(`answered before it was kept: ${what}`)
    this.count("replies")
    this.compare(answer, predicted, what)
  }

  /** A server has begun, or has published a batch: its book stands where it ought to. */
  published(server: WholeServer): void {
    const { id, tick, lot } = this.#market
    const depth = server.model.depth(id, 200)
    const levels = this.bookText()
    const pair = ([price, total]: readonly [string, string]): [number, number] => [
      Number(unitsOf(price) / tick),
      Number(unitsOf(total) / lot),
    ]
    const told = depth && textOfLevels([depth.bids.map(pair), depth.asks.map(pair)])
    must(told === levels, `the read model's book is ${told}, the rules say ${levels}`)
    this.#books.set(depth?.seq ?? 0, levels)
    this.checkTold(server)
  }

  /** Behind a start, and at the end. */
  checkEngine(server: WholeServer): void {
    const { seq } = server.engine.state.log
    must(seq === this.#seq, `the engine stands at ${seq}, kept are ${this.#seq}`)
    this.checkHeld(server)
  }

  /** A client holds this for proven. */
  shown(seq: number, levels: Levels): void {
    this.count("books")
    const own = this.#books.get(seq)
    const text = textOfLevels(levels)
    must(text === own, `a client shows ${text} at ${seq}, the book was ${own ?? "never there"}`)
  }

  /** A client holds this for live; answers which state in turn it is. `least`: the one it has shown before. */
  shownAccount(account: string, rows: ClientRows, least: number): number {
    this.count("accounts")
    const text = this.clientText(rows)
    const turns = this.#states.get(account)?.get(text)
    const turn = turns?.find((one) => one >= least)
    if (turn !== undefined) return turn
    const when = turns ? "was so before what it saw last" : "never was"
    throw new Error(`${account} sees ${text}, which ${when}; now ${this.stateText(account)}`)
  }

  /** What a client shows of contracts' prices; spot has none. */
  shownMarks(_markOf: (instrument: string) => Mark | undefined): void {}

  /** Second contracts whose end a page hears of; the other kinds have none. */
  shownEnds(_account: string, _taken: () => readonly PrivateRows["second"][]): void {}

  bookText(): string {
    return textOfLevels(this.levels())
  }

  protected count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  #noteStates(): void {
    this.#turn += 1
    for (const account of this.#traders) {
      const known = this.#states.get(account) ?? new Map<string, number[]>()
      const text = this.stateText(account)
      this.standing.set(account, text)
      known.set(text, [...(known.get(text) ?? []), this.#turn])
      this.#states.set(account, known)
    }
  }
}

/** As JSON, with whole numbers of any size. */
export const plainText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one))

/** A decimal number as text, in 1e-8 or with as many places as are named. */
export function unitsOf(text: string, places = 8): bigint {
  const [whole = "", part = ""] = text.replace("-", "").split(".")
  const units = BigInt(whole + part.padEnd(places, "0"))
  return text.startsWith("-") ? -units : units
}

export const textOfLevels = (sides: Levels): string =>
  sides.map((levels) => levels.map(([price, total]) => `${price}×${total}`).join(" ")).join(" | ")

export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence)
}
