/** Reports the figures: a line of JSON for each, a table at the end, and a file that keeps the last run. */

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { JudgedFigure } from "../figure-result.ts"
import { FIGURES, type FigureSpec } from "../figures.ts"
import type { Machine } from "./machine.ts"

/** Of one run, printed with every figure. */
export interface RunFacts {
  form: "full" | "quick"
  workload: string
  startedAt: string
  machine: Machine
  versions: Readonly<Record<string, string>>
  /** How long each measure took; kept with the run. */
  seconds?: Readonly<Record<string, number>>
}

/** Last run of each form, beside the build. */
export const resultsFolder = join(import.meta.dirname, "../../dist/bench-results")

export function jsonLine(figure: JudgedFigure, facts: RunFacts): string {
  const { name, value, unit, against, ratio = null, gate, goal, met, ...rest } = figure
  return JSON.stringify({ name, value, unit, against, ratio, gate, goal, met, ...rest, ...facts })
}

const short = (value: number | null | undefined): string => {
  if (value === null || value === undefined || Number.isNaN(value)) return "–"
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}

function verdict(figure: JudgedFigure): string {
  if (!figure.isRight) return "WRONG"
  if (figure.met === null) return "inconclusive"
  if (!figure.met) return "missed"
  if (!Number.isFinite(figure.gate)) return "told"
  return figure.reachesGoal ? "goal" : "gate"
}

const bound = (spec: FigureSpec, limit: number) =>
  Number.isFinite(limit) ? `${spec.better === "up" ? "≥" : "≤"} ${limit}` : "–"

export function table(figures: readonly JudgedFigure[]): string {
  const head = ["figure", "ours", "unit", "against", "", "ratio", "interval", "gate", "goal", "verdict"]
  const rows = figures.map((figure) => {
    const spec = FIGURES.find(({ name }) => name === figure.name)
    return [
      figure.name,
      short(figure.value),
      figure.unit,
      figure.against,
      short(figure.againstValue),
      short(figure.ratio),
      figure.interval ? figure.interval.map(short).join("–") : "",
      spec ? bound(spec, figure.gate) : "",
      spec ? bound(spec, figure.goal) : "",
      verdict(figure),
    ]
  })
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)),
  )
  const numeric = new Set([1, 4, 5])
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join("  ")
      .trimEnd()
  const notes = figures.flatMap((figure) => (figure.note ? [`${figure.name}: ${figure.note}`] : []))
  return [line(head), line(widths.map((width) => "─".repeat(width))), ...rows.map(line), ...notes].join("\n")
}

/** Keeps the run: `dist/bench-results/last-full.json`, or `last-quick.json`. */
export function keep(figures: readonly JudgedFigure[], facts: RunFacts): string {
  mkdirSync(resultsFolder, { recursive: true })
  const path = join(resultsFolder, `last-${facts.form}.json`)
  writeFileSync(path, `${JSON.stringify({ ...facts, figures }, null, 2)}\n`)
  return path
}
