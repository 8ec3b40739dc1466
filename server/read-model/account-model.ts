/**
 * What each user has, right now: open orders, positions, second contracts, holdings of AI products, deposits, withdrawals,
 * TWAPs, what is paused, balances, the newest fills and notices, made of committed
 * events. The engine's memory is never read.
 */

import type { Price8, TimeMs } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import type { Notice, Position } from "#core/wire/contract.ts"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import type { SecondContract } from "#core/wire/second.ts"
import type { Balance, Wallet } from "#core/wire/trading.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"
import type { AccountId } from "#server/engine/command.ts"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"
import type { BalanceEvent, EngineEvent, FillEvent, OrderView } from "#server/engine/event.ts"
import type { PausedView } from "#server/engine/paused/paused.ts"
import type { PositionRecord } from "#server/engine/position-record.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import type { TwapView } from "#server/engine/twap/twap.ts"
import { AccountChanges } from "./account-changes.ts"
import { balanceRowOf, isUserAccount, spotFillOf, spotOrderOf, type TextsOf } from "./account-rows.ts"
import { noticeOf, perpetualFillOf, perpetualOrderOf, positionOf } from "./contract-rows.ts"
import { depositOf, withdrawalOf } from "./custody-rows.ts"
import { aiHoldingOf } from "./holding-rows.ts"
import { pausedRowOf } from "./paused-rows.ts"
import { secondContractOf, type TicksBefore } from "./second-rows.ts"
import { TrailingFollower } from "./trailing-follower.ts"
import { twapRowOf } from "./twap-rows.ts"

/** What an account was when the server began. */
export interface AccountSeed {
  account: AccountId
  orders: readonly OrderView[]
  positions: readonly PositionRecord[]
  /** Open second contracts, rising by id. */
  seconds: readonly SecondView[]
  /** Those under way, rising by id. */
  deposits: readonly DepositView[]
  withdrawals: readonly WithdrawalView[]
  /** Holdings of AI products that run, rising by id. */
  holdings: readonly AiView[]
  /** All that are kept, rising by id. */
  twaps: readonly TwapView[]
  /** Rising by id. */
  paused: readonly PausedView[]
  balances: readonly BalanceEvent[]
  /** When practice money was drawn last; 0: never. */
  lastDraw: TimeMs
}

interface AccountModelParts {
  textsOf: TextsOf
  ticksBefore: TicksBefore
  /** Wall clock, epoch ms. */
  now(): TimeMs
  /** The newest fills of an account, oldest first. */
  loadFills(account: AccountId, limit: number): Promise<PrivateRows["fill"][]>
  /** The newest notices of an account, oldest first. */
  loadNotices(account: AccountId, limit: number): Promise<Notice[]>
}

export class AccountModel extends AccountChanges<PrivateRows> {
  readonly #textsOf: TextsOf
  readonly #ticksBefore: TicksBefore
  readonly #trailing = new TrailingFollower()
  /** When practice money was drawn last. */
  readonly #lastDraws = new Map<AccountId, TimeMs>()

  constructor({ textsOf, ticksBefore, now, loadFills, loadNotices }: AccountModelParts) {
    super({ rules: privateRows, now, older: { fill: loadFills, notice: loadNotices } })
    this.#textsOf = textsOf
    this.#ticksBefore = ticksBefore
  }

  /** A price that was known when the server began, before the orders that follow it. */
  seedPrice(instrument: string, source: TriggerSource, price: Price8): void {
    this.#trailing.follow(instrument, source, price)
  }

  /** What was restored from disk, before the first batch. */
  seed({
    account,
    orders,
    positions,
    seconds,
    holdings,
    deposits,
    withdrawals,
    twaps,
    paused,
    balances,
    lastDraw,
  }: AccountSeed): void {
    for (const view of orders) {
      this.seedRow(account, "order", this.#orderOf(view))
      this.#trailing.take(view, this.#tickOf(view), 0)
    }
    for (const record of positions) this.seedRow(account, "position", positionOf(record, this.#textsOf))
    for (const view of seconds) this.seedRow(account, "second", secondContractOf(view, this.#ticksBefore))
    for (const view of deposits) this.seedRow(account, "deposit", depositOf(view))
    for (const view of withdrawals) this.seedRow(account, "withdrawal", withdrawalOf(view))
    for (const view of holdings) this.seedRow(account, "ai", aiHoldingOf(view))
    for (const view of twaps) this.seedRow(account, "twap", twapRowOf(view, this.#textsOf))
    for (const view of paused) this.seedRow(account, "paused", pausedRowOf(view, this.#textsOf))
    for (const event of balances) this.seedRow(account, "balance", balanceRowOf(event))
    this.#lastDraws.set(account, lastDraw)
  }

  /** A committed batch. */
  take({ time, events }: { time: TimeMs; events: readonly EngineEvent[] }): void {
    for (const event of events) this.#read(event, time)
    for (const view of this.#trailing.due(time)) this.note(view.account, "order", this.#orderOf(view))
    this.publish()
  }

  /** Of one kind of instrument, the newest first. */
  openOrders<Kind extends OrderKind>(account: AccountId, kind: Kind): OrderOf<Kind>[] {
    return [...(this.rowsOf(account, "order")?.values() ?? [])]
      .filter((order) => isOfKind(order, kind))
      .sort((one, other) => other.id - one.id)
  }

  /** One of this kind of instrument. */
  openOrder<Kind extends OrderKind>(
    account: AccountId,
    kind: Kind,
    named: { id?: number | undefined; clientOrderId?: string | undefined },
  ): OrderOf<Kind> | undefined {
    const orders = this.rowsOf(account, "order")
    const found =
      named.id !== undefined
        ? orders?.get(String(named.id))
        : [...(orders?.values() ?? [])].find(({ clientOrderId }) => clientOrderId === named.clientOrderId)
    return found && isOfKind(found, kind) ? found : undefined
  }

  /** Open ones, rising by id. */
  positions(account: AccountId): Position[] {
    return [...(this.rowsOf(account, "position")?.values() ?? [])]
  }

  /** Second contracts that run, rising by id. */
  seconds(account: AccountId): SecondContract[] {
    return [...(this.rowsOf(account, "second")?.values() ?? [])]
  }

  /** Holdings of AI products that run, rising by id. */
  holdings(account: AccountId): AiHolding[] {
    return [...(this.rowsOf(account, "ai")?.values() ?? [])]
  }

  /** TWAPs, the newest first; of one market where it is named. */
  twaps(account: AccountId, instrument?: string): TwapRow[] {
    return [...(this.rowsOf(account, "twap")?.values() ?? [])]
      .filter((row) => (instrument ?? row.instrument) === row.instrument)
      .sort((one, other) => other.id - one.id)
  }

  /** What is paused, the newest first; of one market where it is named. */
  paused(account: AccountId, instrument?: string): PausedRow[] {
    return [...(this.rowsOf(account, "paused")?.values() ?? [])]
      .filter((row) => (instrument ?? row.instrument) === row.instrument)
      .sort((one, other) => other.id - one.id)
  }

  balances(account: AccountId): Balance[] {
    return [...(this.rowsOf(account, "balance")?.values() ?? [])]
  }

  balance(account: AccountId, wallet: Wallet, currency: string): Balance {
    const none: Balance = { wallet, currency, available: "0", held: "0" }
    return this.rowsOf(account, "balance")?.get(privateRows.balance.keyOf(none)) ?? none
  }

  /** When practice money was drawn last; 0: never. */
  lastDraw(account: AccountId): TimeMs {
    return this.#lastDraws.get(account) ?? 0
  }

  /** Practice money was drawn. Events know the batch's time; an answer knows the very millisecond. */
  drew(account: AccountId, time: TimeMs): void {
    if (isUserAccount(account)) this.#lastDraws.set(account, time)
  }

  /** Makes rows of an event, for whoever it concerns. */
  #read(event: EngineEvent, time: TimeMs): void {
    switch (event.type) {
      case "order":
        if (!isUserAccount(event.order.account)) break
        this.note(event.order.account, "order", this.#orderOf(event.order))
        this.#trailing.take(event.order, this.#tickOf(event.order), time)
        break
      case "trade": {
        const price = (BigInt(event.price) * this.#tickOf(event)) as Price8
        this.#trailing.follow(event.instrument, "last", price)
        break
      }
      case "mark":
        this.#trailing.follow(event.instrument, "mark", event.mark)
        break
      case "fill":
        if (isUserAccount(event.account)) this.note(event.account, "fill", this.#fillOf(event))
        break
      case "position-record":
        this.note(event.record.account, "position", positionOf(event.record, this.#textsOf))
        break
      case "contract-notice":
        this.note(event.notice.account, "notice", noticeOf(event.notice))
        break
      case "second":
        if (isUserAccount(event.contract.account))
          this.note(event.contract.account, "second", secondContractOf(event.contract, this.#ticksBefore))
        break
      case "deposit":
        this.note(event.deposit.account, "deposit", depositOf(event.deposit))
        break
      case "withdrawal":
        this.note(event.withdrawal.account, "withdrawal", withdrawalOf(event.withdrawal))
        break
      case "ai":
        if (isUserAccount(event.holding.account))
          this.note(event.holding.account, "ai", aiHoldingOf(event.holding))
        break
      case "twap":
        if (isUserAccount(event.twap.account))
          this.note(event.twap.account, "twap", twapRowOf(event.twap, this.#textsOf, event.isGone))
        break
      case "paused":
        if (isUserAccount(event.paused.account))
          this.note(event.paused.account, "paused", pausedRowOf(event.paused, this.#textsOf, event.end))
        break
      case "balance":
        if (isUserAccount(event.account)) this.note(event.account, "balance", balanceRowOf(event))
        break
      case "journal":
        if (event.kind === "faucet")
          for (const { account } of event.lines) this.drew(account.split(".")[0] ?? "", time)
        break
    }
  }

  #tickOf({ instrument }: { instrument: string }): bigint {
    return this.#textsOf(instrument).tick
  }

  #orderOf(view: OrderView): PrivateRows["order"] {
    return view.kind === "perpetual"
      ? perpetualOrderOf(view, this.#textsOf)
      : spotOrderOf(view, this.#textsOf)
  }

  #fillOf(event: FillEvent): PrivateRows["fill"] {
    return event.kind === "perpetual"
      ? perpetualFillOf(event, this.#textsOf)
      : spotFillOf(event, this.#textsOf)
  }
}

type OrderKind = PrivateRows["order"]["kind"]
type OrderOf<Kind extends OrderKind> = Extract<PrivateRows["order"], { kind: Kind }>

const isOfKind = <Kind extends OrderKind>(order: PrivateRows["order"], kind: Kind): order is OrderOf<Kind> =>
  order.kind === kind
