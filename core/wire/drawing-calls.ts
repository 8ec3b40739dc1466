/** Calls that keep what a user has drawn on a market's chart, so that it follows from device to device. */

import { z } from "zod/mini"
import {
  DRAWING_COLOURS,
  DRAWING_DASHES,
  DRAWING_FORM,
  DRAWING_KINDS,
  DRAWING_TEXT_MAX,
  DRAWINGS_MAX,
  type Drawing,
  POINT_COUNTS,
} from "../drawing/drawing.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { instrumentId, timeMs } from "./scalar.ts"

const decimal = z.string().check(z.regex(/^(?:0|[1-9]\d{0,23})(?:\.\d{1,16})?$/))
const drawingId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/))

const drawing = z
  .strictObject({
    id: described(drawingId, "Made by whoever draws; unique among a user's drawings of a market."),
    kind: z.enum(DRAWING_KINDS),
    points: described(
      z.array(z.strictObject({ time: timeMs, price: decimal })).check(z.minLength(1), z.maxLength(3)),
      "As many as the kind has: one for `horizontal`, `vertical` and `text`, three for `channel`, `long` (entry, stop, target) and `short`, else two.",
    ),
    colour: z.enum(DRAWING_COLOURS),
    width: z.int().check(z.minimum(1), z.maximum(4)),
    dash: z.enum(DRAWING_DASHES),
    text: z.string().check(z.maxLength(DRAWING_TEXT_MAX), z.regex(/^[^\0]*$/)),
    risk: described(
      z.union([z.literal(""), decimal]),
      "Of a position what its stop may cost, in the quote currency; empty: nothing named.",
    ),
    locked: z.boolean(),
    hidden: z.boolean(),
  })
  .check(z.refine(({ kind, points }) => points.length === POINT_COUNTS[kind]))

const version = described(
  z.int().check(z.minimum(0)),
  "Rises with every save of this market; 0: nothing is kept.",
)

const EXAMPLE: Drawing = {
  id: "b7Kq2mXw90Zc",
  kind: "trend",
  points: [
    { time: 1_795_392_000_000, price: "67284.1" },
    { time: 1_795_478_400_000, price: "68110.5" },
  ],
  colour: "accent",
  width: 2,
  dash: "solid",
  text: "",
  risk: "",
  locked: false,
  hidden: false,
}

export const drawings = endpoint({
  method: "GET",
  path: "/drawing/index",
  summary: "What the user has drawn on one market's chart",
  access: "user",
  limit: "read",
  request: z.strictObject({ instrument: instrumentId }),
  response: z.object({ version, drawings: z.array(drawing) }),
  problems: [],
  example: {
    request: { instrument: "BTC_USDT" },
    response: { version: 1_795_478_400_000, drawings: [EXAMPLE] },
  },
})

export const saveDrawings = endpoint({
  method: "POST",
  path: "/drawing/save",
  summary: "Saves what was drawn, changed and deleted on one market's chart",
  notes:
    "Only what changed is sent. It is merged by id: what another device drew meanwhile stays, of a drawing that both changed the later save stands. `merged` says that somebody else saved since `version`; the answer always has the whole list as it is kept now.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    instrument: instrumentId,
    form: described(
      z.int().check(z.minimum(1), z.maximum(DRAWING_FORM)),
      "The form these drawings are written in; 1 today.",
    ),
    version: described(z.int().check(z.minimum(0)), "The newest version that the sender knows; 0: none."),
    drawings: z.array(drawing).check(z.maxLength(DRAWINGS_MAX)),
    removed: described(z.array(drawingId).check(z.maxLength(DRAWINGS_MAX)), "Ids of what was deleted."),
  }),
  response: z.object({ version, merged: z.boolean(), drawings: z.array(drawing) }),
  problems: ["DRAWING_COUNT"],
  example: {
    request: { instrument: "BTC_USDT", form: 1, version: 0, drawings: [EXAMPLE], removed: [] },
    response: { version: 1_795_478_400_000, merged: false, drawings: [EXAMPLE] },
  },
})
