/** The figures of an open position as they were when they were taken: a picture doesn't move with the marks. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { subscribe } from "valtio/vanilla"
import type { Position } from "#core/wire/contract.ts"
import { positionCellsOf } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { openFigures, type ShareFigures } from "./share-figures.ts"

/** Taken as soon as there is a mark; null until then. `refresh` takes the present ones. */
export function useOpenFigures(position: Position): { figures: ShareFigures | null; refresh: () => void } {
  const { i18n } = useTranslation()
  const { catalogue } = useSnapshot(market)
  const take = () =>
    openFigures(position, positionCellsOf(position.id), {
      ...{ catalogue, language: i18n.language, time: Date.now() },
    })
  const [figures, setFigures] = useState(take)
  const isMissing = figures === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `take` is another each time; what it reads is named here
  useEffect(() => {
    if (!isMissing) return
    const takeNow = () => setFigures(take())
    takeNow()
    return subscribe(positionCellsOf(position.id), takeNow)
  }, [isMissing, position.id, catalogue, i18n.language])
  return { figures, refresh: () => setFigures((before) => take() ?? before) }
}
