/**
 * Which screen does an address show? One that is missing in `screens` doesn't compile. Fetched once home is painted, or with the first screen that isn't home (src/shell/router.tsx).
 */

import type { ComponentType } from "react"
import type { ScreenPath } from "./places/site.ts"

/** Fetches a screen's code. */
export type LoadScreen = () => Promise<ComponentType>

const home: LoadScreen = async () => (await import("./screens/home/home.route.tsx")).HomeScreen

/** Every screen, loaded when it is first needed (or when a press on its link is likely). */
export const screens: Record<ScreenPath, LoadScreen> = {
  "/": home,
  "/pages/index/index": home,
  "/login": async () => (await import("./screens/login/login.route.tsx")).LoginScreen,
  "/register": async () => (await import("./screens/register/register.route.tsx")).RegisterScreen,
  "/forgot": async () => (await import("./screens/forgot/forgot.route.tsx")).ForgotScreen,
  "/pages/assets/index": async () => (await import("./screens/assets/assets.route.tsx")).AssetsScreen,
  "/pages/assets/transfer": async () =>
    (await import("./screens/transfer/transfer.route.tsx")).TransferScreen,
  "/pages/assets/record": async () => (await import("./screens/bill/bill.route.tsx")).BillScreen,
  "/pages/assets/recharge": async () => (await import("./screens/deposit/deposit.route.tsx")).DepositScreen,
  "/pages/assets/rechargeList": async () =>
    (await import("./screens/deposit-record/deposit-record.route.tsx")).DepositRecordScreen,
  "/pages/assets/withdraw": async () =>
    (await import("./screens/withdraw/withdraw.route.tsx")).WithdrawScreen,
  "/pages/assets/withdrawList": async () =>
    (await import("./screens/withdraw-record/withdraw-record.route.tsx")).WithdrawRecordScreen,
  "/pages/assets/address": async () =>
    (await import("./screens/addresses/addresses.route.tsx")).AddressesScreen,
  "/pages/assets/addressAdd": async () =>
    (await import("./screens/add-address/add-address.route.tsx")).AddAddressScreen,
  "/pages/assets/reserves": async () =>
    (await import("./screens/reserves/reserves.route.tsx")).ReservesScreen,
  "/pages/spot/index": async () =>
    (await import("./screens/spot-market/spot-market.route.tsx")).SpotMarketScreen,
  "/pages/spot/trade": async () =>
    (await import("./screens/spot-trade/spot-trade.route.tsx")).SpotTradeScreen,
  "/pages/contract/index": async () =>
    (await import("./screens/contract-market/contract-market.route.tsx")).ContractMarketScreen,
  "/pages/contract/trade": async () =>
    (await import("./screens/contract-trade/contract-trade.route.tsx")).ContractTradeScreen,
  "/pages/contract/history": async () =>
    (await import("./screens/contract-history/contract-history.route.tsx")).ContractHistoryScreen,
  "/pages/contract/share": async () =>
    (await import("./screens/contract-share/contract-share.route.tsx")).ContractShareScreen,
  "/pages/option/index": async () =>
    (await import("./screens/option-market/option-market.route.tsx")).OptionMarketScreen,
  "/pages/option/trade": async () =>
    (await import("./screens/option-trade/option-trade.route.tsx")).OptionTradeScreen,
  "/pages/option/record": async () =>
    (await import("./screens/option-record/option-record.route.tsx")).OptionRecordScreen,
  "/pages/ai/index": async () =>
    (await import("./screens/ai-products/ai-products.route.tsx")).AiProductsScreen,
  "/pages/ai/product": async () =>
    (await import("./screens/ai-product/ai-product.route.tsx")).AiProductScreen,
  "/pages/ai/holdings": async () =>
    (await import("./screens/ai-holdings/ai-holdings.route.tsx")).AiHoldingsScreen,
  "/pages/ai/withdraw": async () =>
    (await import("./screens/ai-withdraw/ai-withdraw.route.tsx")).AiWithdrawScreen,
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
  "/pages/layout/index": async () => (await import("./screens/layout/layout.route.tsx")).LayoutScreen,
  "/pages/panel/index": async () =>
    (await import("./screens/panel-window/panel-window.route.tsx")).PanelWindowScreen,
  "/choose-location": async () =>
    (await import("./screens/choose-location/choose-location.route.tsx")).ChooseLocationScreen,
  "/open-location": async () =>
    (await import("./screens/open-location/open-location.route.tsx")).OpenLocationScreen,
  "/pages/user/preferences": async () =>
    (await import("./screens/preferences/preferences.route.tsx")).PreferencesScreen,
  "/pages/user/keys": async () => (await import("./screens/api-keys/api-keys.route.tsx")).ApiKeysScreen,
  "/pages/user/passkeys": async () => (await import("./screens/passkeys/passkeys.route.tsx")).PasskeysScreen,
  "/pages/user/alerts": async () => (await import("./screens/alerts/alerts.route.tsx")).AlertsScreen,
}

export const screenAt = (path: ScreenPath): LoadScreen => screens[path]
