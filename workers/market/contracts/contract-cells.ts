/** How positions and their account stand, as texts for the page. */

import { divideDown, divideNearest } from "#core/money/rounding.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, type Fine, fineOf, magnitude, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { fundingPayment } from "#core/position/funding-payment.ts"
import { initialMargin } from "#core/position/margin.ts"
import type {
  ContractAccountCells,
  MarginAlarm,
  MarkMove,
  PositionCells,
  RatioCells,
} from "../contracts-frame.ts"
import { localDecimal } from "../text/local-decimal.ts"
import type { MarketText } from "../text/market-text.ts"
import { type NumberMarks, THIN_SPACE } from "../text/number-marks.ts"
import { signedPercent } from "../text/percent-text.ts"
import {
  type AccountFigures,
  accountFigures,
  type ContractHoldings,
  type HeldPosition,
  type PositionFigures,
  type TermsOf,
} from "./contract-standing.ts"

/** A tenth of a percent, and a percent, as rates in 1e-8. */
const TENTH = 100_000n
const PERCENT = 1_000_000n
const NEAR = 6n * PERCENT
const CLOSE = 2n * PERCENT
/** The moves of all marks that are told, in percent. */
const MOVES = [-10, -5, -1, 1, 5, 10] as const

/** The next funding of a contract. */
export interface Funding {
  /** In 1e-8. */
  rate: bigint
  /** Epoch ms. */
  at: number
}

/** @param figures undefined: not to be counted so far; so is their funding while no mark has told it */
export function positionCells(
  position: HeldPosition,
  figures: (PositionFigures & { funding: Funding | undefined }) | undefined,
  text: MarketText,
): PositionCells {
  const { id, isIsolated, leverage } = position
  if (!figures)
    return {
      ...{ id, mark: null, markValue: "", liquidation: null, liquidationValue: "" },
      ...{ away: null, nearness: "far" },
      ...{ unrealised: null, sign: 0, roe: null },
      ...{ margin: isIsolated ? formatAmount(position.margin) : null, funding: null },
      nextFunding: null,
      ...{ ratio: null, share: 0, alarm: 0 },
    }
  const { mark, unrealised, roe, notional, ratio, liquidation, funding } = figures
  const distance = liquidation === undefined ? undefined : distanceOf(mark, liquidation)
  const markValue = formatAmount(mark)
  return {
    ...{ id, mark: text.price(markValue), markValue },
    ...liquidationCells(liquidation, text),
    away: distance === undefined ? null : tenths(distance, text.marks),
    nearness: distance === undefined || distance >= NEAR ? "far" : distance >= CLOSE ? "near" : "close",
    unrealised: downText(unrealised),
    sign: unrealised === 0n ? 0 : unrealised > 0n ? 1 : -1,
    roe: signedPercent(Number(divideNearest(roe, 10_000n)) / 100, text.marks),
    margin: formatAmount(isIsolated ? position.margin : initialMargin(notional, leverage)),
    funding: funding ? formatAmount(-fundingPayment(position.size, mark, funding.rate)) : null,
    nextFunding: funding?.at ?? null,
    ...ratioCells(ratio, text.marks),
  }
}

function liquidationCells(price: Price8 | undefined, text: MarketText) {
  if (price === undefined) return { liquidation: null, liquidationValue: "" }
  const liquidationValue = formatAmount(price)
  return { liquidation: text.price(liquidationValue), liquidationValue }
}

interface AccountTold {
  figures: AccountFigures
  holdings: ContractHoldings
  termsOf: TermsOf
  /** Frozen for isolated orders, in 1e-8. */
  held: bigint
  currency: string
  marks: NumberMarks
}

export function accountCells(told: AccountTold): ContractAccountCells {
  const { figures, holdings, held, currency, marks } = told
  const { equity, unrealised, ratio, requirements, free, movable } = figures
  const isolated = holdings.positions.filter(({ isIsolated }) => isIsolated)
  const margins = fineOf((isolated.reduce((sum, { margin }) => sum + margin, 0n) + held) as Amount)
  const profitThere = unrealised - (equity - fineOf(holdings.cash))
  return {
    currency,
    equity: downText((equity + margins + profitThere) as Fine),
    unrealised: downText(unrealised),
    used: downText((requirements + margins) as Fine),
    free: downText(free > 0n ? free : (0n as Fine)),
    movable: formatAmount(movable),
    moves: holdings.positions.length === 0 ? [] : MOVES.flatMap((percent) => moveOf(told, percent)),
    ...ratioCells(ratio, marks),
  }
}

function moveOf({ figures, holdings, termsOf, marks }: AccountTold, percent: number): MarkMove[] {
  const moved: TermsOf = (instrument) => {
    const terms = termsOf(instrument)
    return terms && { ...terms, mark: ((terms.mark * BigInt(100 + percent)) / 100n) as Price8 }
  }
  const after = accountFigures(holdings, moved)
  if (!after) return []
  const { ratio } = ratioCells(after.ratio, marks)
  const change = downText((after.unrealised - figures.unrealised) as Fine)
  return [{ percent, change, ratio, liquidated: after.liquidated }]
}

function ratioCells(ratio: bigint | undefined, marks: NumberMarks): RatioCells {
  if (ratio === undefined) return { ratio: null, share: 1, alarm: 100 }
  return {
    ratio: tenths(ratio, marks),
    share: Math.min(1, Number(ratio / TENTH) / 1000),
    alarm: alarmOf(ratio / PERCENT),
  }
}

const alarmOf = (percent: bigint): MarginAlarm =>
  percent >= 100n ? 100 : percent >= 90n ? 90 : percent >= 80n ? 80 : 0

const distanceOf = (mark: Price8, liquidation: Price8): bigint =>
  (magnitude(mark - liquidation) * UNITS_PER_COIN) / mark

/** With one decimal, down: so that 80 % is said when it is reached. */
function tenths(rate: bigint, marks: NumberMarks): string {
  const count = rate / TENTH
  return `${localDecimal(`${count / 10n}.${count % 10n}`, marks)}${THIN_SPACE}%`
}

const downText = (fine: Fine): string => formatAmount(divideDown(fine, UNITS_PER_COIN))
