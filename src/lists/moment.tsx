/** A moment in a row of any list: its day and its clock; with its year and zone in the title. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices, chosenZone } from "../stores/choices-store.ts"
import { fullMoment, rowMoment } from "../text/moments.ts"

/** Epoch ms. Told anew when another zone is chosen. */
export const Moment = memo(function Moment({ time }: { time: number }) {
  const { i18n } = useTranslation()
  chosenZone(useSnapshot(choices).all)
  return (
    <time dateTime={new Date(time).toISOString()} title={fullMoment(time, i18n.language)}>
      {rowMoment(time, Date.now(), i18n.language)}
    </time>
  )
})
