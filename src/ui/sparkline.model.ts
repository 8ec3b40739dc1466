/** The path that draws a row of values into a box. */

/** Space kept above and below so that a line of 1.25 px is never cut. */
const MARGIN = 2

/** SVG path through `points` (at least two), and the height of the first one. One decimal: a tenth of a pixel is enough. */
export function sparklinePath(
  points: Float32Array,
  width: number,
  height: number,
): { line: string; openingY: string } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of points) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const span = high - low
  const yOf = (value: number) =>
    (span === 0 ? height / 2 : MARGIN + ((high - value) / span) * (height - 2 * MARGIN)).toFixed(1)
  const step = (width - 2) / (points.length - 1)
  let line = ""
  points.forEach((value, index) => {
    line += `${index === 0 ? "M" : "L"}${(1 + index * step).toFixed(1)} ${yOf(value)}`
  })
  return { line, openingY: yOf(points[0] ?? 0) }
}
