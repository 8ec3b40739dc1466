/** Looks whether what the house stands for its promises with is above its warning marks (C7). */

import { rewardAfter } from "#core/ai/reward.ts"
import { divideDown } from "#core/money/rounding.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, type Fine, UNITS_PER_COIN } from "#core/money/units.ts"
import { presentIssue, productState } from "#server/engine/ai/ai-state.ts"
import { AI_RESERVE } from "#server/engine/ai/reserve-accounts.ts"
import { fundStanding, makerStanding } from "#server/engine/contracts/house-standing.ts"
import type { Engine } from "#server/engine/engine.ts"
import { SETTLEMENT } from "#server/engine/risk/perpetual/perpetual-clearing.ts"
import { OPTION_HOUSE } from "#server/engine/second/house-accounts.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { Storage } from "../storage/storage.ts"
import { tellOperator } from "./tell-operator.ts"

/** 1e-8 of the currency that each settles in; with less the operator is told. */
export interface WarningMarks {
  /** Free for the profits of second contracts. */
  optionHouse: Amount
  /** Equity of the insurance fund. */
  insurance: Amount
  /** Equity of the house's maker in contracts, which may be below zero: the operator carries it. */
  houseMaker: Amount
  /** Percent of what all that is still for sale of AI products would earn: so much is to be free for it. */
  aiReservePercent: number
}

export interface ReserveWatchParts {
  engine: Engine
  storage: Storage
  clock: { now(): number }
  log: { error(values: object, text: string): void }
  marks: WarningMarks
}

interface Reserve {
  /** Of its lines in the audit table. */
  name: string
  /** In them. */
  words: string
  /** In the log. */
  title: string
  currency: string
  has: Amount
  mark: Amount
}

export class ReserveWatch {
  readonly #parts: ReserveWatchParts
  /** Those that were below their marks at the last look. */
  readonly #low = new Set<string>()

  constructor(parts: ReserveWatchParts) {
    this.#parts = parts
  }

  /** One look, between two commands: told once as one falls below its mark, and once as it is above it again. */
  async look(): Promise<void> {
    const { engine, log, marks } = this.#parts
    for (const { name, words, title, currency, has, mark } of reservesOf(engine.state, marks)) {
      const key = `${name} ${currency}`
      const isLow = has < mark
      if (isLow === this.#low.has(key)) continue
      const detail = `${words}: ${formatAmount(has)} ${currency}; warning mark: ${formatAmount(mark)}`
      if (isLow) {
        this.#low.add(key)
        log.error({ currency, has: formatAmount(has) }, `${title} IS BELOW ITS WARNING MARK`)
      } else this.#low.delete(key)
      await tellOperator(this.#parts, isLow ? `${name}.low` : `${name}.filled`, detail)
    }
  }
}

function reservesOf(state: EngineState, marks: WarningMarks): Reserve[] {
  const { seconds, ledger } = state
  const maker = makerStanding(state)
  const ofSeconds = new Set([...seconds.listed.values()].map(({ instrument }) => instrument.quote))
  const optionHouse = [...ofSeconds].map((currency) => ({
    ...{ name: "option-house", words: "free for profits of second contracts", title: "THE OPTION HOUSE" },
    ...{ currency, has: ledger.systemBalance(OPTION_HOUSE.available, currency) as Amount },
    mark: marks.optionHouse,
  }))
  return [
    ...optionHouse,
    ...aiReserves(state, marks.aiReservePercent),
    {
      ...{ name: "insurance", words: "equity of the insurance fund", title: "THE INSURANCE FUND" },
      ...{ currency: SETTLEMENT, has: wholeOf(fundStanding(state).equity), mark: marks.insurance },
    },
    ...(maker
      ? [
          {
            name: "house-maker",
            words: "equity of the house's maker in contracts",
            title: "THE HOUSE'S MAKER",
            ...{ currency: SETTLEMENT, has: wholeOf(maker.equity), mark: marks.houseMaker },
          },
        ]
      : []),
  ]
}

/** One for each currency in which something is on sale: when it runs short, purchases are refused (A2). */
function aiReserves({ ai, ledger }: EngineState, percent: number): Reserve[] {
  const wanted = new Map<string, bigint>()
  for (const product of ai.products()) {
    const issue = presentIssue(product)
    if (!issue || productState(product) !== "on-sale") continue
    const { currency, rate, days } = product.terms
    const rewards = rewardAfter((issue.size - issue.sold) as Amount, rate, days)
    wanted.set(currency, (wanted.get(currency) ?? 0n) + rewards)
  }
  return [...wanted].map(([currency, rewards]) => ({
    ...{ name: "ai-reserve", words: "free for rewards of AI products", title: "THE RESERVE OF AI PRODUCTS" },
    ...{ currency, has: ledger.systemBalance(AI_RESERVE.available, currency) as Amount },
    mark: ((rewards * BigInt(percent)) / 100n) as Amount,
  }))
}

const wholeOf = (fine: Fine): Amount => divideDown(fine, UNITS_PER_COIN) as Amount
