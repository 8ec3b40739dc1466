/** The figures of an open position as they were when they were taken: a picture doesn't move with the marks. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { subscribe } from "valtio/vanilla"
import type { Position } from "#core/wire/contract.ts"
import { positionCellsOf } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { openFigures, type ShareFigures } from "./share-figures.ts"

/** Taken as soon as there is a mark, null until then, and anew in another language. `refresh` takes the present ones. */
export function useOpenFigures(position: Position): { figures: ShareFigures | null; refresh: () => void } {
  const { language } = useTranslation().i18n
  const { catalogue } = useSnapshot(market)
  const take = () =>
    openFigures(position, positionCellsOf(position.id), {
      ...{ catalogue, language, time: Date.now() + market.connection.clockOffset },
    })
  const [taken, setTaken] = useState(() => ({ figures: take(), language }))
  const isMissing = taken.figures === null
  const isOtherLanguage = taken.language !== language
  const takeNow = () => setTaken((before) => ({ figures: take() ?? before.figures, language }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `takeNow` is another each time; what it reads is named here
  useEffect(() => {
    if (!isMissing && !isOtherLanguage) return
    // The cells are written by the worker: in the new language from its next frame on.
    if (!isOtherLanguage) takeNow()
    return subscribe(positionCellsOf(position.id), takeNow)
  }, [isMissing, isOtherLanguage, position.id, catalogue, language])
  return { figures: taken.figures, refresh: takeNow }
}
