/** Schemas of the platform itself: branding, and the configuration served beside the page. */

import { z } from "zod/mini"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { feedInfo } from "./market.ts"
import { feedExample } from "./market-examples.ts"
import { timeMs } from "./scalar.ts"

export const logo = endpoint({
  method: "GET",
  path: "/index/logo",
  summary: "Init data: logo, name of the platform, and the feed in use",
  access: "visitor",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    head_logo: described(z.string(), "Address of an image; empty for the built-in mark."),
    name: described(z.string(), "Name of the platform."),
    time: timeMs,
    feed: feedInfo,
  }),
  problems: [],
  example: {
    request: {},
    response: { head_logo: "", name: "Saker", time: 1_785_000_000_000, feed: feedExample },
  },
})

/** `/config.json`: no envelope, served by whoever hosts the page. Empty addresses mean "this origin". */
export const pageConfig = named(
  "PageConfig",
  z.object({
    api: described(z.string(), "Base address of the HTTP calls; empty: the page's own origin."),
    socket: described(z.string(), "Address of the socket; empty: `/socket` on the page's own origin."),
    mobileSite: described(z.string(), "Address behind the phone QR; empty: the page's own."),
    downloads: z.object({
      ios: described(z.string(), "Download address of an iOS app, or empty."),
      android: described(z.string(), "Download address of an Android app, or empty."),
    }),
    defaultLanguage: described(z.string(), "Where neither the visitor nor the browser names a language."),
    passkeys: described(
      z.string(),
      "Domain that passkeys are bound to, which pages elsewhere can't ask for; empty: there are none.",
    ),
  }),
  { description: "What the page asks for before anything else. No envelope." },
)
export type PageConfig = z.infer<typeof pageConfig>
export const PAGE_CONFIG_PATH = "/config.json"
export const pageConfigExample: PageConfig = {
  api: "",
  socket: "",
  mobileSite: "",
  downloads: { ios: "", android: "" },
  defaultLanguage: "en",
  passkeys: "",
}
