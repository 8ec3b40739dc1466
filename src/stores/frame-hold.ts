/**
 * Until when frames of markets and of the account stand back: while somebody waits for the answer to an order (ticket/answer-hold.ts),
 * and while a press is about to be painted (feed/press-hold.ts). Drawing them would hold up what the person waits for.
 */

/** Moments by the page's clock, `performance.now()`. */
export const frameHold = { answer: 0, press: 0 }

/** How long the next frame had better wait, ms; not at all where it isn't above 0. */
export const heldMs = (now: number): number => Math.max(frameHold.answer, frameHold.press) - now
