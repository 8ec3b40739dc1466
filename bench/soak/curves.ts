/** Draws the curves of a soak: each on a scale of its own that begins at zero, minutes below. */

import { path, RIGHT, sheet, stroke, WIDTH, words } from "../report/svg.ts"
import type { Sample } from "./sample.ts"

interface Curve {
  title: string
  unit: string
  of(sample: Sample): number | undefined
}

const CURVES: readonly Curve[] = [
  { title: "Server, resident", unit: "MB", of: ({ residentMb }) => residentMb },
  { title: "Server, CPU", unit: "% of a core", of: ({ cpuPercent }) => cpuPercent },
  { title: "Open files and sockets", unit: "", of: ({ handles }) => handles },
  { title: "Data folder", unit: "MB", of: ({ folderMb }) => folderMb },
  { title: "A read, p99", unit: "ms", of: ({ readP99 }) => readP99 },
  { title: "An order, p50", unit: "ms", of: ({ orders }) => orders?.p50 },
  { title: "An order, p99", unit: "ms", of: ({ orders }) => orders?.p99 },
  { title: "Waiting for stalled ones", unit: "kB", of: ({ stalled }) => stalled?.mostWaitingKb },
  { title: "Page and worker, heap", unit: "MB", of: ({ heapMb }) => heapMb },
]

const CURVE_LEFT = 200
const CURVE_END = WIDTH - RIGHT - 110
const ROW_HEIGHT = 74
const PLOT_HEIGHT = 50

/** `title`: what ran; `foot`: machine and day. Curves of what wasn't looked at are left out. */
export function drawSoak(
  samples: readonly Sample[],
  { title, foot }: { title: string; foot: string },
): string {
  const last = samples.at(-1)?.minute ?? 0
  const drawn = CURVES.map((curve) => ({ curve, points: pointsOf(samples, curve) })).filter(
    ({ points }) => points.length > 1,
  )
  const marks = drawn.flatMap(({ curve, points }, row) => {
    const top = row * ROW_HEIGHT
    const most = Math.max(...points.map(({ value }) => value), 1)
    const place = ({ minute, value }: Point) => ({
      x: CURVE_LEFT + (minute / Math.max(last, 1)) * (CURVE_END - CURVE_LEFT),
      y: top + PLOT_HEIGHT - (value / most) * PLOT_HEIGHT,
    })
    const [first, end] = [points[0], points.at(-1)]
    return [
      stroke("axis", { x: CURVE_LEFT, y: top + PLOT_HEIGHT }, { x: CURVE_END, y: top + PLOT_HEIGHT }),
      words(curve.title, { x: 16, y: top + 24 }),
      words(
        `${first?.value ?? 0} to ${end?.value ?? 0} ${curve.unit}`,
        { x: 16, y: top + 42 },
        { kind: "soft" },
      ),
      path("ours", points.map(place)),
      words(`most ${most}`, { x: CURVE_END + 10, y: top + 14 }, { kind: "figure" }),
      words("0", { x: CURVE_END + 10, y: top + PLOT_HEIGHT }, { kind: "figure" }),
    ]
  })
  return sheet({
    title,
    lead: `Looked at once a minute for ${Math.round(last)} minutes. Each curve begins at zero.`,
    foot,
    height: drawn.length * ROW_HEIGHT,
    marks,
  })
}

interface Point {
  minute: number
  value: number
}

const pointsOf = (samples: readonly Sample[], { of }: Curve): Point[] =>
  samples.flatMap((sample) => {
    const value = of(sample)
    return value === undefined || Number.isNaN(value) ? [] : [{ minute: sample.minute, value }]
  })
