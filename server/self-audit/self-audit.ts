/**
 * Checks ledger, published books, command log and second contracts against the engine each second; a difference stops
 * trading, or what it is about.
 */

import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { bookChecksum, CHECKSUM_LEVELS } from "#core/book/checksum.ts"
import { LevelBook } from "#core/book/level-book.ts"
import type { Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import type { Clock, Exchange } from "../exchange/exchange.ts"
import { unpackCommands } from "../journal/command-codec.ts"
import type { Journal } from "../journal/journal.ts"
import { plainText } from "../journal/plain-text.ts"
import { isSameHash } from "../journal/state-image.ts"
import type { MarketModel } from "../read-model/market-model.ts"
import { journalAfter } from "../storage/state-archive.ts"
import type { Storage } from "../storage/storage.ts"
import { FundingWatch } from "./funding-watch.ts"
import { LossWatch } from "./loss-watch.ts"
import { ReserveWatch, type WarningMarks } from "./reserve-watch.ts"
import { SecondWatch } from "./second-watch.ts"

const LOOK_EVERY_MS = 1_000
/** A full recount takes at most this share of the time: with a hundred times the orders it comes more rarely. */
const RECOUNT_SHARE = 0.02
/** Check 9: each published book is compared this often. */
const BOOKS_EVERY_MS = 10_000
/** Written aside when trading is stopped. */
const COMMANDS_ASIDE = 10_000
/** Problems that are named in the reason; all of them stand in the file. */
const NAMED_MAX = 3

interface AuditLog {
  error(values: object, text: string): void
}

export interface SelfAuditParts {
  engine: Engine
  exchange: Exchange
  journal: Journal
  storage: Storage
  model: MarketModel
  clock: Clock
  log: AuditLog
  /** Where state and last commands are written when the books differ. */
  folder: string
  /** C7. */
  marks: WarningMarks
}

export class SelfAudit {
  readonly #parts: SelfAuditParts
  readonly #seconds: SecondWatch
  readonly #reserves: ReserveWatch
  readonly #losses: LossWatch
  readonly #funding: FundingWatch
  #callOff: () => void = () => undefined
  #isStopped = false
  #underWay: Promise<void> = Promise.resolve()
  /** Not before: the next full recount. */
  #recountAt = 0
  #booksAt = 0
  /** Published books that differed at the last look. */
  #differing = new Set<string>()
  /** Before trading is stopped for it. */
  #found: string | undefined
  #stopReason: string | undefined

  constructor(parts: SelfAuditParts) {
    this.#parts = parts
    this.#seconds = new SecondWatch(parts)
    this.#reserves = new ReserveWatch(parts)
    this.#losses = new LossWatch(parts)
    this.#funding = new FundingWatch(parts.engine)
    // A restart doesn't end a stop: what was restored may be stopped already.
    this.#stopReason = parts.engine.state.pauses.audit?.reason
    parts.exchange.listen(({ events }) => {
      this.#funding.take(events)
      for (const event of events)
        if (event.type === "audit") this.#told(event.isStopped ? event.reason : undefined)
    })
  }

  /** Committed: from here on the engine's word counts, and a resume ends what was found. */
  #told(reason: string | undefined): void {
    this.#stopReason = reason
    this.#found = undefined
  }

  /** Why the self-audit has stopped trading, as committed; undefined while it hasn't, or after it was resumed. */
  stopReason(): string | undefined {
    return this.#stopReason
  }

  /** Why the server isn't healthy; undefined while the books agree. */
  failure(): string | undefined {
    return this.#stopReason === undefined
      ? (this.#found ?? this.#seconds.failure())
      : `trading is stopped by the self-audit: ${this.#stopReason}`
  }

  start(): void {
    this.#callOff = this.#parts.clock.after(LOOK_EVERY_MS, () => {
      this.#underWay = this.look().finally(() => {
        if (!this.#isStopped) this.start()
      })
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#underWay
  }

  /** One look. Never rejects: a database that is away is the journal's to tell. */
  async look(): Promise<void> {
    const { engine, exchange } = this.#parts
    if (exchange.failure() !== undefined || engine.state.pauses.audit) return
    const problems = [
      ...this.#recount(),
      ...this.#funding.look(),
      ...this.#comparePublished(),
      ...(await this.#compareHead()),
    ]
    if (problems.length > 0) return this.#stopTrading(problems)
    await this.#seconds.look()
    await this.#reserves.look()
    await this.#losses.look()
  }

  /** Checks 1 and 3, on one state: nothing else runs meanwhile. */
  #recount(): string[] {
    const now = this.#parts.clock.now()
    if (now < this.#recountAt) return []
    const began = performance.now()
    const problems = checkBooks(this.#parts.engine.state)
    this.#recountAt = now + (performance.now() - began) / RECOUNT_SHARE
    return problems
  }

  /**
   * Check 9: what sockets tell is what the engine has. Only while nothing is on its way between them; told as a
   * problem when the same book differs twice.
   */
  #comparePublished(): string[] {
    const { engine, exchange, model, clock, log } = this.#parts
    const now = clock.now()
    if (now < this.#booksAt || exchange.backlog() > 0 || exchange.committed() !== engine.state.log.seq)
      return []
    this.#booksAt = now + BOOKS_EVERY_MS
    const differing = new Set<string>()
    for (const { id } of model.instruments()) {
      const texts = model.view(id)?.texts
      if (!texts || !engine.state.markets.has(id)) continue
      const book = new LevelBook()
      for (const { price, total } of engine.levels(id, "buy", CHECKSUM_LEVELS)) book.set("bid", price, total)
      for (const { price, total } of engine.levels(id, "sell", CHECKSUM_LEVELS)) book.set("ask", price, total)
      if (bookChecksum(book, texts.price, texts.quantity) !== model.checksum(id)) differing.add(id)
    }
    const repeated = [...differing].filter((id) => this.#differing.has(id))
    if (differing.size > 0)
      log.error({ instruments: [...differing] }, "a published book is not the engine's book")
    this.#differing = differing
    return repeated.map((id) => `the published book of ${id} is not the engine's`)
  }

  /** Checks 4 and 5: the database stands where this writer left it, in its term, on the same chain. */
  async #compareHead(): Promise<string[]> {
    const { journal, storage } = this.#parts
    const before = journal.head
    const head = await storage.database
      .selectFrom("engine_head")
      .selectAll()
      .executeTakeFirst()
      .catch(() => undefined)
    if (!head) return []
    const after = journal.head
    if (head.term !== before.term) return [`the database has term ${head.term}, this server ${before.term}`]
    // A batch that was being kept meanwhile may be there already or not yet.
    if (head.seq < before.seq) return [`the database stands at command ${head.seq}, told was ${before.seq}`]
    if (head.seq === after.seq && !isSameHash(head.chain, after.chain))
      return [`the journal's chain at command ${head.seq} is not the one that was written`]
    return []
  }

  /** Nothing is healed by itself: cancel-only, transfers stopped, told to everybody, written aside. */
  async #stopTrading(problems: readonly string[]): Promise<void> {
    const { exchange, engine, log } = this.#parts
    const more = problems.length > NAMED_MAX ? `; and ${problems.length - NAMED_MAX} more` : ""
    const reason = `${problems.slice(0, NAMED_MAX).join("; ")}${more}`
    this.#found = `the books differ: ${reason}`
    const { seq } = engine.state.log
    const state = plainText(engine.save())
    log.error({ seq, problems }, "THE BOOKS DIFFER: trading is stopped until two operators resume it")
    await exchange.submit({ type: "audit.stop", reason })
    await this.#writeAside(seq, problems, state).catch((error: unknown) =>
      log.error({ err: error }, "state and commands could not be written aside"),
    )
  }

  async #writeAside(seq: number, problems: readonly string[], state: string): Promise<void> {
    const { storage, folder } = this.#parts
    const rows = await journalAfter(storage.database, Math.max(0, seq - COMMANDS_ASIDE), COMMANDS_ASIDE)
    const commands = rows.flatMap((row) => unpackCommands(row.first_seq, row.commands))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `stopped-at-${seq}.json`)
    await writeFile(file, `${plainText({ seq, problems, commands })}\n${state}\n`, { mode: 0o600 })
  }
}
