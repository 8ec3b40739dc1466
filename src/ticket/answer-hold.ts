/**
 * While somebody waits for the answer to an order, frames stand back: drawing them would hold up the answer's own paint by twice what
 * the server needs (bench: order-accepted). Never for long: prices mustn't stand still.
 */

import { frameHold } from "../stores/frame-hold.ts"

/** From the sending: an answer that is farther away than this isn't held up by frames, but by its way. */
const WHILE_ASKED_MS = 60
/** From the answer until it is painted. */
const WHILE_TOLD_MS = 40

/** An order goes out. */
export const holdForAnswer = (now = performance.now()): void => {
  frameHold.answer = now + WHILE_ASKED_MS
}

/** It was answered: what is told of it comes with the next paint. */
export const holdForTelling = (now = performance.now()): void => {
  frameHold.answer = now + WHILE_TOLD_MS
}
