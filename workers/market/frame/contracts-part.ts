/** Joins the user's contracts with the marks, for the frames of the account: told again when something of it changed. */

import { tiersOf } from "#core/instrument/tier-tables.ts"
import { signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { type Amount, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import { type MarginTier, marginTiers } from "#core/position/margin-tiers.ts"
import type { PerpetualOrder } from "#core/wire/contract.ts"
import { accountCells, type Funding, positionCells } from "../contracts/contract-cells.ts"
import { cashOf, heldPosition, mayOpen, openOrder } from "../contracts/contract-rows.ts"
import {
  accountFigures,
  type ContractHoldings,
  type ContractTerms,
  type HeldPosition,
  type OpenOrder,
  positionFigures,
} from "../contracts/contract-standing.ts"
import type { ContractAccountCells, ContractsFrame } from "../contracts-frame.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { MarketTexts } from "./market-texts.ts"

export class ContractsPart {
  readonly #feeds: MarketFeeds
  readonly #texts: MarketTexts
  readonly #tiers = new Map<number, readonly MarginTier[]>()
  /** Marks as they were counted last, by contract. */
  #counted = new Map<string, string>()
  #isMarkNew = false
  #seen = ""
  #sent = ""

  constructor(feeds: MarketFeeds, texts: MarketTexts) {
    this.#feeds = feeds
    this.#texts = texts
  }

  /** Something of a market changed; most are of no position. */
  noteChange(id: string): void {
    const counted = this.#counted.get(id)
    if (counted !== undefined && this.#feeds.marks.get(id)?.mark !== counted) this.#isMarkNew = true
  }

  isDue(): boolean {
    return this.#feeds.account.state !== "none" && (this.#isMarkNew || this.#versions() !== this.#seen)
  }

  /** `isWhole`: the page holds nothing. Undefined: it has all of it. */
  take(isWhole: boolean): ContractsFrame | undefined {
    if (this.#feeds.account.state === "none") return undefined
    this.#seen = this.#versions()
    this.#isMarkNew = false
    const frame = this.#join()
    const sent = JSON.stringify(frame)
    if (sent === this.#sent && !isWhole) return undefined
    this.#sent = sent
    return frame
  }

  /** Of all that it is made of, but the marks. */
  #versions(): string {
    const { account, catalogue, settings } = this.#feeds
    return `${account.version} ${catalogue.version} ${settings.version} ${this.#texts.version}`
  }

  #join(): ContractsFrame {
    const { account } = this.#feeds
    const positions = [...account.rowsOf("position")]
      .sort((one, other) => one.id - other.id)
      .map(heldPosition)
    const orders = [...account.rowsOf("order")].filter((row) => row.kind === "perpetual").filter(mayOpen)
    // What an isolated order needs is frozen; what a cross one needs is counted.
    const crossOrders = orders.filter(({ held }) => unitsOf(held) === NO_AMOUNT)
    this.#feeds.settings.want(causeOf(crossOrders, positions))
    this.#counted = new Map(
      [...positions, ...orders].map(({ instrument }) => [
        instrument,
        this.#feeds.marks.get(instrument)?.mark ?? "",
      ]),
    )
    const open = this.#openOrders(crossOrders, positions)
    const holdings: ContractHoldings = { positions, orders: open ?? [], cash: this.#money().cash }
    const figures = positionFigures(holdings, this.#termsOf)
    return {
      positions: positions.flatMap((position) => {
        const listed = this.#feeds.catalogue.get(position.instrument)
        const standing = figures.get(position.id)
        const funding = this.#funding(position.instrument)
        return listed
          ? positionCells(position, standing && { ...standing, funding }, this.#texts.of(listed))
          : []
      }),
      account: open ? this.#account(holdings) : null,
    }
  }

  #account(holdings: ContractHoldings): ContractAccountCells | null {
    const termsOf = this.#termsOf
    const figures = accountFigures(holdings, termsOf)
    const { currency, held } = this.#money()
    if (!figures || currency === "") return null
    return accountCells({ figures, holdings, termsOf, held, currency, marks: this.#texts.marks })
  }

  /** Undefined while a leverage or a rate isn't known. */
  #openOrders(rows: readonly PerpetualOrder[], positions: readonly HeldPosition[]): OpenOrder[] | undefined {
    const orders: OpenOrder[] = []
    for (const row of rows) {
      const setting = this.#feeds.settings.of(row.instrument)
      if (!setting) return undefined
      const held = positions.find(({ instrument }) => instrument === row.instrument)
      orders.push(openOrder(row, { ...setting, leverage: held?.leverage ?? setting.leverage }))
    }
    return orders
  }

  /** All contracts settle in one currency. */
  #money(): { currency: string; cash: Amount; held: Amount } {
    const { account, catalogue } = this.#feeds
    const currency = catalogue.ofKind("perpetual")[0]?.market.quote ?? ""
    for (const row of account.rowsOf("balance"))
      if (row.wallet === "contract" && row.currency === currency)
        return { currency, cash: cashOf(row), held: unitsOf(row.held) }
    return { currency, cash: NO_AMOUNT, held: NO_AMOUNT }
  }

  readonly #termsOf = (instrument: string): ContractTerms | undefined => {
    const listed = this.#feeds.catalogue.get(instrument)
    const mark: bigint = unitsOf(this.#feeds.marks.get(instrument)?.mark ?? "")
    if (listed?.market.kind !== "perpetual" || mark === 0n) return undefined
    return { mark: mark as Price8, tiers: this.#tiersOf(listed.market.leverageMax), tick: listed.tick.step }
  }

  #funding(instrument: string): Funding | undefined {
    const mark = this.#feeds.marks.get(instrument)
    return mark && { rate: signedUnitsOf(mark.fundingRate), at: mark.nextFunding }
  }

  #tiersOf(leverageMax: number): readonly MarginTier[] {
    const known = this.#tiers.get(leverageMax) ?? marginTiers(tiersOf({ leverageMax }))
    this.#tiers.set(leverageMax, known)
    return known
  }
}

/** What the settings are needed for: another order or leverage is a reason to ask for them anew. */
const causeOf = (orders: readonly PerpetualOrder[], positions: readonly HeldPosition[]): string =>
  orders.length === 0
    ? ""
    : [...orders.map(({ id }) => id), ...positions.map(({ id, leverage }) => `${id}:${leverage}`)].join(" ")
