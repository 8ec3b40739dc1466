/** The settings of a chart, their defaults, and the check of what a device has stored. */

import { readPanes, type StudyPanes, USUAL_PANES } from "./study-panes.ts"

export const STUDY_KINDS = [
  "ma",
  "ema",
  "boll",
  "vwap",
  "supertrend",
  "ichimoku",
  "pivots",
  "profile",
  "volume",
  "macd",
  "rsi",
  "kdj",
  "atr",
  "stochRsi",
  "obv",
] as const
export type StudyKind = (typeof STUDY_KINDS)[number]

/** Colours of lines, as the theme's tokens name them: what is kept must read well in both themes. */
export const LINE_COLOURS = ["ind-1", "ind-2", "ind-3", "accent", "info", "buy", "sell", "text-2"] as const
export type LineColour = (typeof LINE_COLOURS)[number]

export interface StudySetup {
  readonly isOn: boolean
  /** In bars, where {@link LENGTH_RULES} doesn't name it otherwise. 0: that line is left out, where it may be. */
  readonly lengths: readonly number[]
  readonly colours: readonly LineColour[]
}

/**
 * How a bar is drawn. `heikin`: as Heikin-Ashi candles, which average the prices of bars; `range`: other bars, each over
 * the same distance in price.
 */
export const CHART_STYLES = ["candles", "heikin", "range", "line"] as const
export type ChartStyle = (typeof CHART_STYLES)[number]

/** Markets that a chart is compared with at most; more lines aren't told apart. */
export const COMPARED_MAX = 4
/** Ticks that a range bar may span. */
export const RANGE_TICKS_MAX = 1_000_000

export interface ChartSetup {
  readonly style: ChartStyle
  /** What a range bar spans, in ticks; 0: as fits the price. */
  readonly rangeTicks: number
  readonly isLog: boolean
  /** Other markets, drawn as lines; all are then shown in percent of the first bar in view. */
  readonly compare: readonly string[]
  readonly studies: Readonly<Record<StudyKind, StudySetup>>
  readonly panes: StudyPanes
}

export type LengthChoice = "auto" | "day" | "week" | "month" | "classic" | "fibonacci" | "camarilla"

export interface LengthRule {
  /** Key under "chart.length". */
  name:
    | "length"
    | "fast"
    | "slow"
    | "signal"
    | "factor"
    | "smooth"
    | "multiplier"
    | "conversion"
    | "base"
    | "spanB"
    | "shift"
    | "rsi"
    | "stochastic"
    | "rows"
    | "valueArea"
    | "anchor"
    | "band1"
    | "band2"
    | "period"
    | "kind"
  /** Kept as the place in this list. */
  choices?: readonly LengthChoice[]
  /** 0: that line is left out. */
  isOptional?: boolean
  min: number
  max: number
  step: number
}

const LENGTH_MAX = 500
/** A line of its own that can be left out. */
const LINE: LengthRule = { name: "length", isOptional: true, min: 0, max: LENGTH_MAX, step: 1 }
const band = (name: "band1" | "band2"): LengthRule => ({
  ...{ name, isOptional: true, min: 0, max: 10, step: 0.1 },
})
const choice = (name: LengthRule["name"], ...choices: LengthChoice[]): LengthRule => ({
  ...{ name, choices, min: 0, max: choices.length - 1, step: 1 },
})
const bars = (name: LengthRule["name"]): LengthRule => ({ name, min: 1, max: LENGTH_MAX, step: 1 })

export const LENGTH_RULES: Readonly<Record<StudyKind, readonly LengthRule[]>> = {
  ma: [LINE, LINE, LINE],
  ema: [LINE, LINE, LINE],
  boll: [
    { ...bars("length"), min: 2 },
    { name: "factor", min: 0.1, max: 10, step: 0.1 },
  ],
  vwap: [choice("anchor", "auto", "day", "week", "month"), band("band1"), band("band2")],
  supertrend: [
    { ...bars("length"), min: 2 },
    { name: "multiplier", min: 0.1, max: 20, step: 0.1 },
  ],
  ichimoku: [
    bars("conversion"),
    bars("base"),
    bars("spanB"),
    { name: "shift", min: 0, max: LENGTH_MAX, step: 1 },
  ],
  pivots: [
    choice("period", "auto", "day", "week", "month"),
    choice("kind", "classic", "fibonacci", "camarilla"),
  ],
  profile: [
    { name: "rows", min: 8, max: 120, step: 1 },
    { name: "valueArea", min: 10, max: 100, step: 1 },
  ],
  volume: [],
  macd: [bars("fast"), bars("slow"), bars("signal")],
  rsi: [{ ...bars("length"), min: 2 }],
  kdj: [bars("length"), bars("smooth"), bars("smooth")],
  atr: [bars("length")],
  stochRsi: [{ ...bars("rsi"), min: 2 }, { ...bars("stochastic"), min: 2 }, bars("smooth"), bars("smooth")],
  obv: [{ name: "smooth", isOptional: true, min: 0, max: LENGTH_MAX, step: 1 }],
}

const study = (isOn: boolean, lengths: number[], colours: LineColour[]): StudySetup => ({
  isOn,
  lengths,
  colours,
})

export const USUAL_SETUP: ChartSetup = {
  style: "candles",
  rangeTicks: 0,
  isLog: false,
  compare: [],
  studies: {
    ma: study(true, [7, 25, 99], ["ind-1", "ind-2", "ind-3"]),
    ema: study(false, [7, 25, 99], ["info", "accent", "text-2"]),
    boll: study(false, [20, 2], ["ind-2", "ind-1", "ind-2"]),
    vwap: study(false, [0, 0, 0], ["info", "text-2", "text-2", "ind-3", "ind-3"]),
    supertrend: study(false, [10, 3], ["buy", "sell"]),
    ichimoku: study(false, [9, 26, 52, 26], ["ind-3", "ind-1", "buy", "sell", "text-2"]),
    pivots: study(false, [0, 0], ["text-2", "sell", "buy"]),
    profile: study(false, [40, 70], ["ind-1", "info", "info"]),
    volume: study(true, [], []),
    macd: study(false, [12, 26, 9], ["ind-1", "ind-2"]),
    rsi: study(false, [14], ["ind-3"]),
    kdj: study(false, [9, 3, 3], ["ind-1", "ind-2", "ind-3"]),
    atr: study(false, [14], ["ind-1"]),
    stochRsi: study(false, [14, 14, 3, 3], ["ind-1", "ind-2"]),
    obv: study(false, [0], ["ind-3", "ind-2"]),
  },
  panes: USUAL_PANES,
}

/** How the chart of a second contract begins: the line of its index, and nothing else. */
export const SECOND_SETUP: ChartSetup = {
  ...USUAL_SETUP,
  style: "line",
  studies: {
    ...USUAL_SETUP.studies,
    ma: { ...USUAL_SETUP.studies.ma, isOn: false },
    volume: { ...USUAL_SETUP.studies.volume, isOn: false },
  },
}

/** The value put within its rule: whole steps, neither too small nor too large; `usual` when it is no number. */
function fitLength(value: unknown, rule: LengthRule, usual: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return usual
  const steps = Math.round(value / rule.step) * rule.step
  return Number(Math.min(rule.max, Math.max(rule.min, steps)).toFixed(1))
}

/** MACD needs its fast average to be the shorter one, or it draws upside down. */
export function fitLengths(kind: StudyKind, lengths: readonly unknown[]): number[] {
  const usual = USUAL_SETUP.studies[kind].lengths
  const fitted = LENGTH_RULES[kind].map((rule, at) => fitLength(lengths[at], rule, usual[at] ?? rule.min))
  const [fast = 0, slow = 0] = fitted
  return kind === "macd" && fast >= slow ? [...usual] : fitted
}

/** Reads one chart's setup field by field; what isn't sound falls back to `usual`. */
export function readSetup(stored: unknown, usual: ChartSetup = USUAL_SETUP): ChartSetup {
  const fields: Partial<Record<keyof ChartSetup, unknown>> = Object(stored)
  const studies: Partial<Record<StudyKind, unknown>> = Object(fields.studies)
  return {
    style: CHART_STYLES.find((style) => style === fields.style) ?? usual.style,
    rangeTicks: readRange(fields.rangeTicks),
    isLog: typeof fields.isLog === "boolean" ? fields.isLog : usual.isLog,
    compare: readCompared(fields.compare),
    studies: Object.fromEntries(
      STUDY_KINDS.map((kind) => [kind, readStudy(kind, studies[kind], usual.studies[kind])]),
    ) as Record<StudyKind, StudySetup>,
    panes: readPanes(fields.panes),
  }
}

const readRange = (stored: unknown): number =>
  typeof stored === "number" && Number.isInteger(stored) && stored >= 0 && stored <= RANGE_TICKS_MAX
    ? stored
    : 0

/** Devices of before keep one name. */
function readCompared(stored: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(stored) ? stored : [stored]
  const known = names.filter((name): name is string => typeof name === "string" && name !== "")
  return [...new Set(known)].slice(0, COMPARED_MAX)
}

function readStudy(kind: StudyKind, stored: unknown, usual: StudySetup): StudySetup {
  const fields: Partial<Record<keyof StudySetup, unknown>> = Object(stored)
  const colours: readonly unknown[] = Array.isArray(fields.colours) ? fields.colours : []
  return {
    isOn: typeof fields.isOn === "boolean" ? fields.isOn : usual.isOn,
    lengths: Array.isArray(fields.lengths) ? fitLengths(kind, fields.lengths) : usual.lengths,
    colours: usual.colours.map((colour, at) => LINE_COLOURS.find((known) => known === colours[at]) ?? colour),
  }
}
