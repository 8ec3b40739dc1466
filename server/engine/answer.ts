/** Answers of the engine by type of command: its result, or one refusal with its numbers; and the events either way. */

import type { TimeMs } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AiIssueView, AiProductView, AiView } from "./ai/ai-event.ts"
import type { Command, PlaceOrder, PositionSlot, Transfer } from "./command.ts"
import type { WithdrawalView } from "./custody/custody-event.ts"
import type { BalanceEvent, EngineEvent, OrderView } from "./event.ts"
import type { PausedView } from "./paused/paused.ts"
import type { LossLimitEvent, SecondView } from "./second/second-event.ts"
import type { TwapView } from "./twap/twap.ts"

/** An order as it stands at the end of the command (S13). */
interface AnsweredOrder {
  order: OrderView
}
/** Orders that were placed together, by id (S16, S17). */
interface AnsweredOrders {
  orders: readonly OrderView[]
}
/** A position that was to be closed: the order that closes it, or why there is none. */
export interface ClosedPart {
  instrument: string
  slot: PositionSlot
  order?: number
  problem?: Problem
}
/** Balances as they stand after money was moved without a trade. */
interface AnsweredMove {
  moved: {
    /** Sequence of the command, which names the journal. */
    id: number
    balances: readonly BalanceEvent[]
    time: TimeMs
  }
}

/** What is traded in slices, as it stands (S20). */
interface AnsweredTwap {
  twap: TwapView
}

/** A scaled order or an iceberg, with what of it doesn't rest (S21). */
interface AnsweredPaused {
  paused: PausedView
}

/** A withdrawal as it stands. */
interface AnsweredWithdrawal {
  withdrawal: WithdrawalView
}

/** What a command that is done is answered; those that aren't named get an empty value. */
interface ValuesByType {
  "order.place": AnsweredOrder
  "order.oco": AnsweredOrders
  "order.scaled": AnsweredOrders
  "order.amend": AnsweredOrder
  "order.reduce": AnsweredOrder
  "order.cancel": AnsweredOrder
  "order.query": AnsweredOrder
  "position.close": AnsweredOrder
  /** The order that opens. */
  "position.reverse": AnsweredOrder
  "position.close-all": { closed: readonly ClosedPart[] }
  /** Ids of the orders. */
  "order.cancel-all": { cancelled: readonly number[] }
  "twap.place": AnsweredTwap
  "twap.change": AnsweredTwap
  "group.change": AnsweredPaused
  /** When it runs out; left out: it doesn't run. */
  "countdown.set": { due?: TimeMs }
  "second.open": { contract: SecondView }
  "second.limit": { limit: LossLimitEvent }
  "withdraw.request": AnsweredWithdrawal
  "withdraw.cancel": AnsweredWithdrawal
  "withdraw.approve": AnsweredWithdrawal
  "withdraw.reject": AnsweredWithdrawal
  "withdraw.send": AnsweredWithdrawal
  "custody.sent": AnsweredWithdrawal
  "custody.final": AnsweredWithdrawal
  "custody.failed": AnsweredWithdrawal
  "ai.product": { product: AiProductView }
  "ai.issue": { issue: AiIssueView }
  "ai.buy": { holding: AiView }
  "ai.withdraw": { holding: AiView }
  transfer: AnsweredMove
  "faucet.draw": AnsweredMove
  "capital.move": AnsweredMove
  "ledger.correct": AnsweredMove
}
type ValueOf<C extends Command> = C extends { type: infer Type extends keyof ValuesByType }
  ? ValuesByType[Type]
  : Record<string, never>

export interface Refused {
  ok: false
  problem: Problem
}
/** The answer to a command of this type. */
export type AnswerOf<C extends Command> = { ok: true; value: ValueOf<C> } | Refused
/** To any command. */
export type Answer = AnswerOf<Command>
/** To place, amend, reduce, cancel and query. */
export type OrderAnswer = AnswerOf<PlaceOrder>
/** To transfers, draws of practice money, moves of capital and corrections. */
export type MoveAnswer = AnswerOf<Transfer>
/** To commands that are only done. */
export type DoneAnswer = { ok: true; value: Record<string, never> } | Refused

export const DONE: DoneAnswer = { ok: true, value: {} }

/** `apply(stamped)`: timers that were due may have made events even when the command is refused. */
export interface Outcome<C extends Command = Command> {
  answer: AnswerOf<C>
  events: readonly EngineEvent[]
}
