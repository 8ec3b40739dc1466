/** The form of second contracts as its parts see it: fields and buttons stand apart on a phone. No tick draws it anew. */

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { StakeStanding } from "#core/second/stake-limits.ts"
import type { SecondMarket } from "#core/wire/market.ts"
import { optionLimit } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { type Asked, useAnswer } from "../../api/query.ts"
import { useView } from "../../feed/view.ts"
import { account, balanceOf } from "../../stores/account-store.ts"
import { indexOf, market as marketState } from "../../stores/market-store.ts"
import { fillSecondForm, secondForm } from "../../stores/second-form-store.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import {
  type LimitAnswer,
  largestStake,
  type Period,
  periodOf,
  quickStakes,
  type SecondDraft,
  type ShutReason,
  secondDraft,
  shutReason,
  standingOf,
  steppedStake,
} from "./second-draft.ts"
import { forgetSecondOutcome } from "./second-sending.ts"

interface SecondTicket {
  market: SecondMarket
  period: Period
  typed: string
  draft: SecondDraft
  standing: StakeStanding
  /** Wire text; null while unknown. */
  available: string | null
  limit: Asked<LimitAnswer>
  quick: readonly string[]
  /** The most that may be staked now, wire text. */
  largest: string
  shut: ShutReason | undefined
  choosePeriod: (seconds: number) => void
  /** `typed` text stays as it is. */
  type: (stake: string) => void
  /** Wire text gets the page's decimal mark. */
  fill: (stake: string) => void
  step: (steps: number) => void
}

const Ticket = createContext<SecondTicket | null>(null)

export function useSecondTicket(): SecondTicket {
  const ticket = useContext(Ticket)
  if (!ticket) throw new Error("a part of the form stands outside of its scope")
  return ticket
}

export function SecondTicketScope({ market, children }: { market: SecondMarket; children: ReactNode }) {
  const { i18n } = useTranslation()
  useView({ indexes: [market.index] })
  const { isKnown, state, seconds: running } = useSnapshot(account)
  const { seconds, stake: typed } = useSnapshot(secondForm)
  const { available: free } = useSnapshot(balanceOf("second", market.quote))
  const { isStale } = useSnapshot(indexOf(market.index))
  const { connection } = useSnapshot(marketState)
  const limit = useDayLimit()
  const period = periodOf(market, seconds)
  const mark = pageMark(i18n.language)
  const available = isKnown ? free : null
  const shut = shutReason({
    connection,
    isStale,
    isOpen: market.state === "open",
    isAccountLive: isKnown && state === "live",
  })
  const ticket = useMemo<SecondTicket | null>(() => {
    if (!period) return null
    const standing = standingOf(running as readonly SecondContract[], limit.data)
    const money = available === null ? undefined : unitsOf(available)
    const write = (change: Parameters<typeof fillSecondForm>[0]) => {
      fillSecondForm(change)
      forgetSecondOutcome()
    }
    const fill = (stake: string) => write({ stake: fieldText(stake, i18n.language) })
    return {
      ...{ market, period, typed, standing, available, limit, shut, fill },
      draft: secondDraft({ typed, mark, period, standing, available: money }),
      quick: quickStakes(period),
      largest: formatAmount(largestStake({ period, standing, available: money })),
      choosePeriod: (next) => write({ seconds: next }),
      type: (stake) => write({ stake }),
      step: (steps) => fill(steppedStake(typed, mark, steps, period)),
    }
  }, [market, period, typed, running, limit, available, shut, mark, i18n.language])
  return ticket ? <Ticket value={ticket}>{children}</Ticket> : null
}

/** Limit and sum of the day, read again whenever a contract opened or ended. */
function useDayLimit(): Asked<LimitAnswer> {
  const { seconds, endedSeconds } = useSnapshot(account)
  const { data, failure, isRetrying, retry } = useAnswer(optionLimit, {}, true, undefined, 0)
  const again = useRef(retry)
  again.current = retry
  const turn = `${seconds.length} ${seconds.at(-1)?.id} ${endedSeconds[0]?.id}`
  const first = useRef(turn)
  useEffect(() => {
    if (first.current === turn) return
    first.current = turn
    again.current()
  }, [turn])
  return useMemo(
    () => ({ data, failure, isRetrying, retry: () => again.current() }),
    [data, failure, isRetrying],
  )
}
