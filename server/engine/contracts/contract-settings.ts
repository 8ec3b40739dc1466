/** Modes, leverage and margin of a contract account (P19–P21). */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import { marginMissing, removableMargin } from "#core/position/isolated-margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import { DONE, type DoneAnswer } from "../answer.ts"
import type {
  AccountId,
  MovePositionMargin,
  SetLeverage,
  SetMarginMode,
  SetPositionMode,
} from "../command.ts"
import type { Market } from "../matching/market.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { ContractAccount, ContractPart } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import { checkSize, lacksMargin } from "../risk/perpetual/order-margin.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { standingOf, withdrawableOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"
import { cashNeeded } from "./cash-needed.ts"

/** `position-mode.set`, for the whole account: only without positions and orders in contracts (`MODE_LOCKED`). */
export function setPositionMode(state: EngineState, command: SetPositionMode): DoneAnswer {
  const frozen = checkFrozen(state, command.account)
  if (frozen) return { ok: false, problem: frozen }
  const own = ownOf(state, command.account)
  if (own.mode === command.mode) return DONE
  if (own.sortedParts().some(isUsed)) return refuse("MODE_LOCKED")
  own.mode = command.mode
  return DONE
}

/** `margin-mode.set` of one contract: only without a position and orders there (`MODE_LOCKED`). */
export function setMarginMode(state: EngineState, command: SetMarginMode): DoneAnswer {
  const found = partFor(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { part } = found
  if (part.marginMode === command.mode) return DONE
  if (isUsed(part)) return refuse("MODE_LOCKED")
  part.marginMode = command.mode
  return DONE
}

/**
 * `leverage.set` of one contract: at any time where size and free margin allow it (P20). Refusals: `LEVERAGE_RANGE`,
 * `TIER_LIMIT`, `ADD_MARGIN_FIRST`, `INSUFFICIENT_MARGIN`.
 */
export function setLeverage(state: EngineState, command: SetLeverage): DoneAnswer {
  const found = partFor(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { part, market } = found
  const { leverage } = command
  const most = found.leverageMax
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > most)
    return refuse("LEVERAGE_RANGE", { limit: most })
  const before = part.leverage
  if (leverage === before) return DONE
  const prices = state.clearings.perpetual.pricesIfAny(part.instrument)
  part.leverage = leverage
  const problem = prices && checkLeverage(state, { part, prices, before })
  if (problem) {
    part.leverage = before
    return { ok: false, problem }
  }
  // Twice: those that need less now free what the others need.
  for (const order of [...part.list(), ...part.list()]) market.changed(order)
  for (const position of part.openPositions()) state.clearings.perpetual.accounts.changed(part, position)
  return DONE
}

/** `position.margin`: into an isolated position, or out of it where negative (P21). */
export function movePositionMargin(state: EngineState, command: MovePositionMargin): DoneAnswer {
  const { account, key, keysMax, sentAt, instrument, slot, amount } = command
  const body = () => [instrument, slot, amount].join("|")
  return once(state, { kind: "margin", account, key, keysMax, sentAt, body }, () =>
    moveMargin(state, command),
  )
}

function moveMargin(state: EngineState, command: MovePositionMargin): DoneAnswer {
  const found = partFor(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { part, market } = found
  const position = part.positions[command.slot]
  if (!position.isOpen || !part.isIsolated) return refuse("UNKNOWN_POSITION")
  if (command.amount === 0n) return refuse("WRONG_SIZE")
  const clearing = state.clearings.perpetual
  const prices = clearing.pricesOf(part.instrument)
  const problem =
    command.amount > 0n
      ? checkAdded(part, command.amount, withdrawableOf(part.owner, clearing.pricesOf))
      : (checkMovable(state, market) ?? checkRemoved({ part, position, prices }, -command.amount as Amount))
  if (problem) return { ok: false, problem }
  const { ledger } = state
  ledger.open("margin", `position:${part.instrument}`)
  ledger.available(part.owner.wallet, -command.amount)
  ledger.margin(part.owner.wallet, part.marginName(position), command.amount)
  ledger.close()
  position.margin = (position.margin + command.amount) as Amount
  clearing.accounts.changed(part, position)
  return DONE
}

function checkAdded(part: ContractPart, amount: Amount, most: Amount): Problem | undefined {
  return amount <= most
    ? undefined
    : lacksMargin(amount, { available: most, currency: part.owner.wallet.currency })
}

/** P21. */
function checkRemoved(
  of: { part: ContractPart; position: Position; prices: ContractPrices },
  amount: Amount,
): Problem | undefined {
  const most = removableMargin(isolatedOf(of.position, of.prices), of.part.leverage)
  return amount <= most
    ? undefined
    : lacksMargin(amount, { available: most, currency: of.part.owner.wallet.currency })
}

/** N3, N4: nothing is taken out at a price that stands still. */
function checkMovable(state: EngineState, { instrument, clearing }: Market): Problem | undefined {
  const halted: InstrumentState = "halted"
  if (instrument.state === halted) return { name: "TRADING_STATE", values: { state: halted } }
  return state.markets.has(instrument.id) ? clearing.checkState(instrument) : undefined
}

/** P20, with the new leverage set. */
function checkLeverage(
  state: EngineState,
  { part, prices, before }: { part: ContractPart; prices: ContractPrices; before: number },
): Problem | undefined {
  const tooLarge = checkSize(part, prices)
  if (tooLarge) return tooLarge
  const { pricesOf } = state.clearings.perpetual
  if (!part.isIsolated) {
    const { free } = standingOf(part.owner, pricesOf)
    return free >= 0n
      ? undefined
      : lacksMargin(cashNeeded(free), { available: NO_AMOUNT, currency: part.owner.wallet.currency })
  }
  if (part.leverage < before)
    for (const position of part.openPositions()) {
      const missing = marginMissing(isolatedOf(position, prices), part.leverage)
      if (missing > 0n)
        return {
          name: "ADD_MARGIN_FIRST",
          values: { needed: formatAmount(missing), currency: part.owner.wallet.currency },
        }
    }
  return checkHolds(state, part)
}

/** P13: what open isolated orders hold at the new leverage comes out of free cash. */
function checkHolds(state: EngineState, part: ContractPart): Problem | undefined {
  const { perpetual } = state.clearings
  let more = 0n
  for (const order of part.orders) more += perpetual.holdNow(order) - order.hold
  if (more <= 0n) return undefined
  const most = withdrawableOf(part.owner, perpetual.pricesOf)
  return more <= most
    ? undefined
    : lacksMargin(more, { available: most, currency: part.owner.wallet.currency })
}

const isolatedOf = (position: Position, { mark, tiers }: ContractPrices) => {
  const notional = position.worthAt(mark)
  return {
    margin: position.margin,
    unrealised: position.profitAt(mark),
    notional,
    maintenance: maintenanceMargin(tiers, notional),
  }
}

const isUsed = (part: ContractPart): boolean => part.count > 0 || part.hasPosition()

const ownOf = (state: EngineState, account: AccountId): ContractAccount =>
  state.clearings.perpetual.accountOf(state.ledger.account(account))

/** The part of an account that is neither frozen nor asks for what is no contract. */
function partFor(
  state: EngineState,
  { account, instrument: id }: { account: AccountId; instrument: string },
): { part: ContractPart; market: Market; leverageMax: number } | { problem: Problem } {
  const frozen = checkFrozen(state, account)
  if (frozen) return { problem: frozen }
  const market = state.markets.get(id)
  if (market?.instrument.kind !== "perpetual")
    return { problem: { name: "UNKNOWN_INSTRUMENT", values: { instrument: id } } }
  const part = ownOf(state, account).part(market.instrument)
  return { part, market, leverageMax: market.instrument.leverageMax }
}
