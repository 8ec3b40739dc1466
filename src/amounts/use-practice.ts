/** How does one get practice money? Asked for once at a time; a lost answer is asked for again with the same key. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { practiceFunds } from "#core/wire/asset-calls.ts"
import { call } from "../api/call.ts"
import { newRequestKey } from "../api/request-key.ts"
import { showToast } from "../ui/toaster.ts"

interface Practice {
  isBusy: boolean
  /** Server epoch ms when there is some again, where the last answer was newer than what the screen knows. */
  nextAt: number | undefined
  take: () => void
}

/** @param onTaken the balances have changed */
export function usePractice(onTaken: () => void): Practice {
  const { t } = useTranslation("assets")
  const [isBusy, setIsBusy] = useState(false)
  const [nextAt, setNextAt] = useState<number>()
  // State comes a rendering late: two presses of one moment both would see "not busy".
  const isAsking = useRef(false)
  const key = useRef("")

  const take = async () => {
    if (isAsking.current) return
    isAsking.current = true
    setIsBusy(true)
    // The next press after a lost answer asks what became of it: with this key it is given once.
    key.current ||= newRequestKey()
    const answer = await call(practiceFunds, { key: key.current })
    isAsking.current = false
    setIsBusy(false)
    if (answer.ok || answer.failure.name !== "NETWORK") key.current = ""
    if (answer.ok) {
      setNextAt(answer.data.nextAt)
      showToast("success", t("practice.taken"))
    } else showToast("failure", answer.failure.name === "NETWORK" ? t("practice.lost") : answer.failure.text)
    onTaken()
  }
  return { isBusy, nextAt, take: () => void take() }
}
