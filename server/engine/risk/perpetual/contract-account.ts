/** An account's contracts: its wallet, its modes, and its positions and orders by instrument (P7, P19, P20). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { FUND_ACCOUNT, type MarginMode, type PositionMode, type PositionSlot } from "../../command.ts"
import type { Account } from "../../ledger/account.ts"
import type { Balance } from "../../ledger/balance.ts"
import { ledgerAccountText } from "../../ledger/ledger-account.ts"
import type { Order } from "../../matching/order.ts"
import { Participant } from "../../matching/participant.ts"
import type { OrderTally } from "./order-sums.ts"
import { Position } from "./position.ts"
import type { SafeMarks } from "./solvency-watch.ts"

/** P7: leverage of an instrument where the user chose none, unless its highest is lower. */
export const LEVERAGE_DEFAULT = 20

/** What an account has in one contract: its open orders, its positions and its settings. */
export class ContractPart extends Participant {
  readonly owner: ContractAccount
  /** Id of the instrument; its fields are the market's, which change. */
  readonly instrument: string
  leverage: number
  marginMode: MarginMode = "cross"
  readonly positions: Readonly<Record<PositionSlot, Position>>
  readonly #oneWay: readonly Position[]
  readonly #hedge: readonly Position[]
  /** What its orders come to; undefined before somebody has asked. Kept by `sumsOf`. */
  tally: OrderTally | undefined = undefined
  /** Marks at which it does its account no harm; undefined: unproven. Kept by `SolvencyWatch`. */
  safe: SafeMarks | undefined = undefined
  /** It stands in the list of those with a position; kept by `ContractAccounts`, the list by `OpenParts`. */
  isListed = false
  /** What the open interest counts of it: its long sizes, 1e-8 of the base. Kept by `OpenInterest`. */
  countedLong = 0n

  constructor(owner: ContractAccount, { id, leverageMax }: PerpetualInstrument) {
    super(owner.account)
    this.owner = owner
    this.instrument = id
    this.leverage = Math.min(LEVERAGE_DEFAULT, leverageMax)
    const position = (slot: PositionSlot) => new Position(this, slot)
    this.positions = { net: position("net"), long: position("long"), short: position("short") }
    this.#oneWay = [this.positions.net]
    this.#hedge = [this.positions.long, this.positions.short]
  }

  /** Those of {@link positions} that its mode has; the others are flat (P19). They are looked at with each order and fill. */
  get slots(): readonly Position[] {
    return this.owner.mode === "one-way" ? this.#oneWay : this.#hedge
  }

  override add(order: Order): void {
    super.add(order)
    this.tally?.add(order)
  }

  override remove(order: Order): void {
    this.tally?.remove(order)
    super.remove(order)
  }

  get isIsolated(): boolean {
    return this.marginMode === "isolated"
  }

  /** P29: what the fund gains and loses is the fund's, not a wallet's. */
  get isFund(): boolean {
    return this.owner.isFund
  }

  /** Its positions that have lots. */
  openPositions(): Position[] {
    return this.slots.filter(({ isOpen }) => isOpen)
  }

  hasPosition(): boolean {
    for (const position of this.slots) if (position.isOpen) return true
    return false
  }

  /** Has it an open order that only closes? */
  hasReducing(): boolean {
    return this.orders.some(({ reduceOnly, positionSide }) => reduceOnly || positionSide !== undefined)
  }

  /** The position that an order changes. */
  positionOf({ positionSide }: Pick<Order, "positionSide">): Position {
    return this.positions[positionSide ?? "net"]
  }

  /** Full name of the ledger's account of a position's margin. */
  marginName({ slot }: Position): string {
    const { account, instrument } = this
    return ledgerAccountText({ kind: "margin", owner: account.id, instrument, slot })
  }
}

/** The part of an order's account in its contract. */
export function partOf(order: Order): ContractPart {
  const { participant } = order
  if (!(participant instanceof ContractPart))
    throw new Error(`order ${order.id} is bound to no contract account`)
  return participant
}

export class ContractAccount {
  readonly account: Account
  /** Contract wallet in the currency that all contracts settle in. */
  readonly wallet: Balance
  mode: PositionMode = "one-way"
  /** P27: below its maintenance margin; it accepts only money and margin then. */
  isLiquidating = false
  /** All its cross positions have {@link ContractPart.safe}. Kept by `SolvencyWatch`. */
  isProven = false
  /** Another whenever its cash or a position has changed. Kept by `ContractAccounts`. */
  revision = 0
  readonly #parts = new Map<string, ContractPart>()
  /** The same in a list, as they are walked at each fill. */
  #list: readonly ContractPart[] = []

  constructor(account: Account, wallet: Balance) {
    this.account = account
    this.wallet = wallet
  }

  /** P29: what the fund gains and loses is the fund's, not a wallet's. */
  get isFund(): boolean {
    return this.account.id === FUND_ACCOUNT
  }

  /** Its part in a contract, made when it is asked for first. */
  part(instrument: PerpetualInstrument): ContractPart {
    let part = this.#parts.get(instrument.id)
    if (!part) {
      part = new ContractPart(this, instrument)
      this.#parts.set(instrument.id, part)
      this.#list = [...this.#parts.values()]
    }
    return part
  }

  /** Asks with a part that may not be there yet, and leaves none behind. */
  withPart<Told>(instrument: PerpetualInstrument, ask: (part: ContractPart) => Told): Told {
    const isThere = this.#parts.has(instrument.id)
    try {
      return ask(this.part(instrument))
    } finally {
      if (!isThere && this.#parts.delete(instrument.id)) this.#list = [...this.#parts.values()]
    }
  }

  known(instrument: string): ContractPart | undefined {
    return this.#parts.get(instrument)
  }

  /** In the order in which they were made. */
  parts(): readonly ContractPart[] {
    return this.#list
  }

  /** By instrument, as what runs over all of them must not depend on what came first (T1). */
  sortedParts(): readonly ContractPart[] {
    return this.#list.length < 2
      ? this.#list
      : [...this.#list].sort((one, other) => (one.instrument < other.instrument ? -1 : 1))
  }

  /** P27: trading is refused meanwhile. Without a position, whoever closed the last one, nothing is left to liquidate. */
  get isBarred(): boolean {
    return this.isLiquidating && this.hasCrossPosition
  }

  get hasCrossPosition(): boolean {
    for (const part of this.#list) if (!part.isIsolated && part.hasPosition()) return true
    return false
  }
}
