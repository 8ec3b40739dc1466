/** The state of the sheet for order groups: what is typed, what it comes to, and its sending. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { placeOco, placeScaled } from "#core/wire/order-group-calls.ts"
import { placeSpotOrder } from "#core/wire/spot-calls.ts"
import { placeTwap } from "#core/wire/twap-calls.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { market as markets } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { pageMark } from "../../text/typed-number.ts"
import { bookTermsOf } from "../../ticket/ticket-market.ts"
import { showToast } from "../../ui/toaster.ts"
import { judgeGroup } from "./group.model.ts"
import { type GroupForm, type GroupJudgement, positionSideOf, UNTYPED_GROUP } from "./group-form.ts"

export interface Grouping {
  form: GroupForm
  change: (change: Partial<GroupForm>) => void
  judgement: GroupJudgement
  instrument: TradedInstrument
  /** What came back instead of the orders. */
  failure: string | undefined
  isBusy: boolean
  /** Places them; nothing while something is missing. */
  send: () => void
}

export function useGroup(market: TradedMarket, side: Side, onPlaced: () => void): Grouping {
  const { t, i18n } = useTranslation("trade")
  const [form, setForm] = useState<GroupForm>({ ...UNTYPED_GROUP, side })
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** Of what is typed: the same until it changes, so that it acts once however often it is sent (S12). */
  const key = useRef(newRequestKey())
  /** Who closes the sheet before the answer is told by a message; what is open by then stays open. */
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const isContract = market.kind === "perpetual"
  const { data: settings } = useAnswer(contractSettings, { instrument: market.id }, isContract, 30_000)
  const instrument = instrumentOf(market)
  const judgement = judgeGroup(form, instrument, pageMark(i18n.language))
  const send = async () => {
    const { fields } = judgement
    if (!fields || isBusy || (isContract && !settings)) return
    setBusy(true)
    setFailure(undefined)
    const request = {
      ...{ instrument: market.id, side: form.side, ...fields },
      ...(form.kind === "twap" && form.isRandom && { randomise: true }),
      ...(isContract && form.isReduceOnly && { reduceOnly: true }),
      ...(settings?.positionMode === "hedge" && { positionSide: positionSideOf(form) }),
      sentAt: Math.round(Date.now() + markets.connection.clockOffset),
    }
    const answer = await place(form.kind, { request, key: key.current, isContract })
    setBusy(false)
    if (!answer.ok) {
      const why = answer.failure.name === "NETWORK" ? t("groups.noReply") : answer.failure.text
      if (isShown.current) setFailure(why)
      else showToast("failure", why)
      return
    }
    showToast("success", t(`groups.placed.${form.kind}`))
    if (isShown.current) onPlaced()
  }
  return {
    ...{ form, judgement, instrument, failure, isBusy },
    change: (change) => {
      key.current = newRequestKey()
      setFailure(undefined)
      setForm((before) => ({ ...before, ...change }))
    },
    send: () => void send(),
  }
}

/** What the kinds are sent as. */
function place(
  kind: GroupForm["kind"],
  { request, key, isContract }: { request: object; key: string; isContract: boolean },
) {
  if (kind === "oco") return call(placeOco, { ...request, key } as AskOf<typeof placeOco>)
  if (kind === "twap") return call(placeTwap, { ...request, key } as unknown as AskOf<typeof placeTwap>)
  if (kind === "scaled") return call(placeScaled, { ...request, key } as AskOf<typeof placeScaled>)
  // One order: its client id is what it acts once by.
  const order = { ...request, type: "limit", clientOrderId: key }
  return isContract
    ? call(placeContractOrder, order as unknown as AskOf<typeof placeContractOrder>)
    : call(placeSpotOrder, order as unknown as AskOf<typeof placeSpotOrder>)
}

/** As the rules of form look at it: what a contract has more means nothing to them. */
const instrumentOf = (market: TradedMarket): TradedInstrument =>
  ({ ...bookTermsOf(market), kind: market.kind }) as TradedInstrument
