/** Asks for the country of residence. The door of the page that asks: chooses, and leads back to who wanted to know. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { regionsAround } from "#core/region/regions.ts"
import { useGo, useGoBack, useScreenSearch } from "../../places/screen-link.tsx"
import { placeOf } from "../../places/screen-search.ts"
import { regionChoice } from "../../stores/region-choice.ts"
import { regionOfLanguages } from "./choose-location.model.ts"
import { ChooseLocationView, type Near } from "./choose-location.view.tsx"

/** As many as stand on a phone without scrolling. */
const AROUND_MAX = 5
/** An old position will do: nobody changes the country within minutes. */
const POSITION: PositionOptions = { timeout: 20_000, maximumAge: 10 * 60_000 }

export function ChooseLocationScreen() {
  const { to } = useScreenSearch()
  const { i18n } = useTranslation()
  const { region } = useSnapshot(regionChoice)
  const [near, setNear] = useState<Near>({ state: "idle" })
  const go = useGo()
  const goBack = useGoBack()

  const choose = (code: string) => {
    const { asker } = regionChoice
    regionChoice.region = code
    regionChoice.asker = null
    const place = to === undefined ? undefined : placeOf(to)
    // Who asked lies one step back, with its form; an address typed by hand has nobody there.
    if (place !== undefined && asker === place) goBack()
    else if (place !== undefined) go(place, {}, { isReplacing: true })
  }
  /** The position never leaves the device: the table of countries is here. */
  const locate = () => {
    if (!("geolocation" in navigator)) return setNear({ state: "none" })
    setNear({ state: "asking" })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const codes = regionsAround(coords, AROUND_MAX)
        setNear(codes.length > 0 ? { state: "found", codes } : { state: "none" })
      },
      ({ code, PERMISSION_DENIED }) => setNear({ state: code === PERMISSION_DENIED ? "denied" : "none" }),
      POSITION,
    )
  }
  return (
    <ChooseLocationView
      language={i18n.language}
      chosen={region}
      suggested={regionOfLanguages(navigator.languages)}
      near={near}
      onLocate={locate}
      onChoose={choose}
    />
  )
}
