/** Where is that? The door of the place card: reads the place out of the address. */

import { useScreenSearch } from "../../places/screen-link.tsx"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { OpenLocationView } from "./open-location.view.tsx"

export function OpenLocationScreen() {
  const { latitude, longitude, name = "" } = useScreenSearch()
  const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
  return <OpenLocationView place={place} name={name} onCopy={(text) => void copyAndSay(text)} />
}
