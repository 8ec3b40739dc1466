/** Routes about a user's own contract account: balances, positions, and what is set for contracts. */

import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { Balance } from "#core/wire/index.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import {
  accountPosition,
  figuresOf,
  positionRisk2,
  positionRisk3,
  positionRow,
  quantiles,
  type Standing,
} from "./futures-positions.ts"

export function futuresAccountRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read" } as const
  const account = (request: DoorRequest) => accountOf(ground, request)
  const balance = async (request: DoorRequest) =>
    balancesOf(await worthOf(ground, request), ground.reader.now())
  return [
    // Of the first version, which clients of some years ago still ask for, what the second answers.
    { ...own, path: "/fapi/v1/account", weight: 5, handle: account },
    { ...own, path: "/fapi/v1/balance", weight: 5, handle: balance },
    { ...own, path: "/fapi/v1/positionRisk", weight: 5, handle: (request) => positionRisk2(ground, request) },
    { ...own, path: "/fapi/v2/account", weight: 5, handle: account },
    { ...own, path: "/fapi/v3/account", weight: 5, handle: account },
    { ...own, path: "/fapi/v2/balance", weight: 5, handle: balance },
    { ...own, path: "/fapi/v3/balance", weight: 5, handle: balance },
    { ...own, path: "/fapi/v2/positionRisk", weight: 5, handle: (request) => positionRisk2(ground, request) },
    { ...own, path: "/fapi/v1/adlQuantile", weight: 5, handle: (request) => quantiles(ground, request) },
    { ...own, path: "/fapi/v3/positionRisk", weight: 5, handle: (request) => positionRisk3(ground, request) },
  ]
}

interface Worth {
  rows: Standing[]
  /** By currency, in 1e-8. */
  assets: Map<string, AssetWorth>
}

interface AssetWorth {
  /** Money with the margins of isolated positions; what was lent against open profit isn't in it. */
  wallet: bigint
  crossWallet: bigint
  unrealised: bigint
  crossUnrealised: bigint
  positionInitial: bigint
  maintenance: bigint
  /** Free for new orders. */
  available: bigint
  orderInitial: bigint
}

/** The account by currency: balances and positions as our own calls tell them, added up. */
async function worthOf(ground: DoorGround, { calls }: DoorRequest): Promise<Worth> {
  const [{ balances }, { rows }] = await Promise.all([calls.make("assets", {}), calls.make("positions", {})])
  const own = balances.filter(({ wallet }) => wallet === "contract")
  const quotes = new Set([...ground.symbols.allFutures().map(({ quote }) => quote)])
  const currencies = new Set([...quotes, ...own.map(({ currency }) => currency)])
  const assets = new Map<string, AssetWorth>()
  for (const currency of currencies) {
    const balance = own.find((row) => row.currency === currency)
    const held = rows.filter(({ instrument }) => ground.reader.instrument(instrument)?.quote === currency)
    assets.set(currency, await assetOf(ground, calls, { currency, balance, held }))
  }
  return { rows, assets }
}

async function assetOf(
  ground: DoorGround,
  calls: DoorRequest["calls"],
  { currency, balance, held }: { currency: string; balance: Balance | undefined; held: Standing[] },
): Promise<AssetWorth> {
  const units = (amount: string | undefined) => signedUnitsOf(amount ?? "0")
  const money = units(balance?.available) + units(balance?.held) - units(balance?.advance)
  const all = held.map((position) => ({ ...figuresOf(position), isCross: position.marginMode === "cross" }))
  const sum = (pick: (figures: (typeof all)[number]) => bigint) =>
    all.reduce((total, figures) => total + pick(figures), 0n)
  const margins = sum(({ margin }) => margin)
  const crossUnrealised = sum(({ unrealised, isCross }) => (isCross ? unrealised : 0n))
  const crossInitial = sum(({ initialMargin, isCross }) => (isCross ? initialMargin : 0n))
  const equity = money + crossUnrealised
  const free = (await freeOf(ground, calls, currency)) ?? equity - crossInitial
  const available = free > 0n ? free : 0n
  const orderInitial = equity - crossInitial - available
  return {
    ...{ wallet: money + margins, crossWallet: money, crossUnrealised },
    unrealised: sum(({ unrealised }) => unrealised),
    positionInitial: sum(({ initialMargin }) => initialMargin),
    maintenance: sum(({ maintenance }) => maintenance),
    ...{ available, orderInitial: orderInitial > 0n ? orderInitial : 0n },
  }
}

/** What the engine counts as free, in 1e-8; undefined where no contract has a price to ask it by. */
async function freeOf(
  { symbols, reader }: DoorGround,
  calls: DoorRequest["calls"],
  currency: string,
): Promise<bigint | undefined> {
  const market = symbols.allFutures().find(({ quote, state }) => quote === currency && state === "open")
  if (!market) return undefined
  const quantity = formatAmount(BigInt(market.minQuantity) * market.lot)
  const price = reader.ticker(market.id)?.[1]
  const asked = await calls.askUnscoped("estimateContractOrder", {
    ...{ instrument: market.id, side: "buy", quantity: quantity as never },
    ...(price && { price: price as never }),
  })
  return asked.ok ? signedUnitsOf(asked.value.free) : undefined
}

const text = (units: bigint): string => formatAmount(units)

const assetRow = (asset: string, worth: AssetWorth, updateTime: number) => ({
  ...{ asset, walletBalance: text(worth.wallet), unrealizedProfit: text(worth.unrealised) },
  ...{ marginBalance: text(worth.wallet + worth.unrealised), maintMargin: text(worth.maintenance) },
  initialMargin: text(worth.positionInitial + worth.orderInitial),
  ...{ positionInitialMargin: text(worth.positionInitial), openOrderInitialMargin: text(worth.orderInitial) },
  ...{ crossWalletBalance: text(worth.crossWallet), crossUnPnl: text(worth.crossUnrealised) },
  ...{ availableBalance: text(worth.available), maxWithdrawAmount: text(worth.available) },
  ...{ marginAvailable: true, updateTime },
})

function balancesOf({ assets }: Worth, updateTime: number) {
  return [...assets].map(([asset, worth]) => ({
    ...{ accountAlias: "", asset, balance: text(worth.wallet) },
    ...{ crossWalletBalance: text(worth.crossWallet), crossUnPnl: text(worth.crossUnrealised) },
    ...{ availableBalance: text(worth.available), maxWithdrawAmount: text(worth.available) },
    ...{ marginAvailable: true, updateTime },
  }))
}

/** Totals are in the one currency that contracts are counted in. */
async function accountOf(ground: DoorGround, request: DoorRequest) {
  const { calls } = request
  const [worth, settings] = await Promise.all([worthOf(ground, request), calls.make("contractSettings", {})])
  const leverages = new Map(settings.rows.map((row) => [row.instrument, row]))
  const assets = [...worth.assets].map(([asset, of]) => assetRow(asset, of, ground.reader.now()))
  const [first] = ground.symbols.allFutures()
  const total = assets.find(({ asset }) => asset === first?.quote) ?? assets[0]
  return {
    ...{ feeTier: settings.rows[0]?.level ?? 0, canTrade: true, canDeposit: true, canWithdraw: false },
    ...{ updateTime: 0, multiAssetsMargin: false, tradeGroupId: -1 },
    ...{ totalInitialMargin: total?.initialMargin, totalMaintMargin: total?.maintMargin },
    ...{ totalWalletBalance: total?.walletBalance, totalUnrealizedProfit: total?.unrealizedProfit },
    ...{ totalMarginBalance: total?.marginBalance, totalCrossUnPnl: total?.crossUnPnl },
    totalPositionInitialMargin: total?.positionInitialMargin,
    totalOpenOrderInitialMargin: total?.openOrderInitialMargin,
    ...{ totalCrossWalletBalance: total?.crossWalletBalance, availableBalance: total?.availableBalance },
    maxWithdrawAmount: total?.maxWithdrawAmount,
    assets,
    positions: worth.rows.map((position) => ({
      ...accountPosition(positionRow(ground, position)),
      leverage: String(leverages.get(position.instrument)?.leverage ?? position.leverage),
      isolated: position.marginMode === "isolated",
    })),
  }
}
