/** Clearing without money, for what matching costs alone: nothing is held, posted or charged, and no fill is reported. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, NO_AMOUNT } from "#core/money/units.ts"
import type { Account } from "#server/engine/ledger/account.ts"
import type { Order } from "#server/engine/matching/order.ts"
import { Participant } from "#server/engine/matching/participant.ts"
import type { Clearing, ClearingParts } from "#server/engine/risk/clearing.ts"
import { type Clearings, createClearings } from "#server/engine/risk/create-clearings.ts"

const NO_ORDERS: readonly Order[] = []

class MoneylessClearing implements Clearing<SpotInstrument> {
  indexName({ id }: SpotInstrument): string {
    return id
  }

  takePart(account: Account): Participant {
    return new Participant(account)
  }

  bind(order: Order, _participant: Participant, { quote }: SpotInstrument): void {
    order.feeCurrency = quote
  }

  rebind(): void {}

  checkAccount(): undefined {}

  checkState(): undefined {}

  endsHolding(): boolean {
    return false
  }

  checkMoney(): undefined {}

  checkGroup(): undefined {}

  checkTriggered(): undefined {}

  firstHold(): Amount {
    return NO_AMOUNT
  }

  holdAt(): Amount {
    return NO_AMOUNT
  }

  hold(): void {}

  changed(): void {}

  lostLots(): void {}

  release(): void {}

  judgeFill(_maker: Order, _taker: Order, quantity: Lots): Lots {
    return quantity
  }

  trialJudge(): undefined {}

  fill(): void {}

  takeLeftOver(): readonly Order[] {
    return NO_ORDERS
  }

  save(): undefined {}

  load(): void {
    throw new Error("clearing without money has no state to load")
  }

  check(): void {}
}

/** For `createEngine`: spot markets are cleared without money. */
export const createMoneylessClearings = (parts: ClearingParts): Clearings => ({
  ...createClearings(parts),
  spot: new MoneylessClearing(),
})
