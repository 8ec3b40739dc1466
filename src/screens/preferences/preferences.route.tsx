/** How does a user like to work? The door of the preferences' page; choices are made in the store, at once. */

import { useSnapshot } from "valtio"
import { accountCopy, choices, choose } from "../../stores/choices-store.ts"
import { PreferencesView } from "./preferences.view.tsx"

export function PreferencesScreen() {
  const { all } = useSnapshot(choices)
  const { state } = useSnapshot(accountCopy)
  return <PreferencesView all={all} copy={state} onChoose={choose} />
}
