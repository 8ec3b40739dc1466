/** The early end of a holding, with what it costs before anything is done. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { aiHoldingDetail } from "#core/wire/ai-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { EarlyEnd } from "../../panels/ai/early-end.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import reach from "../../ui/reach.module.css"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./ai-withdraw.module.css"

interface AiWithdrawViewProps {
  /** Undefined: the address names none. */
  id: number | undefined
}

export function AiWithdrawView({ id }: AiWithdrawViewProps) {
  const { t } = useTranslation("ai")
  const request = { id: String(id) } as AskOf<typeof aiHoldingDetail>
  const asked = useAnswer(aiHoldingDetail, request, id !== undefined, undefined, 0)
  useAfterAccrual(id, asked.retry)
  if (id === undefined || asked.failure?.name === "UNKNOWN_HOLDING")
    return (
      <EmptyState
        action={
          <ScreenLink to="/pages/ai/holdings" isReplacing className={classNames(reach.reach, styles.link)}>
            {t("fate.see")}
          </ScreenLink>
        }
      >
        {t("early.unknown")}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("early.failed")}>
        {(answer) => <EarlyEnd answer={answer} onEnded={asked.retry} />}
      </AskedFace>
    </div>
  )
}

/** Asks again when the private socket tells of the holding: a day has accrued, or it has ended elsewhere. */
function useAfterAccrual(id: number | undefined, readAgain: () => void): void {
  const { holdings } = useSnapshot(account)
  const told = holdings.find((holding) => holding.id === id)?.sequence
  const before = useRef(told)
  const latest = useRef(readAgain)
  useEffect(() => {
    latest.current = readAgain
  })
  useEffect(() => {
    if (before.current !== undefined && before.current !== told) latest.current()
    before.current = told
  }, [told])
}
