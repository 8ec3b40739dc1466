/** Does the page find its server, whatever /config.json says? */

import { expect, test } from "vitest"
import { readPageConfig, serverAddress } from "./page-config.ts"

test.each([
  [
    { api: "", socket: "" },
    "http://10.0.0.7:8080/#/pages/spot/index",
    "http://10.0.0.7:8080",
    "ws://10.0.0.7:8080/socket",
  ],
  [
    { api: "", socket: "" },
    "https://saker.example/app/index.html?hud#/",
    "https://saker.example/app",
    "wss://saker.example/app/socket",
  ],
  [
    { api: "https://api.example/v1/", socket: "" },
    "https://saker.example/",
    "https://api.example/v1",
    "wss://api.example/v1/socket",
  ],
  [
    { api: "", socket: "wss://live.example/socket" },
    "https://saker.example/",
    "https://saker.example",
    "wss://live.example/socket",
  ],
])("%j on %s", (config, page, apiBase, socketUrl) => {
  expect(serverAddress(config, page)).toEqual({ apiBase, socketUrl })
})

test.each([null, 3, "text", [], { api: 5, downloads: "no", defaultLanguage: null }])(
  "%j gives the defaults",
  (raw) => {
    expect(readPageConfig(raw)).toEqual({
      api: "",
      socket: "",
      mobileSite: "",
      downloads: { ios: "", android: "" },
      defaultLanguage: "en",
      passkeys: "",
    })
  },
)
