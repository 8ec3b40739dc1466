/**
 * The addresses of the site, one page for all: what stands at each, who may open it and which parameters it reads. Which
 * screen is shown there is in src/routes.ts.
 */

export type SearchName =
  | "symbol"
  | "interval"
  | "category_id"
  | "id"
  | "to"
  | "invite"
  | "latitude"
  | "longitude"
  | "name"
  | "layout"
  | "panel"

export interface Place {
  /** Names the title: `app:screen.<name>`. */
  name: string
  /** `user`: a visitor is sent to the login, and from there back. Left out: anybody. */
  who?: "user"
  /** The tab of the bottom bar it belongs to. Without one it is a page with a way back and no bottom bar. */
  tab?: "home" | "markets" | "trade" | "contracts" | "assets"
  /** Which search parameters it reads (see screen-search.ts). */
  search?: readonly SearchName[]
}

export const site = {
  "/": { name: "home", tab: "home" },
  "/pages/index/index": { name: "home", tab: "home" },
  "/login": { name: "login", search: ["to"] },
  "/pages/assets/index": { name: "assets", who: "user", tab: "assets" },
  "/pages/assets/recharge": { name: "deposit", who: "user", search: ["id"] },
  "/pages/assets/withdraw": { name: "withdraw", who: "user", search: ["id"] },
  "/pages/assets/transfer": { name: "transfer", who: "user", search: ["id"] },
  "/pages/assets/record": { name: "bill", who: "user", search: ["id"] },
  "/pages/assets/rechargeList": { name: "depositRecord", who: "user" },
  "/pages/assets/address": { name: "addressBook", who: "user" },
  "/pages/assets/addressAdd": { name: "addAddress", who: "user", search: ["id"] },
  "/pages/spot/index": { name: "spotMarket", tab: "markets" },
  "/pages/spot/trade": { name: "spotTrade", tab: "trade", search: ["symbol", "interval"] },
  "/pages/contract/index": { name: "contractMarket", tab: "contracts" },
  "/pages/contract/trade": {
    name: "contractTrade",
    who: "user",
    tab: "contracts",
    search: ["symbol", "interval"],
  },
  "/pages/contract/history": { name: "contractHistory", who: "user", search: ["id"] },
  "/pages/contract/share": { name: "contractShare", who: "user", search: ["id"] },
  "/pages/option/index": { name: "secondMarket", tab: "contracts" },
  "/pages/option/trade": {
    name: "secondTrade",
    who: "user",
    tab: "contracts",
    search: ["symbol", "interval"],
  },
  "/pages/user/safe": { name: "security", who: "user" },
  "/pages/user/auth": { name: "identity", who: "user" },
  "/pages/user/password": { name: "password", who: "user" },
  "/pages/user/share": { name: "invite", who: "user" },
  "/pages/article/index": { name: "articles", search: ["category_id"] },
  "/pages/article/detail": { name: "article", search: ["id"] },
  "/pages/article/msb": { name: "licence" },
  "/pages/article/sec": { name: "filing" },
  "/pages/ks/index": { name: "service" },
  "/pages/ai/index": { name: "ai", who: "user" },
  "/pages/ai/product": { name: "aiProduct", who: "user", search: ["id"] },
  "/pages/ai/withdraw": { name: "aiWithdraw", who: "user", search: ["id"] },
  "/pages/kline/index": { name: "kline", search: ["symbol", "interval"] },

  "/register": { name: "register", search: ["to", "invite"] },
  "/forgot": { name: "forgot", search: ["to"] },
  "/pages/assets/reserves": { name: "reserves" },
  "/pages/assets/withdrawList": { name: "withdrawRecord", who: "user" },
  "/pages/user/tradePassword": { name: "tradePassword", who: "user" },
  "/pages/user/email": { name: "email", who: "user" },
  "/pages/user/invitations": { name: "invitations", who: "user" },
  "/pages/user/index": { name: "mine", who: "user" },
  "/pages/article/help": { name: "help" },
  "/pages/article/notice": { name: "notices" },
  "/pages/user/about": { name: "about" },
  "/pages/user/language": { name: "language" },
  "/pages/user/download": { name: "download" },
  "/pages/user/totp": { name: "totp", who: "user" },
  "/pages/user/sessions": { name: "sessions", who: "user" },
  "/pages/user/logins": { name: "logins", who: "user" },
  "/pages/user/preferences": { name: "preferences", who: "user" },
  "/pages/user/keys": { name: "apiKeys", who: "user" },
  "/pages/user/passkeys": { name: "passkeys", who: "user" },
  "/pages/user/alerts": { name: "alerts", who: "user" },
  "/pages/ai/holdings": { name: "aiHoldings", who: "user" },
  "/pages/option/record": { name: "secondRecord", who: "user", search: ["id"] },
  "/pages/layout/index": { name: "layout", search: ["layout"] },
  "/pages/panel/index": { name: "panel", search: ["panel", "symbol", "interval", "id"] },
  "/choose-location": { name: "chooseLocation", search: ["to"] },
  "/open-location": { name: "openLocation", search: ["latitude", "longitude", "name"] },
} as const satisfies Record<string, Place>

export type ScreenPath = keyof typeof site
export type ScreenName = (typeof site)[ScreenPath]["name"]

export const placeAt = (path: ScreenPath): Place => site[path]
