/** The ground of the bench's pictures. Sheet, words, marks and a logarithmic scale, as SVG text that needs no font and no file. */

export const WIDTH = 760
/** Left of the plot: names of rows. */
export const LEFT = 200
export const RIGHT = 40
const TITLE_HEIGHT = 58
const FOOT_HEIGHT = 34

/** Light first; dark where the reader's browser is. The sheet has a ground of its own: readable on any page. */
const STYLE = `
  .ground { fill: #ffffff } .line { stroke: #e3e5ea } .axis { stroke: #9aa1ad }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1a1d24 }
  .title { font-size: 15px; font-weight: 600 } .soft { fill: #5a6270; font-size: 12px }
  .figure { font-variant-numeric: tabular-nums; font-size: 12px }
  .ours { --c: #1667c7 } .naive { --c: #b25e09 } .zustand { --c: #18794e } .redux { --c: #8e4ec6 }
  .unconflated { --c: #b3365b } .receive, .ceiling { --c: #7b828f }
  .fill { fill: var(--c) } .stroke { stroke: var(--c); fill: none; stroke-width: 2 } text.fill { font-weight: 600 }
  .gate { stroke: #c4262e; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14161c } .line { stroke: #2b2f39 } .axis { stroke: #6b7280 }
    text { fill: #eceef2 } .soft { fill: #a3aab8 }
    .ours { --c: #5aa9ff } .naive { --c: #f0a35e } .zustand { --c: #4cc38a } .redux { --c: #bf9bf0 }
    .unconflated { --c: #f2879f } .receive, .ceiling { --c: #9aa1ad }
    .gate { stroke: #ff7b7f }
  }`

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)
const rounded = (value: number): string => String(Math.round(value * 10) / 10)

interface Placed {
  x: number
  y: number
}

/** `kind`: classes; `anchor`: which end stands at `x`. */
export const words = (
  text: string,
  { x, y }: Placed,
  { kind = "", anchor = "start" }: { kind?: string; anchor?: "start" | "middle" | "end" } = {},
): string =>
  `<text class="${kind}" x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}">${escaped(text)}</text>`

export const stroke = (kind: string, from: Placed, to: Placed): string =>
  `<line class="${kind}" x1="${rounded(from.x)}" y1="${rounded(from.y)}" x2="${rounded(to.x)}" y2="${rounded(to.y)}"/>`

export const bar = (
  kind: string,
  { x, y }: Placed,
  { width, height }: { width: number; height: number },
): string =>
  `<rect class="${kind} fill" x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" rx="2"/>`

export const dot = (kind: string, { x, y }: Placed): string =>
  `<circle class="${kind} fill" cx="${rounded(x)}" cy="${rounded(y)}" r="5"/>`

export const path = (kind: string, points: readonly Placed[]): string =>
  `<polyline class="${kind} stroke" points="${points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(" ")}"/>`

interface Sheet {
  title: string
  /** Under the title: what is counted, and where better lies. */
  lead: string
  /** At the bottom: machine and day. */
  foot: string
  /** Of the plot alone, px. */
  height: number
  /** Drawn from y = 0; see {@link height}. */
  marks: readonly string[]
}

export function sheet({ title, lead, foot, height, marks }: Sheet): string {
  const whole = TITLE_HEIGHT + height + FOOT_HEIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${whole}" width="${WIDTH}" height="${whole}" role="img" aria-label="${escaped(`${title}. ${lead}`)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${whole}" rx="8"/>`,
    words(title, { x: 16, y: 26 }, { kind: "title" }),
    words(lead, { x: 16, y: 45 }, { kind: "soft" }),
    `<g transform="translate(0 ${TITLE_HEIGHT})">`,
    ...marks,
    "</g>",
    words(foot, { x: 16, y: whole - 12 }, { kind: "soft" }),
    "</svg>",
    "",
  ].join("\n")
}

/** A logarithmic scale: each step of ten is as wide. Ticks at 1 and 3 of each ten. */
export function logScale(values: readonly number[], [from, to]: readonly [number, number]) {
  const known = values.filter((value) => value > 0 && Number.isFinite(value))
  const low = Math.floor(Math.log10(Math.min(...known)) * 2) / 2
  const high = Math.max(Math.ceil(Math.log10(Math.max(...known)) * 2) / 2, low + 0.5)
  const place = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from)
  const ticks: number[] = []
  for (let ten = Math.floor(low); ten <= high; ten += 1)
    for (const step of [1, 3])
      if (Math.log10(step) + ten >= low - 1e-9 && Math.log10(step) + ten <= high + 1e-9)
        ticks.push(step * 10 ** ten)
  return { place, ticks }
}

/** 1200 → "1.2 k", 470302 → "470 k". */
export function short(value: number): string {
  if (value >= 1e6) return `${rounded(value / 1e6)} M`
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`
  return value >= 1e3 ? `${rounded(value / 1e3)} k` : String(Math.round(value))
}
