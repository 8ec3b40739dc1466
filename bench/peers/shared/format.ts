/** The peers' number formatting: one cached `Intl.NumberFormat` for each count of decimals. */

const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: number): Intl.NumberFormat {
  const known =
    formats.get(decimals) ??
    new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, known)
  return known
}

/** Wire text with grouped thousands, all its decimals kept; an en dash where nothing is known. */
export function number(text: string | undefined): string {
  if (!text) return "–"
  const point = text.indexOf(".")
  return formatOf(point < 0 ? 0 : text.length - point - 1).format(Number(text))
}

export function percent(last: string, open: string): string {
  const change = dayChange(last, open)
  return change === null ? "–" : `${change > 0 ? "+" : ""}${formatOf(2).format(change)}%`
}

/** Per cent over the day; null while unknown. */
export function dayChange(last: string, open: string): number | null {
  return last === "" || Number(open) === 0 ? null : (Number(last) / Number(open) - 1) * 100
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 })
export const large = (text: string): string => (text === "" ? "–" : compact.format(Number(text)))

const clock = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
})
export const clockTime = (timeMs: number): string => clock.format(timeMs)
