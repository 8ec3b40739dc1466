/** Calls that keep a user's named layouts of the desk, so that they follow from device to device. */

import { z } from "zod/mini"
import { type DeskLayout, LAYOUT_FORM, LAYOUTS_MAX } from "../workspace/layout.ts"
import { deskLayout } from "../workspace/layout-schema.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"

const version = described(z.int().check(z.minimum(0)), "Rises with every save; 0: nothing is kept.")

const EXAMPLE: DeskLayout = {
  id: "b7Kq2mXw90Zc",
  name: "Morning",
  columns: [["list"], ["chart", "orders"], ["book"], ["ticket"]],
  widths: { list: 14, "chart+orders": 50, book: 18, ticket: 18 },
  heights: { chart: 70, orders: 30 },
  interval: "15m",
  studies: { ma: { lengths: [7, 25, 99], colours: ["ind-1", "ind-2", "ind-3"] } },
  tables: { "orders-open": { order: ["market", "price"], hidden: ["time"], widths: { price: 6.5 } } },
}

export const layouts = endpoint({
  method: "GET",
  path: "/layout/index",
  summary: "The user's named layouts of the desk",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ version, layouts: z.array(deskLayout) }),
  problems: [],
  example: { request: {}, response: { version: 1_795_478_400_000, layouts: [EXAMPLE] } },
})

export const saveLayouts = endpoint({
  method: "POST",
  path: "/layout/save",
  summary: "Saves what was changed and deleted of them",
  notes:
    "Only what changed is sent, at most two layouts a call. It is merged by id: what another device saved meanwhile stays, of a layout that both changed the later save stands. `merged` says that somebody else saved since `version`; the answer has the whole list as it is kept now.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    form: described(
      z.int().check(z.minimum(1), z.maximum(LAYOUT_FORM)),
      "The form these layouts are written in; 1 today.",
    ),
    version: described(z.int().check(z.minimum(0)), "The newest version that the sender knows; 0: none."),
    layouts: z.array(deskLayout).check(z.maxLength(2)),
    removed: described(
      z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/))).check(z.maxLength(LAYOUTS_MAX)),
      "Ids of what was deleted.",
    ),
  }),
  response: z.object({ version, merged: z.boolean(), layouts: z.array(deskLayout) }),
  problems: ["LAYOUT_COUNT"],
  example: {
    request: { form: 1, version: 0, layouts: [EXAMPLE], removed: [] },
    response: { version: 1_795_478_400_000, merged: false, layouts: [EXAMPLE] },
  },
})
