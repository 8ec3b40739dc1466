/** Keys of every page: the list of keys, the command palette, the way out of everything. Fetched once the page is painted. */

import { type Hotkey, isHotkey } from "../stores/hotkeys.ts"
import { type Overlay, openOverlay } from "../stores/overlay-store.ts"
import { isLoggedIn } from "../stores/session-store.ts"
import { hearPageKeys } from "../ui/page-keys.ts"

/** Each with what it opens. */
const OPENS = [
  ["list", "keys"],
  ["palette", "commands"],
  ["exit", "exit"],
] as const satisfies [Hotkey, Overlay][]

/** As long as the page lives. */
export function hearShellKeys(): void {
  for (const [name, opens] of OPENS)
    hearPageKeys(
      (chord) => isHotkey(name, chord),
      () => {
        if (name !== "exit" || isLoggedIn()) openOverlay(opens)
      },
    )
}
