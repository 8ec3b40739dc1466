/** A spot clearing that refuses fills: nobody's position may go beyond a limit, as contracts will ask of margin (P17). */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Lots } from "#core/money/units.ts"
import type { Side } from "#server/engine/command.ts"
import type { Order } from "#server/engine/matching/order.ts"
import type { FillRefusal, FillVerdict, TrialJudge } from "#server/engine/matching/order-book.ts"
import type {
  BookedTrade,
  BooksAudit,
  ClearedOrder,
  ClearingParts,
  SavedClearing,
} from "#server/engine/risk/clearing.ts"
import { type Clearings, createClearings } from "#server/engine/risk/create-clearings.ts"
import { SpotClearing } from "#server/engine/risk/spot/spot-clearing.ts"

/** Lots that an account may be long or short in one instrument by its trades; house accounts are exempt. */
const CREDIT_LOTS = 20
/** What they would go beyond it by is cut off a fill (P22); the fills of all others are refused whole (P17). */
const CUT_ACCOUNTS: ReadonlySet<string> = new Set(["bob", "u2"])

const MAKER_ENDS: FillRefusal = { ends: "maker", reason: "MARGIN" }
const TAKER_ENDS: FillRefusal = { ends: "taker", reason: "MARGIN" }

/** Signed lots by account and instrument. */
type Positions = Map<string, number>

/** For `createEngine`: spot markets are cleared with credit. */
export const createCreditClearings = (parts: ClearingParts): Clearings => ({
  ...createClearings(parts),
  spot: new CreditClearing(parts),
})

class CreditClearing extends SpotClearing {
  readonly #positions: Positions = new Map()

  override judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict {
    return judgeWith(this.#positions, maker, taker, quantity)
  }

  override trialJudge(): TrialJudge {
    const positions = new Map(this.#positions)
    return {
      judgeFill: (maker, taker, quantity) => judgeWith(positions, maker, taker, quantity),
      filled: (maker, taker, quantity) => move(positions, maker, taker, quantity),
    }
  }

  override fill(trade: BookedTrade, instrument: SpotInstrument): void {
    move(this.#positions, trade.maker, trade.taker, trade.quantity)
    super.fill(trade, instrument)
  }

  override save(): SavedClearing {
    return { positions: [...this.#positions].sort(([one], [other]) => (one < other ? -1 : 1)) }
  }

  override load({ positions }: SavedClearing): void {
    for (const [key, lots] of positions as [string, number][]) this.#positions.set(key, lots)
  }

  override check(orders: readonly ClearedOrder<SpotInstrument>[], audit: BooksAudit): void {
    super.check(orders, audit)
    for (const [key, lots] of this.#positions)
      if (Math.abs(lots) > CREDIT_LOTS) audit.report(`P17: ${key} has a position of ${lots}`)
  }
}

/** The taker is asked first: a maker must not end for a fill that would not happen. */
function judgeWith(positions: Positions, maker: Order, taker: Order, quantity: Lots): FillVerdict {
  const most = roomOf(positions, taker, taker.side, quantity)
  if (most === 0) return TAKER_ENDS
  const lots = roomOf(positions, maker, maker.side, most)
  return lots === 0 ? MAKER_ENDS : (lots as Lots)
}

function roomOf(positions: Positions, order: Order, side: Side, wanted: number): number {
  if (isExempt(order)) return wanted
  const position = positions.get(keyOf(order)) ?? 0
  const room = CREDIT_LOTS - (side === "buy" ? position : -position)
  if (room >= wanted) return wanted
  return CUT_ACCOUNTS.has(order.account) ? room : 0
}

function move(positions: Positions, maker: Order, taker: Order, quantity: number): void {
  for (const order of [maker, taker]) {
    if (isExempt(order)) continue
    const change = order.side === "buy" ? quantity : -quantity
    positions.set(keyOf(order), (positions.get(keyOf(order)) ?? 0) + change)
  }
}

const isExempt = ({ account }: Order): boolean => account.startsWith("house")
const keyOf = ({ account, instrument }: Order): string => `${account} ${instrument}`
