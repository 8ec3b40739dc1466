/** How do theme and palette get onto the page? At once, without a reload, with the browser's own bars. */

import { onPreferences } from "../stores/preferences-store.ts"

export function showPreferences(): void {
  const root = document.documentElement
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  onPreferences(({ theme, palette }) => {
    root.dataset.theme = theme
    root.dataset.palette = palette
    // The page's own background, whatever the tokens say it is.
    if (bar) bar.content = getComputedStyle(root).getPropertyValue("--bg").trim()
  })
}
