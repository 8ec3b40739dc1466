/** The slot of the own total. For who is logged in, once its code is there; a visitor never fetches it. */

import { useState } from "react"
import { useFetchedPart } from "../../ui/fetched-part.ts"

const load = async () => (await import("./own-total.view.tsx")).OwnTotalView

export function OwnTotal() {
  const [isWanted, setIsWanted] = useState(true)
  const View = useFetchedPart(load, isWanted, () => setIsWanted(false))
  return View ? <View /> : null
}
