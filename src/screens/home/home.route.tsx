/** The entry: `/` and `/pages/index/index`. */

import { useDeferredValue, useState } from "react"
import { useSnapshot } from "valtio"
import { session } from "../../stores/session-store.ts"
import { laterWords } from "../../text/i18n.ts"
import { useFetchedPart } from "../../ui/fetched-part.ts"
import { HomeView } from "./home.view.tsx"
import { useHomeForm } from "./home-form.ts"

/** Not needed to see the markets: what is asked for comes after the first picture stands. */
async function loadLater() {
  await quiet()
  await laterWords()
  return await import("./later-parts.ts")
}

/** At the latest after this the code is fetched, however busy the page is. */
const QUIET_LIMIT_MS = 2000

/** Resolves when the page has nothing more urgent to do. */
const quiet = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: QUIET_LIMIT_MS })
    else setTimeout(resolve, QUIET_LIMIT_MS / 10)
  })

export function HomeScreen() {
  const form = useHomeForm()
  const isIn = useSnapshot(session).token !== null
  const [isWanted, setIsWanted] = useState(true)
  // Deferred: drawn in small steps between which a finger is heard.
  const later = useDeferredValue(useFetchedPart(loadLater, isWanted, () => setIsWanted(false)))
  return (
    <HomeView
      form={form}
      isIn={isIn}
      own={later ? <later.OwnTotal /> : null}
      notice={later ? <later.NoticeLine /> : null}
      figures={later ? <later.Figures /> : null}
      marketing={later ? <later.Marketing /> : null}
    />
  )
}
