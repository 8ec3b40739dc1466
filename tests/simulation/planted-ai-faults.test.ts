/** Planted faults of AI products: the oracle and the books that are kept beside the engine notice each (A1–A5). */

import { expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import type { AiTerms } from "#server/engine/ai/ai-event.ts"
import type { SavedAi } from "#server/engine/ai/ai-state.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { AiRun } from "./ai-run.ts"
import { onTold, type PlantedFault, replace } from "./planting.ts"

/** Long enough for the rarest of them with one of the seeds. */
const COMMANDS = 4_500
const SEEDS = [51, 52]
const DAY = 86_400_000

/** `atRestart`: the fault is in what a restart takes over. */
interface Fault extends Omit<PlantedFault, "seenBy"> {
  atRestart?: true
}

/** Holdings that are written down with other terms than they were bought with. */
const onBought = ({ state: { ai } }: Engine, change: (terms: AiTerms) => AiTerms) =>
  replace(ai, "add", (add) => (holding) => add({ ...holding, terms: change(holding.terms) }))

/** Lines on an account of the exchange's own. */
const onOwn = ({ state: { ledger } }: Engine, change: (name: string, amount: bigint) => bigint) =>
  replace(ledger, "own", (own) => (account, amount) => own(account, change(account.name, amount)))

/** What a restart takes over is changed. */
const onSaved = (engine: Engine, change: (ai: SavedAi) => void) =>
  replace(engine, "save", (save) => () => {
    const saved = structuredClone(save())
    change(saved.ai)
    return saved
  })

const faults: readonly Fault[] = [
  {
    name: "interest begins on the day of the purchase",
    plant: (engine) => onBought(engine, (terms) => ({ ...terms, starts: terms.starts - DAY })),
  },
  {
    name: "interest begins a day late",
    plant: (engine) => onBought(engine, (terms) => ({ ...terms, starts: terms.starts + DAY })),
  },
  {
    name: "a rate that is a unit too high",
    plant: (engine) => onBought(engine, (terms) => ({ ...terms, rate: terms.rate + 1n })),
  },
  {
    name: "a term that is a day too long",
    plant: (engine) => onBought(engine, (terms) => ({ ...terms, days: terms.days + 1 })),
  },
  {
    name: "an early fee that is rounded down",
    plant: (engine) =>
      onBought(engine, (terms) => ({ ...terms, earlyFee: terms.earlyFee > 1n ? terms.earlyFee - 1n : 0n })),
  },
  {
    name: "a day's reward accrues twice",
    plant: (engine) =>
      onTold(engine, (event) => {
        if (event.type === "ai" && event.holding.accruedDays > 0 && event.holding.status === "in-progress") {
          const { ledger } = engine.state
          const reward = ledger.ai(event.holding.account, "reward", event.holding.currency)
          reward.balance = (reward.balance + 1n) as Amount
        }
        return event
      }),
  },
  {
    name: "a midnight is passed over",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) => add(timer.name === "ai-day" ? { ...timer, due: timer.due + DAY } : timer),
      ),
  },
  {
    name: "midnight is a millisecond late",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) => add(timer.name === "ai-day" ? { ...timer, due: timer.due + 1 } : timer),
      ),
  },
  {
    name: "the newest holding doesn't earn",
    plant: ({ state: { ai } }) =>
      replace(ai, "holdings", (holdings) => () => {
        const all = holdings()
        return all.length > 3 ? all.slice(0, -1) : all
      }),
  },
  {
    name: "what is held doesn't count against the limit",
    plant: ({ state: { ai } }) => replace(ai, "heldOf", () => () => 0n as Amount),
  },
  {
    name: "everybody's holdings count against the limit",
    plant: ({ state: { ai } }) =>
      replace(ai, "heldOf", () => (_account, product) => {
        let sum = 0n
        for (const { terms } of ai.holdings()) if (terms.product === product) sum += terms.principal
        return sum as Amount
      }),
  },
  {
    name: "an early end gives its part back to the issue",
    plant: ({ state: { ai } }) =>
      replace(ai, "remove", (remove) => (holding) => {
        const issue = ai.product(holding.terms.product)?.issues[holding.terms.issue - 1]
        if (issue) issue.sold = (issue.sold - holding.terms.principal) as Amount
        remove(holding)
      }),
  },
  {
    name: "a holding of somebody else can be ended",
    plant: ({ state: { ai } }) =>
      replace(ai, "holding", (holding) => (id) => {
        const found = holding(id)
        return found && { ...found, terms: { ...found.terms, account: "u1" } }
      }),
  },
  {
    name: "an ended issue is sold again",
    plant: ({ state: { ai } }) =>
      replace(ai, "product", (product) => (id) => {
        const found = product(id)
        const last = found?.issues.at(-1)
        if (last?.state === "sold-out") last.state = "open"
        return found
      }),
  },
  {
    name: "the reserve's promise is kept in what is free",
    plant: (engine) =>
      replace(
        engine.state.ledger,
        "system",
        (system) => (name, currency) =>
          system(name === "ai-reserve.held" ? "ai-reserve.available" : name, currency),
      ),
  },
  {
    name: "a unit of a large fee goes missing",
    plant: (engine) =>
      onOwn(engine, (name, amount) => (name === "fees" && amount > 1_000n ? amount - 1n : amount)),
  },
  {
    name: "an accrual isn't told",
    plant: (engine) =>
      onTold(engine, (event, count) => (event.type === "ai" && count % 50 === 0 ? undefined : event)),
  },
  {
    name: "an issue is told as it was",
    plant: (engine) =>
      onTold(engine, (event, count) =>
        event.type === "ai-issue" && count % 5 === 0
          ? { ...event, issue: { ...event.issue, sold: (event.issue.sold - 1n) as Amount } }
          : event,
      ),
  },
  {
    name: "a restart forgets a day",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, ({ holdings }) => {
        for (const holding of holdings) if (holding.accruedDays > 0) holding.accruedDays -= 1
      }),
  },
  {
    name: "a restart gives an id twice",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, (ai) => {
        ai.nextId -= 1
      }),
  },
  {
    name: "a restart forgets what an issue has sold",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, ({ products }) => {
        for (const { issues } of products) for (const issue of issues) issue.sold = 0n as Amount
      }),
  },
]

/** What says so first; undefined: nothing does. */
function seenIn(fault: Fault, seed: number): string | undefined {
  const run = new AiRun(seed, createEngine(fault.settings), { swaps: fault.atRestart ?? false })
  fault.plant(run.engine)
  try {
    for (let place = 0; place < COMMANDS; place += 1) run.step()
  } catch (error) {
    return String(error)
  }
  return undefined
}

test.each(faults.map((fault) => [fault.name, fault] as const))(
  "%s",
  (_, fault) => {
    expect(SEEDS.map((seed) => seenIn(fault, seed)).find((text) => text !== undefined)).toBeDefined()
  },
  120_000,
)

test("without a fault nothing is seen", { timeout: 120_000 }, () => {
  for (const seed of SEEDS) expect(seenIn({ name: "none", plant: () => undefined }, seed)).toBeUndefined()
})
