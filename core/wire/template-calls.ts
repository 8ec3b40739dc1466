/** Calls that keep a user's templates of indicators, so that they follow from device to device. */

import { z } from "zod/mini"
import { type ChartTemplate, TEMPLATE_FORM, TEMPLATES_MAX } from "../workspace/chart-template.ts"
import { chartTemplate } from "../workspace/layout-schema.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"

const version = described(z.int().check(z.minimum(0)), "Rises with every save; 0: nothing is kept.")

const EXAMPLE: ChartTemplate = {
  id: "b7Kq2mXw90Zc",
  name: "Trend",
  studies: {
    ema: { isOn: true, lengths: [20, 50, 200], colours: ["ind-1", "ind-2", "ind-3"] },
    rsi: { isOn: true, lengths: [14], colours: ["ind-3"] },
    atr: { isOn: true, lengths: [14], colours: ["ind-1"] },
  },
  panes: [["volume"], ["rsi", "atr"]],
}

export const templates = endpoint({
  method: "GET",
  path: "/template/index",
  summary: "The user's templates of indicators",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ version, templates: z.array(chartTemplate) }),
  problems: [],
  example: { request: {}, response: { version: 1_795_478_400_000, templates: [EXAMPLE] } },
})

export const saveTemplates = endpoint({
  method: "POST",
  path: "/template/save",
  summary: "Saves what was changed and deleted of them",
  notes:
    "Only what changed is sent, at most two templates a call. It is merged by id: what another device saved meanwhile stays, of a template that both changed the later save stands. `merged` says that somebody else saved since `version`; the answer has the whole list as it is kept now.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    form: described(
      z.int().check(z.minimum(1), z.maximum(TEMPLATE_FORM)),
      "The form these templates are written in; 1 today.",
    ),
    version: described(z.int().check(z.minimum(0)), "The newest version that the sender knows; 0: none."),
    templates: z.array(chartTemplate).check(z.maxLength(2)),
    removed: described(
      z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/))).check(z.maxLength(TEMPLATES_MAX)),
      "Ids of what was deleted.",
    ),
  }),
  response: z.object({ version, merged: z.boolean(), templates: z.array(chartTemplate) }),
  problems: ["TEMPLATE_COUNT"],
  example: {
    request: { form: 1, version: 0, templates: [EXAMPLE], removed: [] },
    response: { version: 1_795_478_400_000, merged: false, templates: [EXAMPLE] },
  },
})
