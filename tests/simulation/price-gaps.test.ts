/** No gap of an index leaves an account below zero or lets somebody pay who has no position: accounts of all kinds, gaps of up to 30 % (P27–P30, L6). */

import { expect, test } from "vitest"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { must } from "./contract-books.ts"
import { CONTRACTS } from "./contract-commands.ts"
import { ContractOracle } from "./contract-oracle.ts"
import { ContractRun } from "./contract-run.ts"
import { SeededChance } from "./seeded-chance.ts"

/** `npm run chaos` asks for 200,000: a thousand gaps. */
const ACCOUNTS = Number(process.env.SAKER_GAP_ACCOUNTS ?? 1_600)
const TRADERS = 200
/** Have money in the wallet of contracts and nothing else. */
const IDLE = 20
/** Parts in a million: an index jumps by at most so much at once. */
const GAP_MOST = 300_000
/** Turns of the clock in which what a gap began comes to its end. */
const TICKS_AFTER = 4
const MAKER = "house-maker"
/** Where an index begins, as the simulation has it. */
const BEGINNING = 1_000n * UNITS_PER_COIN

const happened = new Map<string, number>()

/** One gap: everybody opens positions of their own leverage, margin mode and side, then the indexes jump. */
class GapScene {
  readonly #engine: Engine = createEngine()
  readonly #chance: SeededChance
  readonly #run: ContractRun
  /** With a position when the gap came. */
  holding = 0

  constructor(seed: number) {
    this.#chance = new SeededChance(seed)
    const oracle = new ContractOracle(this.#engine, CONTRACTS)
    this.#run = new ContractRun(seed, {
      engine: this.#engine,
      users: TRADERS + IDLE,
      whales: TRADERS >> 3,
      insurance: this.#chance.pick([0, 20_000, 500_000]),
      recountEvery: 100,
      check: (outcome, command) => oracle.check(outcome, command),
    })
  }

  play(): void {
    this.#engineTick()
    for (let user = 1; user <= TRADERS; user += 1) {
      if (user % 40 === 1) for (const instrument of CONTRACTS) this.#quote(instrument)
      for (let count = this.#chance.whole(1, 2); count > 0; count -= 1) this.#open(`u${user}`)
      this.#engineTick()
    }
    const idle = Array.from({ length: IDLE }, (_, place) => `u${TRADERS + 1 + place}`)
    const before = idle.map((account) => this.#wallet(account))
    this.holding = this.#accounts().filter(({ size }) => size > 0).length
    this.#jump()
    for (let tick = 0; tick < TICKS_AFTER; tick += 1) {
      this.#engineTick()
      // What is left of the book is the house's to renew, or not.
      if (this.#chance.happens(0.5)) for (const instrument of CONTRACTS) this.#run.houseRound(instrument)
    }
    expect(idle.map((account) => this.#wallet(account))).toEqual(before)
    for (const { id, size, cash } of this.#accounts())
      must(size > 0 || cash >= 0n, `${id} has no position left and ${cash} in its wallet`)
    for (const [name, count] of this.#run.counts) happened.set(name, (happened.get(name) ?? 0) + count)
  }

  #engineTick(): void {
    this.#run.waitUntil(this.#run.time + 1_000)
    this.#run.quoteAll(() => 0)
    this.#run.apply({ type: "clock.tick" })
  }

  /** All of them one way, each its own way, or one alone; the rest stands. */
  #jump(): void {
    const chance = this.#chance
    const all = chance.whole(-GAP_MOST, GAP_MOST)
    const isTogether = chance.happens(0.5)
    const only =
      isTogether || chance.happens(0.5) ? undefined : chance.pick(CONTRACTS as [PerpetualInstrument])
    this.#run.quoteAll((instrument) => {
      if (isTogether) return all
      return only === undefined || only === instrument ? chance.whole(-GAP_MOST, GAP_MOST) : 0
    })
  }

  #wallet(account: string): readonly [Amount, Amount] {
    const { available, held } = this.#engine.state.ledger.balance(account, "contract", "USDT")
    return [available, held]
  }

  /** Users, how many positions they have and what is in their wallets. */
  #accounts(): { id: string; size: number; cash: bigint }[] {
    const { accounts } = this.#engine.state.clearings.perpetual
    return Array.from({ length: TRADERS }, (_, place) => {
      const id = `u${place + 1}`
      const parts = CONTRACTS.map((contract) => accounts.known(id)?.known(contract.id))
      const [available, held] = this.#wallet(id)
      const size = parts.reduce((sum, part) => sum + (part?.openPositions().length ?? 0), 0)
      return { id, size, cash: available + held }
    })
  }

  /** Both sides, deep enough for some of them. */
  #quote(instrument: PerpetualInstrument): void {
    this.#run.houseRound(instrument)
    const ticks = Number(BEGINNING / instrument.tick)
    for (const side of ["buy", "sell"] as const)
      this.#run.apply({
        ...{ type: "order.place", account: MAKER, instrument: instrument.id, side, orderType: "limit" },
        price: Math.round(ticks * (side === "buy" ? 0.998 : 1.002)) as Ticks,
        quantity: 900_000 as Lots,
      } as Command)
  }

  /** As large as leverage and money allow, or a part of that. */
  #open(account: string): void {
    const instrument = this.#chance.pick(CONTRACTS as [PerpetualInstrument, ...PerpetualInstrument[]])
    const leverage = this.#chance.whole(1, instrument.leverageMax)
    if (this.#chance.happens(0.4))
      this.#run.apply({ type: "margin-mode.set", account, instrument: instrument.id, mode: "isolated" })
    this.#run.apply({ type: "leverage.set", account, instrument: instrument.id, leverage })
    const [available] = this.#wallet(account)
    const share = BigInt(this.#chance.whole(10, 95))
    const worth = (available * BigInt(leverage) * share) / 100n
    const quantity = (worth * UNITS_PER_COIN) / (BEGINNING * instrument.lot)
    if (quantity < 1n) return
    this.#run.apply({
      ...{ type: "order.place", account, instrument: instrument.id, orderType: "market" },
      side: this.#chance.pick(["buy", "sell"]),
      quantity: Number(quantity) as Lots,
    } as Command)
  }
}

test(`${ACCOUNTS} accounts with positions through gaps of up to 30 %: none ends below zero, and who stood aside pays nothing`, {
  timeout: 60_000 + ACCOUNTS * 200,
}, () => {
  let [held, scenes] = [0, 0]
  for (; held < ACCOUNTS; scenes += 1) {
    const scene = new GapScene(1_000 + scenes)
    try {
      scene.play()
    } catch (cause) {
      throw new Error(`gap ${scenes}: ${String(cause)}`, { cause })
    }
    held += scene.holding
  }
  process.stdout.write(
    `${held} accounts with positions through ${scenes} gaps: ${JSON.stringify([...happened])}\n`,
  )
  expect(scenes).toBeLessThan(ACCOUNTS / 100)
  const wanted = ["liquidation take-over", "liquidation reduce", "liquidation by order", "deleveraged"]
  for (const name of wanted) expect(happened.get(name) ?? 0, name).toBeGreaterThan(0)
})
