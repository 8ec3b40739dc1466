/** The entry: `/` and `/pages/index/index`. */

import { useState } from "react"
import { useFetchedPart } from "../../ui/fetched-part.ts"
import { HomeView } from "./home.view.tsx"
import { useHomeForm } from "./home-form.ts"

/** Not needed to see the markets: what is asked for comes after the first picture stands. */
async function loadLater() {
  const [said, { Marketing }] = await Promise.all([import("./said.view.tsx"), import("./marketing.view.tsx")])
  return { Notice: said.NoticeLine, Figures: said.Figures, Marketing }
}

export function HomeScreen() {
  const form = useHomeForm()
  const [isWanted, setIsWanted] = useState(true)
  const later = useFetchedPart(loadLater, isWanted, () => setIsWanted(false))
  return (
    <HomeView
      form={form}
      notice={later ? <later.Notice /> : null}
      figures={later ? <later.Figures /> : null}
      marketing={later ? <later.Marketing /> : null}
    />
  )
}
