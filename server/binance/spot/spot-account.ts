/** Routes about a user's own spot account and fees, and the few of `sapi` that clients ask before they trade. */

import { randomUUID } from "node:crypto"
import { signedUnitsOf } from "#core/money/steps.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"

/** Transfers between spot and futures, by Binance's names for them. */
const TRANSFERS = ["MAIN_UMFUTURE", "UMFUTURE_MAIN"] as const

/** Where Binance's commissions are told in whole basis points: 1e-4 in 1e-8. */
const BASIS_POINT = 10_000n

export function spotAccountRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read" } as const
  return [
    { ...own, path: "/api/v3/account", weight: 20, handle: (asked) => accountOf(ground, asked) },
    {
      ...own,
      path: "/api/v3/account/commission",
      weight: 20,
      handle: (asked) => commissionOf(ground, asked),
    },
    { ...own, path: "/sapi/v1/asset/tradeFee", weight: 1, handle: (asked) => tradeFees(ground, asked) },
    {
      ...{ ...own, method: "POST", path: "/sapi/v1/asset/transfer", limit: "account", weight: 900 },
      handle: transfer,
    },
    {
      ...{ ...own, path: "/sapi/v1/asset/transfer", limit: "history", weight: 1 },
      handle: transfers,
    },
    // Nothing is lent here: there are no margin pairs.
    { ...own, path: "/sapi/v1/margin/allPairs", weight: 1, handle: () => [] },
    { ...own, path: "/sapi/v1/margin/isolated/allPairs", weight: 10, handle: () => [] },
    {
      ...{ ...own, path: "/sapi/v1/system/status", access: "none", weight: 1 },
      handle: () => ({ status: 0, msg: "normal" }),
    },
  ]
}

/** It has no name there under which it counts once: its signature does that. */
async function transfer({ calls, parameters }: DoorRequest) {
  parameters.required("type")
  const type = parameters.oneOf("type", TRANSFERS)
  const [from, to] =
    type === "MAIN_UMFUTURE" ? (["funding", "contract"] as const) : (["contract", "funding"] as const)
  const currency = parameters.required("asset")
  const amount = parameters.requiredDecimal("amount")
  const { id } = await calls.make("transfer", { from, to, currency, amount, key: randomUUID() })
  return { tranId: id }
}

/** Transfers that were made, the newest first, in the one direction that is asked for. */
async function transfers({ calls, parameters }: DoorRequest) {
  parameters.required("type")
  const type = parameters.oneOf("type", TRANSFERS)
  const size = Math.min(parameters.whole("size", 1) ?? 10, 100)
  const [from, to] = [parameters.whole("startTime"), parameters.whole("endTime")]
  const page = await calls.make("bill", {
    ...{ wallet: "contract", kind: "transfer", limit: 500 },
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  })
  // What the contract account has lost went to spot.
  const rows = page.rows.filter(({ amount }) => amount.startsWith("-") === (type === "UMFUTURE_MAIN"))
  const start = ((parameters.whole("current", 1) ?? 1) - 1) * size
  return {
    total: rows.length,
    rows: rows.slice(start, start + size).map(({ id, currency, amount, time }) => ({
      ...{ asset: currency, amount: amount.replace("-", ""), type, status: "CONFIRMED" },
      ...{ tranId: Number(id.split("-")[0]), timestamp: time },
    })),
  }
}

async function accountOf({ symbols, now }: DoorGround, { calls, parameters, userId }: DoorRequest) {
  const { balances, time } = await calls.make("assets", {})
  const isOmitting = parameters.flag("omitZeroBalances") === true
  const rows = balances
    .filter(({ wallet }) => wallet === "funding")
    .map(({ currency, available, held }) => ({ asset: currency, free: available, locked: held }))
  const rates = await ratesOf(calls, symbols.allSpot()[0]?.id)
  return {
    ...{ makerCommission: basisPoints(rates.maker), takerCommission: basisPoints(rates.taker) },
    ...{ buyerCommission: 0, sellerCommission: 0 },
    commissionRates: { ...rates, buyer: "0", seller: "0" },
    ...{ canTrade: true, canWithdraw: false, canDeposit: true, brokered: false },
    ...{ requireSelfTradePrevention: true, preventSor: true, updateTime: Math.min(time, now()) },
    accountType: "SPOT",
    balances: rows.filter(({ free, locked }) => !isOmitting || free !== "0" || locked !== "0"),
    ...{ permissions: ["SPOT"], uid: userId },
  }
}

async function ratesOf(calls: DoorRequest["calls"], instrument: string | undefined) {
  if (instrument === undefined) return { maker: "0", taker: "0" }
  const { maker, taker } = await calls.make("spotFees", { instrument })
  return { maker, taker }
}

const basisPoints = (rate: string): number => Number(signedUnitsOf(rate) / BASIS_POINT)

async function commissionOf({ symbols }: DoorGround, { calls, parameters }: DoorRequest) {
  const market = symbols.spot(parameters.required("symbol"))
  const rates = await ratesOf(calls, market.id)
  const none = { maker: "0", taker: "0", buyer: "0", seller: "0" }
  return {
    symbol: symbols.nameOf(market.id),
    standardCommission: { ...rates, buyer: "0", seller: "0" },
    ...{ specialCommission: none, taxCommission: none },
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: "", discount: "0" },
  }
}

async function tradeFees({ symbols }: DoorGround, { calls, parameters }: DoorRequest) {
  const name = parameters.text("symbol")
  const markets = name === undefined ? symbols.allSpot() : [symbols.spot(name)]
  return await Promise.all(
    markets.map(async ({ id }) => {
      const { maker, taker } = await ratesOf(calls, id)
      return { symbol: symbols.nameOf(id), makerCommission: maker, takerCommission: taker }
    }),
  )
}
