/**
 * Which address shows which screen? The whole site on one page: the seed's table, then product.md section 2's
 * additions. Each place is built in `screens` or named in `laterScreens`; both or neither doesn't compile.
 */

import type { LoadScreen } from "./app/lazy-screen.tsx"

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

export interface Place {
  /** Names the title: `app:screen.<name>`. */
  name: string
  /** `user`: a visitor is sent to the login, and from there back. */
  who: "visitor" | "user"
  /** The tab of the bottom bar it belongs to. Without one it is a page with a way back and no bottom bar. */
  tab?: "home" | "markets" | "trade" | "contracts" | "assets"
  /** Which search parameters it reads (see app/screen-search.ts). */
  search?: readonly SearchName[]
}

export const site = {
  "/": { name: "home", who: "visitor", tab: "home" },
  "/pages/index/index": { name: "home", who: "visitor", tab: "home" },
  "/login": { name: "login", who: "visitor", search: ["to"] },
  "/pages/assets/index": { name: "assets", who: "user", tab: "assets" },
  "/pages/assets/recharge": { name: "deposit", who: "user" },
  "/pages/assets/withdraw": { name: "withdraw", who: "user" },
  "/pages/assets/transfer": { name: "transfer", who: "user", search: ["id"] },
  "/pages/assets/record": { name: "bill", who: "user", search: ["id"] },
  "/pages/assets/rechargeList": { name: "depositRecord", who: "user" },
  "/pages/assets/address": { name: "addressBook", who: "user" },
  "/pages/assets/addressAdd": { name: "addAddress", who: "user" },
  "/pages/spot/index": { name: "spotMarket", who: "visitor", tab: "markets" },
  "/pages/spot/trade": { name: "spotTrade", who: "visitor", tab: "trade", search: ["symbol", "interval"] },
  "/pages/contract/index": { name: "contractMarket", who: "visitor", tab: "contracts" },
  "/pages/contract/trade": {
    name: "contractTrade",
    who: "user",
    tab: "contracts",
    search: ["symbol", "interval"],
  },
  "/pages/contract/history": { name: "contractHistory", who: "user" },
  "/pages/contract/share": { name: "contractShare", who: "user", search: ["id"] },
  "/pages/option/index": { name: "secondMarket", who: "visitor", tab: "contracts" },
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
  "/pages/article/index": { name: "articles", who: "visitor", search: ["category_id"] },
  "/pages/article/detail": { name: "article", who: "visitor", search: ["id"] },
  "/pages/article/msb": { name: "licence", who: "visitor" },
  "/pages/article/sec": { name: "filing", who: "visitor" },
  "/pages/ks/index": { name: "service", who: "visitor" },
  "/pages/ai/index": { name: "ai", who: "user" },
  "/pages/ai/product": { name: "aiProduct", who: "user", search: ["id"] },
  "/pages/ai/withdraw": { name: "aiWithdraw", who: "user", search: ["id"] },
  "/pages/kline/index": { name: "kline", who: "visitor", search: ["symbol", "interval"] },

  "/register": { name: "register", who: "visitor", search: ["to", "invite"] },
  "/forgot": { name: "forgot", who: "visitor", search: ["to"] },
  "/pages/assets/withdrawList": { name: "withdrawRecord", who: "user" },
  "/pages/user/tradePassword": { name: "tradePassword", who: "user" },
  "/pages/user/email": { name: "email", who: "user" },
  "/pages/user/invitations": { name: "invitations", who: "user" },
  "/pages/user/index": { name: "mine", who: "user" },
  "/pages/article/help": { name: "help", who: "visitor" },
  "/pages/article/notice": { name: "notices", who: "visitor" },
  "/pages/user/about": { name: "about", who: "visitor" },
  "/pages/user/language": { name: "language", who: "visitor" },
  "/pages/user/download": { name: "download", who: "visitor" },
  "/pages/user/totp": { name: "totp", who: "user" },
  "/pages/user/sessions": { name: "sessions", who: "user" },
  "/pages/user/logins": { name: "logins", who: "user" },
  "/pages/user/preferences": { name: "preferences", who: "user" },
  "/pages/ai/holdings": { name: "aiHoldings", who: "user" },
  "/pages/option/record": { name: "secondRecord", who: "user" },
  "/choose-location": { name: "chooseLocation", who: "visitor", search: ["to"] },
  "/open-location": { name: "openLocation", who: "visitor", search: ["latitude", "longitude", "name"] },
} as const satisfies Record<string, Place>

export type ScreenPath = keyof typeof site
export type ScreenName = (typeof site)[ScreenPath]["name"]

export const placeAt = (path: ScreenPath): Place => site[path]

/** The one list of screens that a later issue brings; until then they say so. Must be empty in the end. */
export const laterScreens = [
  "/pages/assets/recharge",
  "/pages/assets/withdraw",
  "/pages/assets/rechargeList",
  "/pages/assets/address",
  "/pages/assets/addressAdd",
  "/pages/contract/trade",
  "/pages/contract/history",
  "/pages/contract/share",
  "/pages/option/trade",
  "/pages/ai/index",
  "/pages/ai/product",
  "/pages/ai/withdraw",
  "/pages/assets/withdrawList",
  "/pages/ai/holdings",
  "/pages/option/record",
] as const satisfies readonly ScreenPath[]

type LaterPath = (typeof laterScreens)[number]

const home: LoadScreen = async () => (await import("./screens/home/home.route.tsx")).HomeScreen

/** Every screen that is built, loaded when it is first needed (or when a press on its link is likely). */
export const screens: Record<Exclude<ScreenPath, LaterPath>, LoadScreen> = {
  "/": home,
  "/pages/index/index": home,
  "/login": async () => (await import("./screens/login/login.route.tsx")).LoginScreen,
  "/register": async () => (await import("./screens/register/register.route.tsx")).RegisterScreen,
  "/forgot": async () => (await import("./screens/forgot/forgot.route.tsx")).ForgotScreen,
  "/pages/assets/index": async () => (await import("./screens/assets/assets.route.tsx")).AssetsScreen,
  "/pages/assets/transfer": async () =>
    (await import("./screens/transfer/transfer.route.tsx")).TransferScreen,
  "/pages/assets/record": async () => (await import("./screens/bill/bill.route.tsx")).BillScreen,
  "/pages/spot/index": async () =>
    (await import("./screens/spot-market/spot-market.route.tsx")).SpotMarketScreen,
  "/pages/spot/trade": async () =>
    (await import("./screens/spot-trade/spot-trade.route.tsx")).SpotTradeScreen,
  "/pages/contract/index": async () =>
    (await import("./screens/contract-market/contract-market.route.tsx")).ContractMarketScreen,
  "/pages/option/index": async () =>
    (await import("./screens/option-market/option-market.route.tsx")).OptionMarketScreen,
  "/pages/kline/index": async () => (await import("./screens/kline/kline.route.tsx")).KlineScreen,
  "/pages/article/index": async () => (await import("./screens/articles/articles.route.tsx")).ArticlesScreen,
  "/pages/article/detail": async () => (await import("./screens/article/article.route.tsx")).ArticleScreen,
  "/pages/article/notice": async () => (await import("./screens/notices/notices.route.tsx")).NoticesScreen,
  "/pages/article/help": async () => (await import("./screens/help/help.route.tsx")).HelpScreen,
  "/pages/article/msb": async () => (await import("./screens/document/document.route.tsx")).LicenceScreen,
  "/pages/article/sec": async () => (await import("./screens/document/document.route.tsx")).FilingScreen,
  "/pages/ks/index": async () => (await import("./screens/service/service.route.tsx")).ServiceScreen,
  "/pages/user/index": async () => (await import("./screens/mine/mine.route.tsx")).MineScreen,
  "/pages/user/about": async () => (await import("./screens/about/about.route.tsx")).AboutScreen,
  "/pages/user/download": async () => (await import("./screens/download/download.route.tsx")).DownloadScreen,
  "/pages/user/language": async () => (await import("./screens/language/language.route.tsx")).LanguageScreen,
  "/pages/user/safe": async () => (await import("./screens/security/security.route.tsx")).SecurityScreen,
  "/pages/user/password": async () => (await import("./screens/password/password.route.tsx")).PasswordScreen,
  "/pages/user/tradePassword": async () =>
    (await import("./screens/trade-password/trade-password.route.tsx")).TradePasswordScreen,
  "/pages/user/email": async () => (await import("./screens/email/email.route.tsx")).EmailScreen,
  "/pages/user/totp": async () => (await import("./screens/totp/totp.route.tsx")).TotpScreen,
  "/pages/user/sessions": async () => (await import("./screens/sessions/sessions.route.tsx")).SessionsScreen,
  "/pages/user/logins": async () => (await import("./screens/logins/logins.route.tsx")).LoginsScreen,
  "/pages/user/auth": async () => (await import("./screens/identity/identity.route.tsx")).IdentityScreen,
  "/pages/user/share": async () => (await import("./screens/invite/invite.route.tsx")).InviteScreen,
  "/pages/user/invitations": async () =>
    (await import("./screens/invitations/invitations.route.tsx")).InvitationsScreen,
  "/choose-location": async () =>
    (await import("./screens/choose-location/choose-location.route.tsx")).ChooseLocationScreen,
  "/open-location": async () =>
    (await import("./screens/open-location/open-location.route.tsx")).OpenLocationScreen,
  "/pages/user/preferences": async () =>
    (await import("./screens/preferences/preferences.route.tsx")).PreferencesScreen,
}

/** What a screen of `laterScreens` shows until it is there. */
export const laterScreen: LoadScreen = async () =>
  (await import("./screens/not-yet/not-yet.route.tsx")).NotYetScreen
