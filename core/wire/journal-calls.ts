/** Calls of the trading journal: notes and tags on the own positions, and how the own result of contracts went over time. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, countWithin, instrumentId, limitWithin, timeMs, timeRange } from "./scalar.ts"

/** Characters of a note, and of a tag; tags of a position. */
export const NOTE_LENGTH_MAX = 500
export const TAG_LENGTH_MAX = 24
export const TAGS_MAX = 8

const positionId = countWithin(1, Number.MAX_SAFE_INTEGER, "Of one of the own positions, open or closed.")
const note = described(z.string().check(z.maxLength(NOTE_LENGTH_MAX), z.regex(/^[^\0]*$/)), "Empty: none.")
const tags = described(
  z.array(z.string().check(z.regex(/^[^\0,\s](?:[^\0,]{0,22}[^\0,\s])?$/))).check(z.maxLength(TAGS_MAX)),
  `Each once, of up to ${TAG_LENGTH_MAX} characters without a comma.`,
)

const noted = { position: z.int(), note, tags, changed: timeMs }

export const positionNotes = endpoint({
  method: "GET",
  path: "/contract/notes",
  summary: "Own notes and tags on positions, the newest position first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(60))),
    limit: limitWithin(500, 100),
  }),
  response: z.object({
    rows: z.array(z.object(noted)),
    next: described(z.string(), "Ask on with it as `cursor`; empty: that was all."),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [{ position: 4112, note: "Too early.", tags: ["breakout"], changed: 1_785_000_000_000 }],
      next: "",
    },
  },
})

export const setPositionNote = endpoint({
  method: "POST",
  path: "/contract/note",
  summary: "Keeps a note and tags on one of the own positions, in the place of what was there",
  notes: "Nobody but the user reads them. An empty note without tags takes them away.",
  access: "user",
  limit: "account",
  request: z.strictObject({ position: positionId, note, tags }),
  response: z.object(noted),
  problems: ["UNKNOWN_POSITION"],
  example: {
    request: { position: 4112, note: "Too early.", tags: ["breakout"] },
    response: { position: 4112, note: "Too early.", tags: ["breakout"], changed: 1_785_000_000_000 },
  },
})

export const contractResult = endpoint({
  method: "GET",
  path: "/contract/result",
  summary:
    "What the own contracts brought over a time: realised profit, fees and funding by even steps of it",
  notes:
    "From the lines of the bill. Without `from` it begins with the first of them, without `to` it ends now. Steps in which nothing moved are left out.",
  access: "user",
  limit: "history",
  request: z.strictObject({ instrument: z.optional(instrumentId), ...timeRange }),
  response: z.object({
    from: timeMs,
    to: timeMs,
    stepMs: described(z.int(), "Length of a step; they lie at whole multiples of it."),
    rows: z.array(
      z.object({
        time: described(timeMs, "Begin of the step."),
        profit: described(amountText, "Realised, with losses of liquidations; signed, as the next two."),
        fees: described(amountText, "Below zero: paid."),
        funding: described(amountText, "Below zero: paid."),
      }),
    ),
  }),
  problems: ["TIME_RANGE"],
  example: {
    request: { from: 1_784_937_600_000, to: 1_785_023_999_999 },
    response: {
      ...{ from: 1_784_937_600_000, to: 1_785_023_999_999, stepMs: 480_000 },
      rows: [{ time: 1_784_999_520_000, profit: "4.318", fees: "-1.3478", funding: "0" }],
    },
  },
})
