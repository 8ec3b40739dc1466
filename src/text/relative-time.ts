/** Spans of time in words. */

import { ageParts } from "../ui/age-mark.model.ts"

/** `12 s`, `4 min`, `3 h`: for spans that count up. `t` must be of the namespace `app`. */
export function elapsedText(t: (key: string, values: { count: number }) => string, spanMs: number): string {
  const { unit, count } = ageParts(spanMs)
  return t(`age.${unit}`, { count })
}
