/** The signs by which traders know the indicators, the same in every language. */

import type { StudyKind } from "../../stores/chart-setup.ts"

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
