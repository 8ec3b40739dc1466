/** The figures of a position that a picture shows, written exactly as its row shows them. Plain functions. */

import type { Position } from "#core/wire/contract.ts"
import type { closedPositions } from "#core/wire/contract-position-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { PositionCells } from "#workers/market/market.api.ts"
import { cutDecimal, ownDecimals } from "../../amounts/own-decimals.ts"
import { returnText } from "../../panels/contract-history/percent-text.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { splitZeros } from "../../ui/price-text.model.ts"

export type ClosedPosition = ResponseOf<typeof closedPositions>["rows"][number]
export type Sign = -1 | 0 | 1

export interface ShareFigures {
  /** `BTC/USDT`. */
  contract: string
  quote: string
  side: Position["side"]
  leverage: number
  /** The second price is then the one that it was closed at, and the return the net one; else the mark's. */
  isClosed: boolean
  /** Of the profit. */
  sign: Sign
  /** In percent. */
  roe: string
  entry: string
  exit: string
  /** With its currency. An own amount. */
  profit: string
  /** Epoch ms: when the figures were so. */
  time: number
}

interface Surroundings {
  catalogue: Parameters<typeof ownDecimals>[1] & Ticks
  language: string
}
type Ticks = { readonly byId: ReadonlyMap<string, { readonly tick: string }> } | null

/** Of an open position at the mark; null while there is none, or no list of markets. `time`: of the mark, epoch ms. */
export function openFigures(
  position: Position,
  { mark, roe, unrealised, sign }: Omit<PositionCells, "id">,
  { catalogue, language, time }: Surroundings & { time: number },
): ShareFigures | null {
  if (!catalogue || mark === null || roe === null || unrealised === null) return null
  const tick = catalogue.byId.get(position.instrument)?.tick ?? ""
  const entry = cutDecimal(position.entryPrice, tick.split(".")[1]?.length ?? 0)
  return {
    ...headOf(position),
    ...{ isClosed: false, sign, roe, time },
    entry: formatDecimal(entry, language),
    // What the row writes with a count of zeros is written out.
    exit: splitZeros(mark)?.full ?? mark,
    profit: profitText(position, unrealised, { catalogue, language }),
  }
}

/** Of a closed position: its averages with all their decimals, and P9's net. */
export function closedFigures(row: ClosedPosition, around: Surroundings): ShareFigures {
  return {
    ...headOf(row),
    ...{ isClosed: true, sign: signOf(row.net), time: row.updated },
    roe: `${signedAmount(returnText(row.netRatio), around.language)}\u202f%`,
    entry: formatDecimal(row.openPrice, around.language),
    exit: formatDecimal(row.closePrice, around.language),
    profit: profitText(row, row.net, around),
  }
}

const headOf = ({ instrument, side, leverage }: Position) => {
  const [base = "", quote = ""] = instrument.split("_")
  return { contract: `${base}/${quote}`, quote, side, leverage }
}

function profitText({ instrument }: Position, amount: string, { catalogue, language }: Surroundings): string {
  const quote = instrument.split("_")[1] ?? ""
  return `${signedAmount(cutDecimal(amount, ownDecimals(quote, catalogue)), language)}\u00a0${quote}`
}

const signOf = (amount: string): Sign => (amount.startsWith("-") ? -1 : /[1-9]/.test(amount) ? 1 : 0)
