/** Requests about modes, leverage and margin of contracts, and how positions stand. */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, formatFine, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import {
  type ContractSetting,
  type movePositionMargin,
  type Position,
  type ProblemName,
  type positions,
  type RequestOf,
  type ResponseOf,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { Command, PositionSlot } from "#server/engine/command.ts"
import { contractSettingOf, positionStandingOf } from "#server/engine/contracts/contract-view.ts"
import type { DeleveragingLights } from "#server/engine/contracts/deleveraging-lights.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { FeeLevels } from "#server/read-model/fee-levels.ts"
import { Refusal } from "../calls/refusal.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import { type ContractOrderParts, contractNamed } from "./change-contract-order.ts"
import { positionAnswer } from "./close-contract-position.ts"

export interface ContractParts extends ContractOrderParts {
  reads: HistoryReads
  feeLevels: FeeLevels
  /** Read between two commands, for what is shown and binds nobody. */
  engine: EngineState
  lights: DeleveragingLights
}

type SettingCommand = Extract<Command, { type: "margin-mode.set" | "leverage.set" }>
type WithoutTarget<C> = C extends SettingCommand ? Omit<C, "account" | "instrument"> : never

/** Sets what is set for one contract, and answers how it is set then. */
export async function setOfContract(
  parts: ContractParts,
  { userId, instrument: id }: { userId: number; instrument: string },
  setting: WithoutTarget<SettingCommand>,
): Promise<Result<ContractSetting, ProblemName>> {
  const instrument = contractNamed(parts.reader, id)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
  const done = await parts.exchange.submit({ ...setting, account: accountOf(userId), instrument: id })
  return done.ok ? { ok: true, value: settingOf(parts, userId, instrument) } : done
}

export function settingOf(
  { engine, feeLevels }: ContractParts,
  userId: number,
  instrument: PerpetualInstrument,
): ContractSetting {
  const account = accountOf(userId)
  const { level, turnover } = feeLevels.of(account)
  const { maker, taker } = feeRatesOf(instrument, level)
  return {
    instrument: instrument.id,
    ...contractSettingOf(engine, account, instrument),
    level,
    turnover: formatAmount(turnover),
    maker: formatAmount(maker),
    taker: formatAmount(taker),
  }
}

/** P21. */
export async function moveMargin(
  parts: ContractParts,
  userId: number,
  request: RequestOf<typeof movePositionMargin>,
): Promise<Result<ResponseOf<typeof movePositionMargin>, ProblemName>> {
  const { instrument, positionSide = "net", direction, key, sentAt } = request
  if (!contractNamed(parts.reader, instrument)) return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const amount = parseAmount(request.amount)
  if (!amount.ok) {
    const values = { field: "amount" }
    if (amount.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values })
    return refuse(amount.problem, values)
  }
  const done = await parts.exchange.submit({
    type: "position.margin",
    account: accountOf(userId),
    instrument,
    slot: positionSide,
    amount: (direction === "add" ? amount.value : -amount.value) as Amount,
    ...(key !== undefined && { key, keysMax: parts.keysMax }),
    ...(sentAt !== undefined && { sentAt }),
  })
  return done.ok ? { ok: true, value: positionAnswer(parts, userId, request) } : done
}

/** Open positions of one contract or of all, each with how it stands at the mark. */
export function standingPositions(
  { accounts, engine, lights, reader }: ContractParts,
  userId: number,
  instrument: string | undefined,
): ResponseOf<typeof positions> {
  const account = accountOf(userId)
  const rows = accounts
    .positions(account)
    .filter((row) => (instrument ?? row.instrument) === row.instrument)
    .map((row) => {
      const place = { account, instrument: row.instrument, slot: slotOf(row) }
      const standing = positionStandingOf(engine, place)
      const deleveragingLight = lights.of(place) ?? 0
      return { ...row, ...(standing ? standingTexts(standing) : NO_STANDING), deleveragingLight }
    })
  return { rows, time: reader.now() }
}

/** Flat by now, or without a mark. */
const NO_STANDING = {
  ...{ mark: "", unrealised: "0", roe: "0", maintenance: "0" },
  ...{ marginRatio: "", liquidationPrice: "" },
}

function standingTexts(standing: NonNullable<ReturnType<typeof positionStandingOf>>) {
  const { mark, unrealised, roe, maintenance, ratio, liquidation } = standing
  return {
    mark: formatAmount(mark),
    unrealised: formatFine(unrealised),
    roe: formatAmount(roe),
    maintenance: formatFine(maintenance),
    marginRatio: ratio === undefined ? "" : formatAmount(ratio),
    liquidationPrice: liquidation === undefined ? "" : formatAmount(liquidation),
  }
}

const slotOf = ({ positionSide }: Position): PositionSlot => (positionSide === "" ? "net" : positionSide)
