/** Where is that? The door of the place card: reads the place out of the address. */

import { copyAndSay } from "../../app/copy-and-say.ts"
import { useScreenSearch } from "../../app/screen-link.tsx"
import { OpenLocationView } from "./open-location.view.tsx"

export function OpenLocationScreen() {
  const { latitude, longitude, name = "" } = useScreenSearch()
  const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  return <OpenLocationView place={place} name={name} onCopy={(text) => void copyAndSay(text)} />
}
