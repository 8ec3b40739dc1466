/** Which colours does the canvas use? The theme's tokens, resolved to what a canvas can parse. */

import { COMPARED_MAX, LINE_COLOURS, type LineColour } from "../../stores/chart-setup.ts"

export interface ChartColours {
  background: string
  text: string
  grid: string
  crosshair: string
  label: string
  accent: string
  up: string
  down: string
  volumeUp: string
  volumeDown: string
  /** Bars of MACD. */
  barUp: string
  barDown: string
  /** The words of a saved picture. */
  words: string
  /** The other markets of a comparison, in turn. */
  compared: readonly string[]
  /** Indicator lines, by the token they were given. */
  lines: Readonly<Record<LineColour, string>>
  font: string
  /** Of the axes, in px: the smallest size there is, larger where the person reads larger text. */
  fontSize: number
}

/** 11 px at the usual size of text. */
const AXIS_REM = 0.6875

/** Volume is drawn behind the candles at 30 %. */
const faded = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, transparent)`

/** lightweight-charts parses only plain colours: lets the browser resolve the rest on one pixel. */
function plain(colour: string): string {
  const probe = document.createElement("canvas").getContext("2d")
  if (!probe) return colour
  probe.fillStyle = colour
  probe.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = probe.getImageData(0, 0, 1, 1).data
  return `rgba(${red},${green},${blue},${(alpha / 255).toFixed(3)})`
}

/** The tokens that hold where `element` stands: theme, palette and red-up included. */
export function readColours(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    background: plain(token("bg")),
    text: plain(token("text-3")),
    grid: plain(token("line-1")),
    crosshair: plain(token("text-3")),
    label: plain(token("surface-3")),
    accent: plain(token("accent")),
    up: plain(token("up")),
    down: plain(token("down")),
    volumeUp: plain(faded(token("up"), 30)),
    volumeDown: plain(faded(token("down"), 30)),
    barUp: plain(faded(token("up"), 55)),
    barDown: plain(faded(token("down"), 55)),
    words: plain(token("text-1")),
    compared: Array.from({ length: COMPARED_MAX }, (_, at) => plain(token(`compared-${at + 1}`))),
    lines: Object.fromEntries(LINE_COLOURS.map((name) => [name, plain(token(name))])) as Record<
      LineColour,
      string
    >,
    font: style.fontFamily,
    fontSize: AXIS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  }
}

/** Tells the colours whenever they change: theme and palette are attributes of the page's root. Answers what ends it. */
export function onColours(element: HTMLElement, listen: (colours: ChartColours) => void): () => void {
  const watcher = new MutationObserver(() => listen(readColours(element)))
  watcher.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-palette"],
  })
  return () => watcher.disconnect()
}
