/** The engine: `apply(command)` → answer and events. The same commands always give the same events. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { quotedPrice } from "#core/position/index-price.ts"
import { refuse } from "#core/wire/problem.ts"
import { buyAi } from "./ai/buy-ai.ts"
import { withdrawAi } from "./ai/end-ai.ts"
import { issueAi, setAiProduct } from "./ai/offer-ai.ts"
import { listedOf } from "./all-listed.ts"
import type { AnswerOf, DoneAnswer, Outcome } from "./answer.ts"
import { DONE } from "./answer.ts"
import type { Command, FeedQuote, Side, Stamped } from "./command.ts"
import { closeAllPositions, closePosition, reversePosition } from "./contracts/close-position.ts"
import {
  movePositionMargin,
  setLeverage,
  setMarginMode,
  setPositionMode,
} from "./contracts/contract-settings.ts"
import { setTargets } from "./contracts/set-targets.ts"
import { collectClaims } from "./custody/claims.ts"
import {
  approveWithdrawal,
  freezeWithdrawals,
  rejectWithdrawal,
  setCustodyChain,
} from "./custody/decide-withdrawals.ts"
import { cancelWithdrawal, requestWithdrawal } from "./custody/request-withdrawal.ts"
import { bookCost, markFailed, markFinal, markSent, sendWithdrawal } from "./custody/send-withdrawals.ts"
import { confirmDeposit, loseDeposit, seeDeposit } from "./custody/take-deposits.ts"
import type { OrderView } from "./event.ts"
import { scheduleInstrument } from "./instrument-schedule.ts"
import { indexNamed, setInstrument, setInstrumentState } from "./instruments.ts"
import { drawPractice, moveCapital, transfer } from "./ledger/move-money.ts"
import { viewOrder } from "./matching/order.ts"
import type { BookLevel } from "./matching/order-book.ts"
import { bestLevels } from "./matching/order-book.ts"
import { amendOrder, cancelAll, cancelOrder, queryOrder, reduceOrder } from "./orders/change-order.ts"
import { placeOco, placeScaled } from "./orders/place-group.ts"
import { placeOrder } from "./orders/place-order.ts"
import { holdCountdowns, setCountdown } from "./orders/run-countdowns.ts"
import { changeGroup } from "./paused/change-group.ts"
import { fireTimers } from "./scheduled.ts"
import { setLossLimit } from "./second/loss-limit.ts"
import { openSecond } from "./second/open-second.ts"
import { settleSeconds } from "./second/settle-seconds.ts"
import { loadState } from "./snapshot/load-state.ts"
import { type SavedState, saveState } from "./snapshot/saved-state.ts"
import type { EngineSettings, EngineState } from "./state.ts"
import { createState } from "./state.ts"
import { pauseAfterStart, resumeAfterAudit, startClock, stopForAudit } from "./trading-pauses.ts"
import { changeTwap, placeTwap } from "./twap/place-twap.ts"
import { missSlices } from "./twap/run-twaps.ts"
import { freezeUser, setUserLevel } from "./users.ts"

/** A new engine, without instruments. */
export const createEngine = (settings: Partial<EngineSettings> = {}): Engine =>
  new Engine(createState(settings))

/** Pure but for its own state: no clock, no chance, no I/O (T1). */
export class Engine {
  readonly #state: EngineState

  /** A new state, or one restored from a snapshot. */
  constructor(state: EngineState) {
    this.#state = state
  }

  /** For snapshots and checks, between two commands; nobody else changes it. */
  get state(): EngineState {
    return this.#state
  }

  /**
   * Does one command: first the timers due by its time (T2), then itself. Sequences rise and time never falls;
   * anything else is a bug of the caller and throws, as does every broken promise of the engine's own.
   */
  apply<C extends Command>({ seq, time, command }: Stamped<C>): Outcome<C> {
    const { log } = this.#state
    if (seq <= log.seq || time < log.now)
      throw new RangeError(`command ${seq} at ${time} after ${log.seq} at ${log.now}`)
    const silence = time - log.now
    log.seq = seq
    this.#state.stopsLeft = this.#state.stopsPerCommand ?? Number.POSITIVE_INFINITY
    if (command.type === "clock.start") {
      const until = time + pauseAfterStart(command, silence)
      holdCountdowns(this.#state, until)
      missSlices(this.#state, until)
    }
    fireTimers(this.#state, time)
    log.now = time
    const act = COMMANDS[command.type] as (state: EngineState, command: C, silence: TimeMs) => AnswerOf<C>
    const answer = act(this.#state, command, silence)
    collectClaims(this.#state)
    return { answer, events: log.close() }
  }

  /** A copy of all that it remembers, as plain data; between two commands only. */
  save(): SavedState {
    return saveState(this.#state)
  }

  /** Stands where the saved one stood; only before the first command. */
  load(saved: SavedState): void {
    loadState(this.#state, saved)
  }

  /** When the next timer is due; then a `clock.tick` is wanted if no other command comes (T2). */
  nextDue(): TimeMs | undefined {
    return this.#state.timers.nextDue()
  }

  /** Engine time of the last command. */
  get now(): TimeMs {
    return this.#state.log.now
  }
  /** How many orders are open, waiting stops among them. */
  get openOrders(): number {
    return this.#state.orders.size
  }
  /** How many client order ids are remembered (S12). */
  get rememberedKeys(): number {
    return this.#state.keys.size
  }

  instrumentState(instrument: string): InstrumentState | undefined {
    return listedOf(this.#state, instrument)?.instrument.state
  }

  /** An open order as it stands; an ended one is forgotten. */
  order(id: number): OrderView | undefined {
    const order = this.#state.orders.get(id)
    return order && viewOrder(order)
  }

  /** Best first. */
  levels(instrument: string, side: Side, count: number = Number.POSITIVE_INFINITY): BookLevel[] {
    const book = this.#state.markets.get(instrument)?.book
    return book ? bestLevels(book, side, count) : []
  }

  /** The open orders of one price, earliest first. */
  queue(instrument: string, side: Side, price: Ticks): OrderView[] {
    return (this.#state.markets.get(instrument)?.book.queue(side, price) ?? []).map(viewOrder)
  }

  /** Waiting stops in the order in which they would fire (S8). */
  stops(instrument: string): OrderView[] {
    return (this.#state.markets.get(instrument)?.stops.list() ?? []).map(viewOrder)
  }

  /** The last tick of an index. */
  indexPrice(index: string): Price8 | undefined {
    return this.#state.indexes.get(index)?.last
  }
}

/** What does each command. */
const COMMANDS: {
  readonly [Type in Command["type"]]: (
    state: EngineState,
    command: Command & { type: Type },
    silence: TimeMs,
  ) => AnswerOf<Command & { type: Type }>
} = {
  "order.place": placeOrder,
  "order.oco": placeOco,
  "order.scaled": placeScaled,
  "order.amend": amendOrder,
  "order.reduce": reduceOrder,
  "order.cancel": cancelOrder,
  "order.cancel-all": cancelAll,
  "order.query": queryOrder,
  "twap.place": placeTwap,
  "twap.change": changeTwap,
  "group.change": changeGroup,
  "countdown.set": setCountdown,
  transfer,
  "faucet.draw": drawPractice,
  "capital.move": moveCapital,
  "ledger.correct": moveCapital,
  "feed.quote": takeQuote,
  "instrument.set": setInstrument,
  "instrument.state": setInstrumentState,
  "instrument.schedule": scheduleInstrument,
  "position-mode.set": setPositionMode,
  "margin-mode.set": setMarginMode,
  "leverage.set": setLeverage,
  "position.margin": movePositionMargin,
  "position.tpsl": setTargets,
  "position.close": closePosition,
  "position.close-all": closeAllPositions,
  "position.reverse": reversePosition,
  "second.open": openSecond,
  "second.limit": setLossLimit,
  "custody.seen": seeDeposit,
  "custody.confirmed": confirmDeposit,
  "custody.vanished": loseDeposit,
  "withdraw.request": requestWithdrawal,
  "withdraw.cancel": cancelWithdrawal,
  "withdraw.approve": approveWithdrawal,
  "withdraw.reject": rejectWithdrawal,
  "withdraw.send": sendWithdrawal,
  "custody.sent": markSent,
  "custody.final": markFinal,
  "custody.failed": markFailed,
  "custody.cost": bookCost,
  "withdrawals.freeze": freezeWithdrawals,
  "custody.chain": setCustodyChain,
  "ai.product": setAiProduct,
  "ai.issue": issueAi,
  "ai.buy": buyAi,
  "ai.withdraw": withdrawAi,
  "clock.tick": () => DONE,
  "user.freeze": freezeUser,
  "user.level": setUserLevel,
  "clock.start": startClock,
  "audit.stop": stopForAudit,
  "audit.resume": resumeAfterAudit,
}

/** P1, T4. A quote without a price, or one that gives no tick, is taken and tells nothing. */
function takeQuote(state: EngineState, command: FeedQuote): DoneAnswer {
  const { log } = state
  const price = quotedPrice(command)
  if (price === undefined) return DONE
  const index = indexNamed(state, command.index)
  if (!index?.hasRoomFor(command.source)) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.index })
  const sources = index.quote(log.now, command.source, price)
  const tick = sources && index.lastTick()
  if (!tick) return DONE
  log.push({ type: "index", index: index.name, ...tick, sources })
  settleSeconds(state, index)
  return DONE
}
