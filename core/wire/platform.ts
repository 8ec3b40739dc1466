/** What does the page ask about the platform itself? Branding, and the configuration served beside the page. */

import { z } from "zod/mini"
import { endpoint } from "./endpoint.ts"
import { feedInfo } from "./market.ts"
import { timeMs } from "./scalar.ts"

export const logo = endpoint({
  method: "GET",
  path: "/index/logo",
  summary: "Init data: logo, name of the platform, and the feed in use",
  access: "visitor",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    /** Address of an image, or empty for the built-in mark. */
    head_logo: z.string(),
    name: z.string(),
    time: timeMs,
    feed: feedInfo,
  }),
  problems: [],
})

/** `/config.json`: no envelope, served by whoever hosts the page. Empty addresses mean "this origin". */
export const pageConfig = z.object({
  api: z.string(),
  socket: z.string(),
  mobileSite: z.string(),
  downloads: z.object({ ios: z.string(), android: z.string() }),
  defaultLanguage: z.string(),
})
export type PageConfig = z.infer<typeof pageConfig>
