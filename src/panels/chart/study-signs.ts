/** The signs by which traders know the indicators and their settings, the same in every language. */

import { LENGTH_RULES, type LengthChoice, type StudyKind } from "../../stores/chart-setup.ts"

export const STUDY_SIGNS: Readonly<Record<StudyKind, string>> = {
  ma: "MA",
  ema: "EMA",
  boll: "BOLL",
  vwap: "VWAP",
  supertrend: "ST",
  ichimoku: "ICHI",
  pivots: "PIVOT",
  profile: "VPVR",
  volume: "VOL",
  macd: "MACD",
  rsi: "RSI",
  kdj: "KDJ",
  atr: "ATR",
  stochRsi: "StochRSI",
  obv: "OBV",
}

const CHOICE_SIGNS: Readonly<Record<LengthChoice, string>> = {
  auto: "",
  day: "1D",
  week: "1W",
  month: "1M",
  classic: "",
  fibonacci: "Fib",
  camarilla: "Cam",
}

/** The settings in a legend, behind the sign: lengths as they are, what is chosen by its sign, nothing of what is off or usual. */
export const lengthsText = (kind: StudyKind, lengths: readonly number[]): string =>
  LENGTH_RULES[kind]
    .map(({ choices, isOptional, name }, at) => {
      const length = lengths[at] ?? 0
      if (choices) return choices[length] ? CHOICE_SIGNS[choices[length]] : ""
      if (isOptional && length === 0) return ""
      return name === "band1" || name === "band2" ? `±${length}` : String(length)
    })
    .filter(Boolean)
    .join(" ")

/** Whether a line is left out by its setting: a length or a band of 0. */
export function isLineOff(kind: StudyKind, line: number, lengths: readonly number[]): boolean {
  if (kind === "ma" || kind === "ema") return !lengths[line]
  if (kind === "vwap") return line > 0 && !lengths[Math.ceil(line / 2)]
  return kind === "obv" && line > 0 && !lengths[0]
}
