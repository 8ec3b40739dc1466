/** The one clock of the page, of 24 hours. Apart from dates (moments.ts), as the page's first script needs no more. */

import { localMs } from "./zone.ts"

const two = (value: number) => String(value).padStart(2, "0")

/** `14:27:13` in every language; `hasSeconds` false on the axis of a chart alone. */
export function clockText(timeMs: number, { hasSeconds = true } = {}): string {
  const time = new Date(localMs(timeMs))
  const minutes = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`
  return hasSeconds ? `${minutes}:${two(time.getUTCSeconds())}` : minutes
}
