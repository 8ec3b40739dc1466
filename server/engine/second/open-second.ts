/** `second.open`: opens a second contract at the last tick of its index (O1, O5). */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { distance } from "#core/position/index-price.ts"
import { OPEN_TICK_AGE_MS, secondProfit, type TickRef } from "#core/second/second-contract.ts"
import { checkStake } from "#core/second/stake-limits.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import type { OpenSecond } from "../command.ts"
import { isDelisted } from "../instrument-schedule.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import { OPTION_HOUSE } from "./house-accounts.ts"
import { viewOpen } from "./open-contract.ts"
import type { ContractTerms } from "./second-event.ts"
import { armRefund } from "./settle-seconds.ts"
import { StakeAccount } from "./stake-account.ts"

type Period = SecondInstrument["periods"][number]

/** The target of a request that asks for something that there is. */
interface Target {
  instrument: SecondInstrument
  period: Period
  tick: TickRef
}

/** Stake and profit are held on both sides: whatever comes, it can be paid. */
export function openSecond(state: EngineState, command: OpenSecond): AnswerOf<OpenSecond> {
  const { account, instrument, direction, seconds, stake, key, keysMax, seenPrice, maxMove, sentAt } = command
  const body = () => [instrument, direction, seconds, stake, seenPrice ?? "", maxMove ?? ""].join("|")
  return once(state, { kind: "second", account, key, keysMax, sentAt, body }, () => {
    const target = targetOf(state, command)
    if ("name" in target) return { ok: false, problem: target }
    const terms = termsOf(state, command, target)
    const problem =
      checkMove(command, target.tick) ?? checkOwn(state, terms, target.period) ?? checkHouse(state, terms)
    if (problem) return { ok: false, problem }
    return { ok: true, value: { contract: open(state, terms) } }
  })
}

/** Families 3 to 5: the account, what is asked for, and whether it can be opened now. */
function targetOf(
  state: EngineState,
  { account, instrument: id, seconds, stake, seenPrice, maxMove }: OpenSecond,
): Target | Problem {
  const { log, seconds: own, indexes } = state
  const frozen = checkFrozen(state, account)
  if (frozen) return frozen
  const instrument = own.listed.get(id)?.instrument
  if (!instrument) return { name: "UNKNOWN_INSTRUMENT", values: { instrument: id } }
  const period = instrument.periods.find((each) => each.seconds === seconds)
  if (!period) return { name: "UNKNOWN_PRODUCT", values: { seconds } }
  if (isDelisted(instrument, log.now)) return { name: "DELISTED", values: { instrument: id } }
  if (instrument.state !== "open") return { name: "TRADING_STATE", values: { state: instrument.state } }
  const tick = indexes.get(instrument.index)?.lastTick()
  if (!tick || log.now - tick.time > OPEN_TICK_AGE_MS)
    return { name: "FEED_STALE", values: { index: instrument.index } }
  if (maxMove !== undefined && seenPrice === undefined) return { name: "TYPE_COMBINATION" }
  if (stake <= 0n) return { name: "WRONG_SIZE" }
  return { instrument, period, tick }
}

function termsOf(
  { log, seconds: own }: EngineState,
  { account, key, direction, seconds, stake }: OpenSecond,
  { instrument, period, tick }: Target,
): ContractTerms {
  return {
    id: own.nextId,
    ...{ account, instrument: instrument.id, index: instrument.index, key, direction, seconds, stake },
    profit: secondProfit(stake, period.payoutRate),
    currency: instrument.quote,
    payoutRate: period.payoutRate,
    open: tick,
    opened: log.now,
    expiry: log.now + seconds * 1000,
    sequence: log.seq,
  }
}

/** O1: whoever has seen another price than the last may not want this one. */
function checkMove(
  { seenPrice, maxMove = 0n as Price8 }: OpenSecond,
  { price }: TickRef,
): Problem | undefined {
  if (seenPrice === undefined || distance(price, seenPrice) <= maxMove) return undefined
  return { name: "PRICE_MOVED", values: { seen: formatAmount(seenPrice), price: formatAmount(price) } }
}

/** O5 as far as it concerns the account, then its money. */
function checkOwn(state: EngineState, terms: ContractTerms, period: Period): Problem | undefined {
  const { account, stake, currency } = terms
  const known = state.seconds.knownAccount(account) ?? new StakeAccount(account)
  const limit = checkStake(known.standing(state.log.now), stake, period)
  if (limit) return limit
  const { available } = state.ledger.balance(account, "second", currency)
  if (stake <= available) return undefined
  return {
    name: "INSUFFICIENT_BALANCE",
    values: { needed: formatAmount(stake), available: formatAmount(available), currency },
  }
}

/** O5: how much may be won on one side of an index, and whether the house has it. */
function checkHouse(
  state: EngineState,
  { index, direction, profit, currency }: ContractTerms,
): Problem | undefined {
  const { seconds, ledger } = state
  const exposed = seconds.known(index)?.profitsOf(direction) ?? 0n
  const room = seconds.exposureLimit - exposed
  const funds = ledger.systemBalance(OPTION_HOUSE.available, currency)
  const most = room < funds ? room : funds
  if (profit <= most) return undefined
  return {
    name: "HOUSE_LIMIT",
    values: { profit: formatAmount(profit), left: formatAmount(most > 0n ? most : 0n), currency },
  }
}

function open(state: EngineState, terms: ContractTerms) {
  const { ledger, seconds, log } = state
  const { id, account, currency, stake, profit, index } = terms
  seconds.nextId += 1
  const balance = ledger.balance(account, "second", currency)
  ledger.open("second-hold", `second:${id}`)
  ledger.available(balance, -stake)
  ledger.held(balance, stake)
  ledger.own(ledger.system(OPTION_HOUSE.available, currency), -profit)
  ledger.own(ledger.system(OPTION_HOUSE.held, currency), profit)
  ledger.close()
  seconds.open(terms)
  armRefund(state, seconds.of(index))
  const contract = viewOpen(terms)
  log.push({ type: "second", contract })
  return contract
}
