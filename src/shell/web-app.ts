/**
 * What makes the page an installable app. Its description for the home screen, files for when the network is gone,
 * news of releases.
 */

import { subscribe } from "valtio/vanilla"
import { preferences } from "../stores/preferences-store.ts"
import { currentLanguage, onLanguage } from "../words/first-words.ts"
import { keepFilesOffline } from "./offline-files.ts"
import { watchReleases } from "./update-notice.ts"

/** After the first screen stands. In development there is no release, and no built service worker. */
export function startWebApp(): void {
  describeApp()
  if (!import.meta.env.PROD) return
  void keepFilesOffline()
  watchReleases()
}

/** The icon's menu speaks the language and the splash has the colour that are on screen when it is installed. */
function describeApp(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (!link) return
  const describe = () => {
    link.href = `./manifest.webmanifest?${new URLSearchParams({ lang: currentLanguage(), theme: preferences.theme })}`
  }
  describe()
  subscribe(preferences, describe)
  onLanguage(describe)
}
