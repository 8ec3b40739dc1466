/** The areas of the map: whose turnover is how large, kept for a while so that tiles stand still under the eye. */

import { useEffect, useRef, useState } from "react"
import { tickerOf } from "../../../stores/market-store.ts"
import type { Weighed } from "./treemap.model.ts"

/** A turnover of 24 h moves slowly; a tile that moves is looked for. */
const STEADY_MS = 60_000
const LOOK_EVERY_MS = 1000

const areasOf = (ids: readonly string[]): Weighed[] =>
  ids.flatMap((id) => {
    const { worth } = tickerOf(id)
    return worth ? [{ id, weight: worth }] : []
  })

/**
 * Turnovers of `ids` in one currency. Anew when more of them are known than before, and once a minute, but never while somebody
 * is at the tiles (`isHeld`).
 */
export function useAreas(ids: readonly string[] | null, isHeld: boolean): readonly Weighed[] {
  const [areas, setAreas] = useState<readonly Weighed[]>([])
  const laidAt = useRef(0)
  useEffect(() => {
    const look = () =>
      setAreas((old) => {
        const fresh = areasOf(ids ?? [])
        const isStale = Date.now() - laidAt.current > STEADY_MS
        if (fresh.length === 0 || (old.length > 0 && (isHeld || (fresh.length <= old.length && !isStale))))
          return old
        laidAt.current = Date.now()
        return fresh
      })
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [ids, isHeld])
  return areas
}
