/** Applies theme, palette, number format and time zone to the page. At once, without a reload, with the browser's own bars. */

import { subscribe } from "valtio/vanilla"
import { choices, chosen, chosenZone } from "../stores/choices-store.ts"
import { onPreferences } from "../stores/preferences-store.ts"
import { setNumbers } from "../text/numbers.ts"
import { setZone } from "../text/zone.ts"

/** How do numbers and moments look from now on? What is on screen follows with its next drawing. */
export function showFormats(): void {
  const show = () => {
    const numbers = chosen(choices.all, "numbers")
    setNumbers(numbers === "language" ? undefined : numbers)
    setZone(chosenZone(choices.all))
  }
  show()
  subscribe(choices, show, true)
}

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
