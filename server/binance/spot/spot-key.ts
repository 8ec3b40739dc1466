/** Routes of `sapi` that tell what a key may do, how its account stands, and what it has. */

import type { KeyScope } from "#core/wire/index.ts"
import type { DoorRequest, DoorRoute } from "../door-route.ts"

export function spotKeyRoutes(): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read", weight: 1 } as const
  return [
    { ...own, path: "/sapi/v1/account/apiRestrictions", handle: restrictionsOf },
    { ...own, path: "/sapi/v1/account/status", handle: () => ({ data: "Normal" }) },
    {
      ...{ ...own, path: "/sapi/v1/account/apiTradingStatus" },
      handle: () => ({
        data: { isLocked: false, plannedRecoverTime: 0, triggerCondition: {}, updateTime: 0 },
      }),
    },
    {
      ...{ ...own, method: "POST", path: "/sapi/v3/asset/getUserAsset", weight: 5 },
      handle: assetsOf,
    },
    // Binance's funding wallet, which holds what is bought and sold person to person: there is none here.
    { ...own, method: "POST", path: "/sapi/v1/asset/get-funding-asset", handle: () => [] },
  ]
}

/** What our keys may: nothing of it is margin, options or withdrawals. */
function restrictionsOf({ session }: DoorRequest) {
  const may = (scope: KeyScope) => session?.scopes.has(scope) === true
  return {
    ...{
      ipRestrict: session?.isBound === true,
      createTime: session?.created ?? 0,
      enableReading: may("read"),
      enableWithdrawals: false,
    },
    ...{ enableInternalTransfer: false, permitsUniversalTransfer: may("transfer") },
    ...{ enableSpotAndMarginTrading: may("spot"), enableFutures: may("contract") },
    ...{ enableMargin: false, enableVanillaOptions: false, enablePortfolioMarginTrading: false },
    ...{ enableFixApiTrade: false, enableFixReadOnly: false },
  }
}

/** Coins that the user has something of in the spot account; one of them where it is named. */
async function assetsOf({ calls, parameters }: DoorRequest) {
  const named = parameters.text("asset")
  const { balances } = await calls.make("assets", {})
  return balances
    .filter(({ wallet, currency }) => wallet === "funding" && (named === undefined || named === currency))
    .filter(({ available, held }) => available !== "0" || held !== "0")
    .map(({ currency, available, held }) => ({
      ...{ asset: currency, free: available, locked: held, freeze: "0", withdrawing: "0", ipoable: "0" },
      btcValuation: "0",
    }))
}
