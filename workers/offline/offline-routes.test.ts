/** Is only what belongs to the page kept on the device? */

import { expect, test } from "vitest"
import { routeOf } from "./offline-routes.ts"

const SCOPE = "https://saker.example/desk/"
const get = (path: string, mode = "cors") =>
  routeOf({ method: "GET", mode, url: new URL(path, SCOPE).href }, SCOPE)

test.each([
  ["./", "navigate", "page"],
  ["./?hud#/pages/spot/index", "navigate", "page"],
  ["./index.html", "navigate", "page"],
  ["./assets/index-3KIU2aP6.js", "cors", "hashed"],
  ["./assets/market.worker-C5FU1c7y.js", "same-origin", "hashed"],
  ["./assets/inter-latin-wght-normal-Dx4kXJAl.woff2", "cors", "hashed"],
  ["./config.json", "cors", "plain"],
  ["./theme.js", "no-cors", "plain"],
  ["./manifest.webmanifest?lang=de&theme=white", "cors", "plain"],
  ["./icons/icon-192.png", "no-cors", "plain"],
] as const)("%s is the page's own (%s: %s)", (path, mode, route) => {
  expect(get(path, mode)).toBe(route)
})

test.each([
  ["the market's answers", "./market/exchange"],
  ["home's data", "./index/index"],
  ["the documents", "./docs"],
  ["the contract", "./openapi.json"],
  ["the health", "./healthz"],
  ["the operator's texts", "./content/files/whitepaper.pdf"],
  ["a file without a hash under assets", "./assets/list.json"],
  ["another application of this origin", "/other/assets/index-3KIU2aP6.js"],
  ["another origin", "https://api.example/config.json"],
  ["the page read by the look for a new release", "./"],
])("%s: left to the browser", (_what, path) => {
  expect(get(path)).toBeUndefined()
})

test("what is sent is never answered from the device", () => {
  expect(routeOf({ method: "POST", mode: "cors", url: `${SCOPE}config.json` }, SCOPE)).toBeUndefined()
})

test("documents opened as a page are not taken for the terminal", () => {
  expect(get("./docs", "navigate")).toBeUndefined()
})
