/** One run of the whole server from one seed: lives that are killed, lines that lie, storage that fails, clocks that jump. */

import type { Command } from "#server/engine/command.ts"
import type { FalseLine, LineTroubles } from "./false-line.ts"
import { falseStorage, type StorageTroubles } from "./false-storage.ts"
import { FalseTables } from "./false-tables.ts"
import { FalseClock, FalseWorld, type Scope } from "./false-world.ts"
import { sceneOf, type WorldKind } from "./scene-of.ts"
import type { Tagged, WholeAuditor } from "./whole-auditor.ts"
import { TRADERS, type WholeScene } from "./whole-scene.ts"
import { type ServerParts, WholeServer } from "./whole-server.ts"
import { WholeTrader } from "./whole-trader.ts"

/** How long things go wrong, and how long they may take to be right again. */
const WILD_MS = 12_000
const CALM_MS = 25_000
/** So long before the end prices stand; so long nothing is kept before all is looked at. */
const STILL_MS = 2_000
const REST_MS = 120
/** What no calm takes from a line. */
const KEPT: ReadonlySet<string> = new Set(["delayMs", "isNarrow"])
/** Numbers of books that a restart passes over, as the market's archive reserves them. */
const AHEAD = 100_000

/** What is broken on purpose: in each life of the server, or in the code of all; the answer mends it. */
export interface Planted {
  /** The kind of world that has what is broken; left out: spot. */
  world?: WorldKind
  server?: (parts: ServerParts, life: number) => void
  code?: () => () => void
}

export interface WholeReport {
  seed: number
  events: number
  lives: number
  settled: number
  counts: Record<string, number>
}

export class WholeRun {
  readonly #seed: number
  readonly #world: FalseWorld
  readonly #tables = new FalseTables()
  readonly #scene: WholeScene
  readonly #auditor: WholeAuditor
  readonly #clock: FalseClock
  readonly #counts = new Map<string, number>()
  readonly #storage: StorageTroubles
  readonly #line: LineTroubles
  readonly #traders: WholeTrader[]
  readonly #planted: Planted
  #server: WholeServer | undefined
  #scope: Scope = { isDead: false }
  #life = 0
  #isStarting = false
  #isWild = true
  #keptAt = 0
  #revision = 0
  #tag = 0
  #lines: FalseLine[] = []
  #failure: unknown

  constructor(seed: number, planted: Planted = {}) {
    this.#seed = seed
    this.#planted = planted
    const world = new FalseWorld(seed)
    this.#world = world
    const { chance } = world
    const scene = sceneOf(seed, chance)
    this.#scene = scene
    this.#auditor = scene.auditor
    this.#clock = new FalseClock(world, scene.begins)
    const some = (most: number) => (chance.happens(0.5) ? chance.fraction() * most : 0)
    this.#storage = {
      lost: some(0.05),
      answerLost: some(0.05),
      late: some(0.05),
      refused: some(0.05),
      twice: some(0.05),
      torn: some(0.3),
    }
    this.#line = {
      dropped: some(0.08),
      repeated: some(0.05),
      swapped: some(0.05),
      cut: some(0.01),
      stalled: some(0.02),
      delayMs: chance.pick([2, 20, 200]),
      isNarrow: chance.happens(0.5),
    }
    const tables = this.#tables
    tables.onBatch = (batch) => {
      this.#keptAt = world.now
      this.#try(() => this.#auditor.committed(batch))
    }
    this.#traders = TRADERS.map(
      (account) =>
        new WholeTrader({
          ...{ world, scene, account, troubles: this.#line, counts: this.#counts },
          connect: (line) => this.#connect(line),
          call: (command, answered) => this.#call(command, answered),
          nextTag: () => (this.#tag += 1),
          fail: (error) => (this.#failure ??= error),
        }),
    )
  }

  /** Throws with what was seen, or tells what there was. */
  async run(): Promise<WholeReport> {
    const world = this.#world
    const mend = this.#planted.code?.() ?? (() => undefined)
    const live = async () => {
      this.#start()
      this.#supervise()
      for (const trader of this.#traders) this.#live(trader)
      this.#liveMarket()
      this.#planTroubles()
      await this.#until(WILD_MS)
      this.#calm()
      await this.#until(WILD_MS + CALM_MS / 2)
      // Whoever lost the last message notices with the next.
      for (const trader of this.#traders) trader.stir()
      await this.#until(WILD_MS + CALM_MS)
      // The exchange does things by itself each second: what it did last is on its way for a moment.
      while (this.#isBusy()) await this.#until(this.#world.now + REST_MS)
      this.#checkEnd()
    }
    try {
      await world.within(live)
    } finally {
      mend()
    }
    return {
      seed: this.#seed,
      events: world.events,
      lives: this.#life,
      settled: this.#traders.reduce((sum, { settled }) => sum + settled, 0),
      counts: { ...this.#auditor.counts, ...Object.fromEntries(this.#counts) },
    }
  }

  #isBusy(): boolean {
    return this.#world.now - this.#keptAt < REST_MS || (this.#server?.exchange.backlog() ?? 0) > 0
  }

  async #until(ms: number): Promise<void> {
    while (this.#world.now < ms && this.#failure === undefined)
      await this.#world.run(Math.min(ms, this.#world.now + 250))
    if (this.#failure !== undefined) throw this.#failure
  }

  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#failure ??= error
    }
  }

  /** Begins a life of the server. */
  #start(): void {
    const world = this.#world
    const scope: Scope = { isDead: false }
    this.#scope = scope
    this.#life += 1
    this.#isStarting = true
    const life = this.#life
    const torn = this.#counts.get("torn") ?? 0
    const begin = async () => {
      try {
        const storage = falseStorage(world, this.#tables, { troubles: this.#storage, counts: this.#counts })
        this.#revision += AHEAD
        const revision = this.#revision
        const plant = (parts: ServerParts) => this.#planted.server?.(parts, life)
        const server = await WholeServer.start({
          ...{ world, scope, clock: this.#clock, storage, scene: this.#scene, revision, plant },
        })
        this.#try(() => this.#auditor.checkEngine(server))
        this.#try(() => this.#auditor.published(server))
        server.exchange.listen(() => this.#try(() => this.#auditor.published(server)))
        this.#server = server
        this.#isStarting = false
        for (const command of this.#scene.starting) void server.submit(command)
        if (!this.#auditor.isBegun) for (const command of this.#scene.beginnings) void server.submit(command)
      } catch (error) {
        this.#couldNotStart(error, torn)
      }
    }
    world.after(0, () => void begin(), scope)
  }

  /** A start that storage didn't let through is tried again; what is stored is never found wrong but where it was torn. */
  #couldNotStart(error: unknown, torn: number): void {
    const isOfData = error instanceof Error && error.name === "StartProblem"
    const isTorn = (this.#counts.get("torn") ?? 0) > torn
    const text = error instanceof Error ? error.message : String(error)
    const isOfLine = /connection was lost|no space left/.test(text)
    if (!(isOfData ? isTorn : isOfLine)) this.#failure ??= error
    this.#count("failed starts")
    this.#scope.isDead = true
    this.#isStarting = false
  }

  /** Kills: what the process had in memory and under way is gone. */
  #kill(): void {
    if (this.#scope.isDead) return
    this.#count("kills")
    this.#scope.isDead = true
    this.#server = undefined
    this.#isStarting = false
    for (const line of this.#lines.splice(0)) line.vanish(this.#world.chance.happens(0.7))
  }

  /** Whoever is dead is started again. */
  #supervise(): void {
    this.#world.nature(200, () => {
      this.#supervise()
      const failure = this.#server?.exchange.failure()
      if (failure !== undefined) this.#failure ??= new Error(`the exchange has failed: ${failure}`)
      if (this.#scope.isDead && !this.#isStarting) this.#start()
    })
  }

  #connect(line: FalseLine): void {
    line.open(this.#server?.door, this.#server?.scope)
    this.#lines.push(line)
  }

  /** A call goes to the server that is there when it arrives; either way can be lost while things go wrong. */
  #call(
    command: Command,
    answered: Parameters<ConstructorParameters<typeof WholeTrader>[0]["call"]>[1],
  ): void {
    const { chance } = this.#world
    const isLost = () => this.#isWild && chance.happens(0.04)
    const way = () => chance.whole(0, this.#line.delayMs)
    if (isLost()) return
    this.#world.nature(way(), () => {
      const server = this.#server
      if (!server || server.scope.isDead) return
      const arrive = () =>
        void server.submit(command).then((answer) => {
          if (!isLost()) this.#world.nature(way(), () => answered(answer))
        })
      this.#world.after(0, arrive, server.scope)
    })
  }

  #live(trader: WholeTrader): void {
    const { chance } = this.#world
    trader.start()
    const next = () => {
      if (!this.#isWild) return
      trader.act()
      this.#world.nature(chance.happens(0.3) ? 0 : chance.whole(1, 900), next)
    }
    this.#world.nature(chance.whole(300, 900), next)
  }

  /** Prices and the house's quotes come from within the server: no line lies between. */
  #liveMarket(): void {
    const { market } = this.#scene
    if (!market) return
    const { chance } = this.#world
    const next = () => {
      if (this.#world.now > WILD_MS + CALM_MS - STILL_MS) return
      const server = this.#server
      if (server && !server.scope.isDead)
        for (const command of market()) {
          this.#tag += 1
          const tagged: Tagged = { ...command, tag: this.#tag }
          this.#world.after(0, () => this.#ask(server, tagged), server.scope)
        }
      this.#world.nature(this.#isWild ? chance.whole(100, 1_200) : chance.whole(500, 2_500), next)
    }
    this.#world.nature(chance.whole(100, 500), next)
  }

  #ask(server: WholeServer, command: Tagged): void {
    void server.submit(command).then((answer) => this.#try(() => this.#auditor.answered(command, answer)))
  }

  #planTroubles(): void {
    const { chance } = this.#world
    const world = this.#world
    const sometime = () => chance.whole(200, WILD_MS - 200)
    for (let kills = chance.whole(0, 4); kills > 0; kills -= 1) world.nature(sometime(), () => this.#kill())
    // In the middle of a start too.
    if (chance.happens(0.4))
      world.nature(sometime(), () => {
        this.#kill()
        this.#start()
        world.nature(chance.whole(0, 12), () => this.#kill())
      })
    const clocks = [this.#clock, ...this.#traders.map(({ clock }) => clock)]
    for (let jumps = chance.whole(0, 3); jumps > 0; jumps -= 1) {
      const clock = clocks[chance.whole(0, clocks.length - 1)]
      const ms = chance.whole(-120_000, 120_000)
      const [from, to] = [sometime(), chance.whole(10, 4_000)]
      if (chance.happens(0.3)) {
        world.nature(from, () => clock?.stand())
        world.nature(from + to, () => clock?.goOn())
      } else world.nature(from, () => clock?.jump(ms))
      this.#count("clocks set")
    }
  }

  #calm(): void {
    this.#isWild = false
    for (const troubles of [this.#storage, this.#line])
      for (const name of Object.keys(troubles)) if (!KEPT.has(name)) Object.assign(troubles, { [name]: 0 })
    this.#line.delayMs = 5
    this.#clock.goOn()
    for (const { clock } of this.#traders) clock.goOn()
  }

  #checkEnd(): void {
    if (!this.#server) throw new Error("the server did not come up again")
    this.#auditor.checkEngine(this.#server)
    this.#auditor.checkTables(this.#tables)
    for (const trader of this.#traders) {
      const wrong = trader.isRight()
      if (wrong) throw new Error(`${wrong}, though all is calm`)
    }
    if (this.#auditor.counts.replies === 0) throw new Error("nobody was answered")
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }
}
