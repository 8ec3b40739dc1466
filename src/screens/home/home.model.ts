/** The boards of the home screen and their lengths. Plain functions. */

import type { Board } from "#workers/market/market.api.ts"

/** How much room there is: tabs on a phone, two columns from 768 px, three from 1024 px, four from 1280 px. */
export type HomeForm = "tabs" | "pairs" | "desk" | "wide"
export type HomeBoard = "favourites" | Board

const BOARDS = ["turnover", "gainers", "losers"] as const satisfies readonly Board[]

/**
 * The boards of a form, in order. On a phone and in pairs the watch list has its place also while it is empty, so that
 * its place is known; on a desk it would be an empty quarter.
 */
export const boardsOf = (form: HomeForm, hasFavourites: boolean): readonly HomeBoard[] =>
  (form === "desk" || form === "wide") && !hasFavourites ? BOARDS : ["favourites", ...BOARDS]

/** Whoever has stars sees them first; for others the busiest markets are those they look for. */
export const firstBoard = (hasFavourites: boolean): HomeBoard => (hasFavourites ? "favourites" : "turnover")

/** Rows of each board: fewer where two stand above each other; the lists behind them have all. */
export function rowsOf(form: HomeForm, boards: number): number {
  if (form === "tabs") return 8
  return form === "pairs" || (form === "desk" && boards === 4) ? 5 : 10
}

/** What the worker is asked to keep in order: the boards that are in view, the watch list apart. */
export const liveBoards = (shown: readonly HomeBoard[]): Board[] =>
  shown.filter((board): board is Board => board !== "favourites")
