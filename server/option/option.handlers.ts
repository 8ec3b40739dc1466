/** Handlers of the calls about second contracts: what is offered, opening, what runs and has ended, the daily loss limit. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import { OPEN_TICK_AGE_MS, SILENT_LIMIT_MS } from "#core/second/second-contract.ts"
import { OPEN_CONTRACTS_MAX, OPEN_STAKES_MAX } from "#core/second/stake-limits.ts"
import {
  type OptionEndpointName,
  type openOption,
  optionEndpoints,
  type optionLimit,
  type optionProducts,
  type ProblemName,
  type RequestOf,
  type ResponseOf,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { OpenSecond } from "#server/engine/command.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { secondContractOf } from "#server/read-model/second-rows.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import { isBackwards } from "../storage/time-range.ts"
import { secondHistory } from "./option.queries.ts"
import { type RecordReading, recordHandlers } from "./record.handlers.ts"

const DAY_MS = 86_400_000
/** All second contracts are paid in it, and so are the limits. */
const CURRENCY = "USDT"

interface OptionParts extends RecordReading {
  reads: HistoryReads
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  /** Read between two commands: limits, and the day's sum. */
  engine: EngineState
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

export function optionHandlers(parts: OptionParts): HandlersOf<OptionEndpointName | "optionProducts"> {
  const { exchange, accounts } = parts
  const calls = optionEndpoints
  return {
    optionProducts: () => answer(productsOf(parts)),

    async openOption(request, { session }) {
      const command = readOpening(parts, session.userId, request)
      if (!command.ok) return declared(calls.openOption, command.problem)
      const done = await exchange.submit(command.value)
      if (!done.ok) return declared(calls.openOption, done.problem)
      return answer(secondContractOf(done.value.contract, parts.ticksBefore))
    },

    runningOptions(_request, { session }) {
      const rows = accounts.seconds(accountOf(session.userId))
      return answer({ rows: rows.sort((one, other) => one.expiry - other.expiry || one.id - other.id) })
    },

    async optionRecords(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(
        await parts.reads.read(session.userId, (database) =>
          secondHistory({ ...parts, database }, session.userId, request),
        ),
      )
    },

    ...recordHandlers(parts),

    optionLimit: (_request, { session }) => answer(limitOf(parts, session.userId)),

    async setOptionLimit({ limit: text }, { session }) {
      const limit = text === "none" ? undefined : readAmount("limit", text)
      if (limit && !limit.ok) return declared(calls.setOptionLimit, limit.problem)
      const done = await exchange.submit({
        type: "second.limit",
        account: accountOf(session.userId),
        ...(limit && { limit: limit.value }),
      })
      if (!done.ok) return declared(calls.setOptionLimit, done.problem)
      return answer(limitOf(parts, session.userId))
    },
  }
}

function productsOf({ reader, engine }: OptionParts): ResponseOf<typeof optionProducts> {
  const listed = reader.instruments().filter((each) => each.kind === "second")
  return {
    rows: listed.map(({ id, index, quote, periods }) => ({
      ...{ instrument: id, index, currency: quote },
      periods: periods.map(({ seconds, payoutRate, minStake, maxStake }) => ({
        seconds,
        payoutRate: formatAmount(payoutRate),
        minStake: formatAmount(minStake),
        maxStake: formatAmount(maxStake),
      })),
    })),
    limits: {
      openContracts: OPEN_CONTRACTS_MAX,
      openStakes: formatAmount(OPEN_STAKES_MAX),
      exposure: formatAmount(engine.seconds.exposureLimit),
      openTickAgeMs: OPEN_TICK_AGE_MS,
      silentLimitMs: SILENT_LIMIT_MS,
    },
  }
}

/** Texts become units without rounding (U2); everything else is the engine's to judge. */
function readOpening(
  { reader, keysMax }: OptionParts,
  userId: number,
  request: RequestOf<typeof openOption>,
): Result<OpenSecond, ProblemName> {
  const instrument = secondNamed(reader, request.instrument)
  if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: request.instrument })
  const { direction, seconds, key, seenPrice, maxMove, sentAt } = request
  const stake = readAmount("stake", request.stake)
  if (!stake.ok) return stake
  const seen = seenPrice === undefined ? undefined : readAmount("seenPrice", seenPrice)
  if (seen && !seen.ok) return seen
  const move = maxMove === undefined ? undefined : readAmount("maxMove", maxMove)
  if (move && !move.ok) return move
  const value: OpenSecond = {
    type: "second.open",
    account: accountOf(userId),
    ...{ instrument: instrument.id, direction, seconds, stake: stake.value, key, keysMax },
    ...(seen && { seenPrice: seen.value as bigint as Price8 }),
    ...(move && { maxMove: move.value as bigint as Price8 }),
    ...(sentAt !== undefined && { sentAt }),
  }
  return { ok: true, value }
}

function secondNamed(reader: MarketReader, id: string): SecondInstrument | undefined {
  const instrument = reader.instrument(id)
  return instrument?.kind === "second" ? instrument : undefined
}

function readAmount(field: string, text: string): Result<Amount, "PRECISION" | "AMOUNT_LIMIT"> {
  const parsed = parseAmount(text)
  if (parsed.ok) return parsed
  if (parsed.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values: { field } })
  return refuse(parsed.problem, { field })
}

function limitOf({ engine, reader }: OptionParts, userId: number): ResponseOf<typeof optionLimit> {
  const now = reader.now()
  const own = engine.seconds.knownAccount(accountOf(userId))
  const sums = own?.sumsOf(now)
  const next = own?.next
  return {
    limit: own?.limit === undefined ? "" : formatAmount(own.limit),
    nextLimit: next === undefined ? "" : next.limit === null ? "none" : formatAmount(next.limit),
    nextFrom: next?.from ?? 0,
    currency: CURRENCY,
    openStakes: formatAmount(own?.openStakes ?? 0n),
    lost: formatAmount(sums?.lost ?? 0n),
    won: formatAmount(sums?.won ?? 0n),
    contracts: sums?.settled ?? 0,
    dayEnds: (Math.floor(now / DAY_MS) + 1) * DAY_MS,
  }
}
