/**
 * The worker reckons positions and their account from rows and marks, the engine from what it holds: after random commands
 * both say the same, to the last digit (P9, P10, P12, P15, P16, P25).
 */

import { expect, test } from "vitest"
import { NO_AMOUNT } from "#core/money/units.ts"
import { positionStandingOf } from "#server/engine/contracts/contract-view.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { standingOf, withdrawableOf } from "#server/engine/risk/perpetual/standing.ts"
import { PositionRecords } from "#server/exchange/position-records.ts"
import { AccountModel } from "#server/read-model/account-model.ts"
import { MarketTexts } from "#server/read-model/step-texts.ts"
import { cashOf, heldPosition, mayOpen, openOrder } from "#workers/market/contracts/contract-rows.ts"
import {
  accountFigures,
  type ContractHoldings,
  positionFigures,
} from "#workers/market/contracts/contract-standing.ts"
import { CONTRACTS } from "./contract-commands.ts"
import { ContractRun } from "./contract-run.ts"

const COMMANDS = 1_200
const USERS = 12
const LOOK_EVERY = 10

test.each([4, 5])("both say the same of every account, seed %i", (seed) => {
  const engine = createEngine()
  const accounts = accountModel()
  const records = new PositionRecords({ open: [], lastId: 0 })
  let seq = 0
  const run = new ContractRun(seed, {
    engine,
    users: USERS,
    check: ({ events }) => {
      seq += 1
      accounts.take({ time: 0, events: records.follow({ seq, time: 0 }, events) })
    },
  })
  let compared = 0
  for (let step = 0; step < COMMANDS; step += 1) {
    run.step()
    if (step % LOOK_EVERY !== 0) continue
    for (let user = 1; user <= USERS; user += 1) compared += compare(engine, accounts, `u${user}`)
  }
  expect(compared).toBeGreaterThan(200)
})

function accountModel(): AccountModel {
  const [{ tick, lot }] = [CONTRACTS[0] ?? { tick: 1n, lot: 1n }]
  const texts = new MarketTexts({ tick, lot })
  return new AccountModel({
    textsOf: () => texts,
    ticksBefore: () => 0,
    now: () => 0,
    loadFills: async () => [],
    loadNotices: async () => [],
  })
}

/** How many positions were compared. */
function compare(engine: Engine, accounts: AccountModel, account: string): number {
  const { perpetual } = engine.state.clearings
  const own = perpetual.accounts.known(account)
  if (!own) return 0
  const termsOf = (instrument: string) => {
    const prices = perpetual.pricesIfAny(instrument)
    return prices && { mark: prices.mark, tiers: prices.tiers, tick: prices.instrument.tick }
  }
  const rows = accounts.positions(account)
  const cash = accounts.balances(account).find(({ wallet }) => wallet === "contract")
  const holdings: ContractHoldings = {
    positions: rows.map(heldPosition),
    orders: accounts
      .openOrders(account, "perpetual")
      .filter(mayOpen)
      .flatMap((row) => {
        const part = own.known(row.instrument)
        const order = part?.orders.find(({ id }) => id === row.id)
        if (!part || !order || part.isIsolated) return []
        return openOrder(row, { isIsolated: false, leverage: part.leverage, takerRate: order.takerRate })
      }),
    cash: cash ? cashOf(cash) : NO_AMOUNT,
  }
  const figures = positionFigures(holdings, termsOf)
  for (const { id, instrument, positionSide } of rows) {
    const slot = positionSide === "" ? "net" : positionSide
    const said = positionStandingOf(engine.state, { account, instrument, slot })
    const { notional: _, ...found } = figures.get(id) ?? { notional: 0n }
    expect(found, `${account} ${instrument}`).toEqual(said)
  }
  const standing = standingOf(own, perpetual.pricesOf)
  expect(accountFigures(holdings, termsOf), account).toMatchObject({
    ...{ equity: standing.equity, requirements: standing.requirements, free: standing.free },
    movable: withdrawableOf(own, perpetual.pricesOf),
  })
  return rows.length
}
