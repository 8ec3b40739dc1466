/**
 * What is told of contract accounts between two commands: settings, and how positions stand at the mark. Read from the
 * engine's memory, so it may be a few milliseconds ahead of what is committed: it is shown and binds nobody.
 */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Fine, fineOf, type Price8 } from "#core/money/units.ts"
import { liquidationPrice } from "#core/position/liquidation-price.ts"
import { marginRatio } from "#core/position/margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import { returnOnEquity } from "#core/position/profit.ts"
import type { AccountId, MarginMode, PositionMode, PositionSlot } from "../command.ts"
import { type ContractPart, LEVERAGE_DEFAULT } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices, PricesOf } from "../risk/perpetual/contract-prices.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { standingOf } from "../risk/perpetual/standing.ts"
import { WhatIf } from "../risk/perpetual/what-if.ts"
import type { EngineState } from "../state.ts"

export const positionModeOf = (state: EngineState, account: AccountId): PositionMode =>
  state.clearings.perpetual.accounts.known(account)?.mode ?? "one-way"

/** P19, P20: what is set for a contract, or what everyone begins with. */
export function contractSettingOf(
  state: EngineState,
  account: AccountId,
  { id, leverageMax }: PerpetualInstrument,
): { marginMode: MarginMode; leverage: number } {
  const part = state.clearings.perpetual.accounts.known(account)?.known(id)
  const { marginMode = "cross", leverage = Math.min(LEVERAGE_DEFAULT, leverageMax) } = part ?? {}
  return { marginMode, leverage }
}

/** P9, P10, P25 of one position. */
export interface PositionStanding {
  mark: Price8
  unrealised: Fine
  /** In 1e-8. */
  roe: bigint
  maintenance: Fine
  /** In 1e-8, rounded down; undefined: no equity is left. */
  ratio: bigint | undefined
  liquidation: Price8 | undefined
}

/** Undefined: flat by now, or without a mark. */
export function positionStandingOf(
  state: EngineState,
  { account, instrument, slot }: { account: AccountId; instrument: string; slot: PositionSlot },
): PositionStanding | undefined {
  const { perpetual } = state.clearings
  const part = perpetual.accounts.known(account)?.known(instrument)
  const position = part?.positions[slot]
  const prices = perpetual.pricesIfAny(instrument)
  if (!part || !prices || !position?.isOpen) return undefined
  const { mark, tiers } = prices
  const maintenance = maintenanceMargin(tiers, position.worthAt(mark))
  const risk = part.isIsolated
    ? { equity: position.equityAt(mark), maintenance }
    : standingOf(part.owner, perpetual.pricesOf)
  return {
    mark,
    unrealised: position.profitAt(mark),
    roe: returnOnEquity(position.held, mark, part.leverage) ?? 0n,
    maintenance,
    ratio: marginRatio(risk.maintenance, risk.equity),
    liquidation: liquidationOf(part, position, prices, perpetual.pricesOf),
  }
}

function liquidationOf(
  part: ContractPart,
  position: Position,
  prices: ContractPrices,
  pricesOf: PricesOf,
): Price8 | undefined {
  const { mark, tiers, instrument } = prices
  const positions = part.isIsolated ? [position.held] : part.openPositions().map(({ held }) => held)
  const cushion = part.isIsolated ? fineOf(position.margin) : cushionOf(part, prices, pricesOf)
  return liquidationPrice({ cushion, positions, tiers, tick: instrument.tick }, mark)
}

/** P25: `WB − TMM1 + UPNL1`, of the wallet and all other cross contracts at their marks. */
export function cushionOf(
  part: ContractPart,
  { mark, tiers }: ContractPrices,
  pricesOf: PricesOf,
  whatIf: WhatIf = new WhatIf(),
): Fine {
  const { equity, maintenance } = standingOf(part.owner, pricesOf, whatIf)
  let own = 0n
  for (const each of Object.values(part.positions)) {
    const position = whatIf.positionOf(each)
    if (position.isOpen) own += position.profitAt(mark) - maintenanceMargin(tiers, position.worthAt(mark))
  }
  return (equity - maintenance - own) as Fine
}
