/**
 * In which panes indicators stand whose values are no prices, and in which order. Plain functions. Averages, bands and levels
 * aren't among them: their values are prices, and mean something only beside the candles.
 */

const PANE_KINDS = ["volume", "macd", "rsi", "kdj", "atr", "stochRsi", "obv"] as const
export type PaneKind = (typeof PANE_KINDS)[number]

/**
 * First what is drawn over the candles, then one group a pane, from top to bottom. Each kind once, whether it is on or not:
 * switched on again it stands where it stood. Only the first group may be empty.
 */
export type StudyPanes = readonly (readonly PaneKind[])[]

export const USUAL_PANES: StudyPanes = [
  ["volume"],
  ["macd"],
  ["rsi"],
  ["kdj"],
  ["atr"],
  ["stochRsi"],
  ["obv"],
]

/** Over the candles, in a pane of its own, or in the pane of another. */
export type PanePlace = "price" | "own" | PaneKind

export const isPaneKind = (kind: unknown): kind is PaneKind =>
  (PANE_KINDS as readonly unknown[]).includes(kind)

/** Reads what a device, a template or a layout has stored: what it doesn't name has a pane of its own at the end. */
export function readPanes(stored: unknown): StudyPanes {
  if (!Array.isArray(stored) || stored.length === 0) return USUAL_PANES
  const seen = new Set<PaneKind>()
  const groups = stored.map((group: unknown) =>
    (Array.isArray(group) ? group : []).filter((kind): kind is PaneKind => {
      const isNew = isPaneKind(kind) && !seen.has(kind)
      if (isNew) seen.add(kind)
      return isNew
    }),
  )
  const missing = USUAL_PANES.map((group) => group.filter((kind) => !seen.has(kind)))
  const [overMissing = [], ...belowMissing] = missing
  const [over = [], ...below] = groups
  return sound([[...over, ...overMissing], ...below, ...belowMissing])
}

/** Where it stands among those that `isOn` says are shown. */
export function placeOf(panes: StudyPanes, kind: PaneKind, isOn: (kind: PaneKind) => boolean): PanePlace {
  const at = groupOf(panes, kind)
  if (at === 0) return "price"
  return panes[at]?.find((other) => other !== kind && isOn(other)) ?? "own"
}

/**
 * Puts an indicator elsewhere. Out of a pane that it shares, its own comes right below; from the candles it is the last one.
 * @example placed([[], ["rsi"], ["atr"]], "atr", "rsi") // [[], ["rsi", "atr"]]
 */
export function placed(panes: StudyPanes, kind: PaneKind, to: PanePlace): StudyPanes {
  const from = groupOf(panes, kind)
  const rest = panes.map((group) => group.filter((each) => each !== kind))
  if (to === "own") return sound(rest.toSpliced(from === 0 ? rest.length : from + 1, 0, [kind]))
  const at = to === "price" ? 0 : groupOf(panes, to)
  return sound(rest.with(at, [...(rest[at] ?? []), kind]))
}

/** The pane of an indicator one further up or down among those that are shown; undefined: there is no further. */
export function movedPane(
  panes: StudyPanes,
  kind: PaneKind,
  step: 1 | -1,
  isOn: (kind: PaneKind) => boolean,
): StudyPanes | undefined {
  const from = groupOf(panes, kind)
  if (from === 0) return undefined
  let to = from + step
  while (to > 0 && to < panes.length && !panes[to]?.some(isOn)) to += step
  const group = panes[from]
  if (!group || to < 1 || to >= panes.length) return undefined
  return panes.toSpliced(from, 1).toSpliced(to, 0, group)
}

const groupOf = (panes: StudyPanes, kind: PaneKind): number =>
  Math.max(
    0,
    panes.findIndex((group) => group.includes(kind)),
  )

const sound = ([over = [], ...below]: StudyPanes): StudyPanes => [
  over,
  ...below.filter((group) => group.length > 0),
]
