/** Which colours does the canvas use? The theme's tokens, resolved to what a canvas can parse. */

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
  /** One for each moving average. */
  lines: readonly string[]
  font: string
}

/** Volume stands behind the candles at 30 % (design.md, Candles). */
const faded = (colour: string) => `color-mix(in srgb, ${colour} 30%, transparent)`

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
    volumeUp: plain(faded(token("up"))),
    volumeDown: plain(faded(token("down"))),
    lines: ["ind-1", "ind-2", "ind-3"].map((name) => plain(token(name))),
    font: style.fontFamily,
  }
}
