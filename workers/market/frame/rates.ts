/**
 * How often each part of the screen changes while data stream in. A figure is read three or four times a second; what
 * moves under a hand (crosshair, drags, scrolling) is drawn by the page itself at the display's rate. So only what one
 * acts on within a fraction of a second follows closely: the prices that heads show, and the best levels, every second
 * paint and both in the same. A paint costs much whatever small thing it changes, so fewer of them, each with all that
 * would come next, is what helps (bench/README.md, main-thread-8k).
 */

/** Clocks and timers count whole ms: without it every second frame would come one paint late. */
export const SLACK_MS = 5

/** What would be due within a paint of a 60 Hz display goes along now: a paint that carries more costs less than two. */
export const ALONG_MS = 1000 / 60

/** What is due before the next frame goes along now, as the frame builder looks at it. */
export const isTurn = (sentAt: number, everyMs: number, now: number): boolean =>
  now + ALONG_MS >= sentAt + everyMs

/** The price of a head: every second paint. One that moves after a pause goes at once (`isUrgent` of its part). */
export const HEAD_EVERY_MS = 1000 / 30 - SLACK_MS
/** The book when a best price, or what stands there, moved: at once, but at most every second paint. */
export const BEST_EVERY_MS = 1000 / 30 - SLACK_MS
/** The book when only levels behind them moved: 10 Hz, as often as venues send one. */
export const BOOK_EVERY_MS = 100 - SLACK_MS
/** Rows of lists and boards: 5 Hz. One that comes into view by scrolling or searching comes at once. */
export const ROWS_EVERY_MS = 200 - SLACK_MS
/** High, low, volume, turnover, change of the last 24 h: 2 Hz. They move by the last place, if at all. */
export const DAY_EVERY_MS = 500 - SLACK_MS
/** The tape: ten insertions a second; trades of one insertion at one price and side are one row. */
export const TAPE_EVERY_MS = 100
/** The chart's live bar: 5 Hz. A redrawn chart costs as much as all figures on the screen together. */
export const CHART_EVERY_MS = 200 - SLACK_MS
/** That of a chart beside the one that is worked with: 2 Hz. */
export const CALM_CHART_EVERY_MS = 500 - SLACK_MS
