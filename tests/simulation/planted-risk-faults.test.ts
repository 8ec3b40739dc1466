/** Planted faults of margin, funding, liquidation and deleveraging: the books that are kept beside the engine notice each. */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { CONTRACTS } from "./contract-commands.ts"
import { ContractOracle } from "./contract-oracle.ts"
import { ContractRun } from "./contract-run.ts"
import { forEachMarket, onAccept, type PlantedFault, replace } from "./planting.ts"

/** Long enough for the rarest of them with one of the seeds. */
const COMMANDS = 2_500
const SEEDS = [22, 24, 26, 21, 23]
/** Those in which the fund begins with nothing, so that positions are deleveraged. */
const POOR = [23, 21, 25]
const USERS = 30
const WHALES = 15

type Perpetual = Engine["state"]["clearings"]["perpetual"]
type Prices = ReturnType<Perpetual["pricesOf"]>
type Parts = ReturnType<Perpetual["accounts"]["partsWithPositions"]>

const forPrices = ({ state: { clearings } }: Engine, change: (prices: Prices) => Prices) =>
  replace(clearings.perpetual, "pricesOf", (pricesOf) => (instrument) => change(pricesOf(instrument)))

/** Changes who has positions, from an event of this kind to the next event of prices. */
function forPartsAfter(
  engine: Engine,
  kind: "funding-rate" | "liquidation" | "mark",
  change: (parts: Parts) => Parts,
) {
  let isOn = false
  replace(engine.state.log, "push", (push) => (event) => {
    if (event.type === kind) isOn = true
    else if (event.type === "mark" || event.type === "funding-rate") isOn = false
    push(event)
  })
  replace(engine.state.clearings.perpetual.accounts, "partsWithPositions", (parts) => (instrument) => {
    const all = parts(instrument)
    return isOn ? change(all) : all
  })
}

const faults: readonly (Omit<PlantedFault, "seenBy"> & { seeds?: readonly number[] })[] = [
  {
    name: "one position is forgotten by funding",
    plant: (engine) => forPartsAfter(engine, "funding-rate", (parts) => parts.slice(1)),
  },
  {
    name: "funding is paid at a mark of its own",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual, "pricesIfAny", (pricesIfAny) => (instrument) => {
        const prices = pricesIfAny(instrument)
        return prices && { ...prices, mark: (prices.mark + prices.instrument.tick) as Price8 }
      }),
  },
  {
    name: "tiers are off by one",
    plant: (engine) => forPrices(engine, (prices) => ({ ...prices, tiers: prices.tiers.slice(1) })),
  },
  {
    name: "the maintenance amounts are forgotten",
    plant: (engine) =>
      forPrices(engine, (prices) => ({
        ...prices,
        tiers: prices.tiers.map((tier) => ({ ...tier, amount: 0n as typeof tier.amount })),
      })),
  },
  {
    name: "maintenance margin is a fifth too high",
    plant: (engine) =>
      forPrices(engine, (prices) => ({
        ...prices,
        tiers: prices.tiers.map((tier) => ({ ...tier, rate: (tier.rate * 6n) / 5n })),
      })),
  },
  {
    name: "accounts are liquidated at the last price instead of the mark",
    plant: (engine) =>
      forPrices(engine, (prices) => {
        const last = engine.state.markets.get(prices.instrument.id)?.last ?? 0
        return last === 0 ? prices : { ...prices, mark: (BigInt(last) * prices.instrument.tick) as Price8 }
      }),
  },
  {
    name: "somebody is forgotten by liquidation",
    plant: ({ state: { clearings } }) =>
      replace(
        clearings.perpetual.accounts.solvency,
        "unproven",
        (unproven) => (instrument) => unproven(instrument).filter(({ account }) => !account.id.endsWith("7")),
      ),
  },
  {
    name: "who was found safe stays so, whatever the mark",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.solvency, "marked", () => () => undefined),
  },
  {
    name: "who was found safe stays so, whatever leaves the wallet",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.solvency, "cashFell", () => () => undefined),
  },
  {
    name: "a short is held to be as safe as a long",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.solvency, "proveCross", (proveCross) => (own, proof, pricesOf) => {
        proveCross(own, proof, pricesOf)
        for (const part of own.parts())
          if (part.safe) part.safe = { low: part.safe.low, high: (2n ** 128n) as Price8 }
      }),
  },
  {
    name: "the carry of a position is lost",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts, "changed", (changed) => (part, position) => {
        position.held = { ...position.held, carry: 0n as typeof position.held.carry }
        changed(part, position)
      }),
  },
  {
    name: "the fund doesn't take what it takes over",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual, "move", (move) => (part, position, of) => {
        if (!part.isFund) move(part, position, of)
      }),
  },
  {
    name: "a position is taken over a tick beside its bankruptcy price",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual, "move", (move) => (part, position, of) => {
        const { tick } = clearings.perpetual.pricesOf(part.instrument).instrument
        move(part, position, { ...of, price: (of.price + tick) as Price8 })
      }),
  },
  {
    name: "the house's maker isn't the first to be deleveraged",
    seeds: POOR,
    plant: (engine) =>
      forPartsAfter(engine, "liquidation", (parts) =>
        parts.filter(({ account }) => account.id !== "house-maker"),
      ),
  },
  {
    name: "who earned the most is passed over by deleveraging",
    seeds: POOR,
    plant: (engine) =>
      forPartsAfter(engine, "liquidation", (parts) => {
        const worth = (part: Parts[number]) => {
          const { mark } = engine.state.clearings.perpetual.pricesOf(part.instrument)
          return Math.max(...part.openPositions().map((position) => Number(position.profitAt(mark))))
        }
        const most = Math.max(...parts.map(worth))
        return parts.filter((part) => part.account.isHouse || worth(part) !== most)
      }),
  },
  {
    name: "a liquidation pays the fund a tenth of its fee",
    plant: (engine) =>
      forEachMarket(engine, ({ instrument }) => Object.assign(instrument, { liquidationFee: 50_000n })),
  },
  {
    name: "a fill may leave an account below its maintenance margin",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual, "judgeFill", () => (_maker, _taker, quantity) => quantity),
  },
  {
    name: "takers pay the makers' rate",
    plant: (engine) =>
      onAccept(engine, (order) => {
        order.takerRate = order.makerRate
      }),
  },
  {
    name: "whoever is liquidated pays a trading fee",
    plant: (engine) =>
      onAccept(engine, (order) => {
        if (order.isExempt && !order.account.startsWith("house-")) order.takerRate = 50_000n
      }),
  },
]

/** What the books noticed; undefined: nothing. */
function watch(plant: PlantedFault["plant"], seed: number): string | undefined {
  const engine = createEngine()
  const oracle = new ContractOracle(engine, CONTRACTS)
  const run = new ContractRun(seed, {
    engine,
    users: USERS,
    whales: WHALES,
    insurance: seed % 2 === 0 ? 200_000 : 0,
    isTicked: true,
    recountEvery: 50,
    check: (outcome, command) => oracle.check(outcome, command),
  })
  plant(engine)
  try {
    for (let step = 0; step < COMMANDS; step += 1) run.step()
  } catch (error) {
    return String(error)
  }
  return undefined
}

describe("the books beside the engine", () => {
  test.each(faults)(
    "see it when $name",
    ({ plant, seeds = SEEDS }) => {
      expect(seeds.some((seed) => watch(plant, seed) !== undefined)).toBe(true)
    },
    300_000,
  )
})
