/** Who may trade and move money for whom? Rows of the access matrix; the owner's orders, keys and funds are tried by all. */

import { expect, vi } from "vitest"
import type { PerpetualOrder, SpotOrder, TradingEndpointName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import { type Fields, memo, ownEach, type Row } from "./access-row.ts"

const instrument = "BTC_USDT"
/** A client order id of the owner's, and the key of a transfer. */
const KEY = "of-the-owner"
const poor = { visitor: "SESSION", other: "INSUFFICIENT_BALANCE", owner: "done" } as const
const noPosition = { visitor: "SESSION", other: "UNKNOWN_POSITION", owner: "done" } as const
const foreign = { visitor: "SESSION", other: "UNKNOWN_ORDER", owner: "done" } as const

const fund = (owner: Person) => owner.post("/assets/practice", { key: "fund" })

/** A buy order so low that it rests. */
async function restingOrder(owner: Person): Promise<Fields> {
  const { data } = await owner.get<{ bids: [string, string][] }>(`/market/depth?symbol=${instrument}&limit=5`)
  const best = data.bids[0]?.[0] ?? ""
  const price = (Number(best) / 2).toFixed(best.split(".")[1]?.length ?? 0)
  return { instrument, side: "buy", type: "limit", price, quantity: "0.01", clientOrderId: KEY }
}

async function placed(owner: Person): Promise<SpotOrder> {
  await fund(owner)
  return (await owner.post<SpotOrder>("/spot/place", await restingOrder(owner))).data
}
const idOfPlaced = memo(async (owner) => ({ id: (await placed(owner)).id }))

/** Orders in one command, so far below the market that they rest. */
async function scaledFields(owner: Person): Promise<Fields> {
  const { side, price } = await restingOrder(owner)
  const to = (Number(price) * 0.99).toFixed(String(price).split(".")[1]?.length ?? 0)
  return {
    instrument,
    side: side ?? "",
    quantity: "0.01",
    from: price ?? "",
    to,
    count: 3,
    distribution: "flat",
  }
}

/** A buy below the market with a stop above it. */
async function pairFields(owner: Person): Promise<Fields> {
  const { side, price } = await restingOrder(owner)
  const above = (Number(price) * 2.4).toFixed(String(price).split(".")[1]?.length ?? 0)
  const legs = { price: price ?? "", stopPrice: above, stopLimit: above }
  return { instrument, side: side ?? "", quantity: "0.01", ...legs }
}

const twapFields = { instrument, side: "buy", quantity: "0.01", duration: 300, interval: 60 }

const contract = "BTC_USDT_PERP"
const CONTRACT_KEY = "contract-of-the-owner"
const marketOrder = { instrument: contract, side: "buy", type: "market", quantity: "0.002" }

async function fundContracts(owner: Person): Promise<void> {
  await fund(owner)
  await owner.post("/assets/transfer", {
    ...{ from: "funding", to: "contract", currency: "USDT", amount: "5000", key: "contracts" },
  })
}

async function halfPrice(owner: Person): Promise<string> {
  const { data } = await owner.get<{ bids: [string, string][] }>(`/market/depth?symbol=${contract}&limit=5`)
  const best = data.bids[0]?.[0] ?? ""
  return (Number(best) / 2).toFixed(best.split(".")[1]?.length ?? 0)
}

/** A buy order so low that it rests. */
const restingContractOrder = async (owner: Person): Promise<Fields> => ({
  ...{ instrument: contract, side: "buy", type: "limit", price: await halfPrice(owner), quantity: "0.01" },
  clientOrderId: CONTRACT_KEY,
})

async function placedContractOrder(owner: Person): Promise<PerpetualOrder> {
  await fundContracts(owner)
  return (await owner.post<PerpetualOrder>("/contract/place", await restingContractOrder(owner))).data
}
const idOfContractOrder = memo(async (owner) => ({ id: (await placedContractOrder(owner)).id }))

async function openedPosition(owner: Person): Promise<void> {
  await fundContracts(owner)
  await owner.post("/contract/place", marketOrder)
}
const firstPosition = async (owner: Person): Promise<number> =>
  (await owner.get<{ rows: { id: number }[] }>("/contract/positions")).data.rows[0]?.id ?? 0
/** Somebody with money in the account of second contracts. */
async function fundSeconds(owner: Person): Promise<void> {
  await fund(owner)
  await owner.post("/assets/transfer", {
    ...{ from: "funding", to: "second", currency: "USDT", amount: "100", key: "seconds" },
  })
}
const secondContract = {
  ...{ instrument: "BTC_USDT_SEC", direction: "bullish", seconds: 300, stake: "5", key: KEY },
}

/** Opened as soon as the index is fresh. */
async function openedSecond(owner: Person): Promise<void> {
  await fundSeconds(owner)
  await vi.waitFor(
    async () => expect(await owner.post("/option/open", secondContract)).toMatchObject({ code: 200 }),
    { timeout: 60_000, interval: 100 },
  )
}

async function secondIdOf(owner: Person): Promise<number> {
  const { data } = await owner.get<{ rows: { id: number }[] }>("/option/running")
  return data.rows[0]?.id ?? 0
}

const purchase = { product: "usdt-7", amount: "10", key: "ai-of-the-owner" }
const foreignHolding = { visitor: "SESSION", other: "UNKNOWN_HOLDING", owner: "done" } as const

async function boughtAi(owner: Person): Promise<void> {
  await fund(owner)
  expect(await owner.post("/ai/buy", purchase)).toMatchObject({ code: 200 })
}

async function holdingIdOf(owner: Person): Promise<{ id: number }> {
  const { data } = await owner.get<{ rows: { id: number }[] }>("/ai/holdings?status=running")
  return { id: data.rows[0]?.id ?? 0 }
}

const hidden = ({ other, owner }: Record<"other" | "owner", unknown>) => {
  expect(rowsOf(other)).toEqual([])
  expect(rowsOf(owner).length).toBeGreaterThan(0)
}

const rowsOf = (data: unknown) => (data as { rows: unknown[] }).rows

/** Number of a scaled order that rests. */
async function scaledOf(owner: Person): Promise<number> {
  await fund(owner)
  const { data } = await owner.post<{ group: number }>("/order/placeScaled", await scaledFields(owner))
  return data.group
}

export const TRADING_ROWS: Record<TradingEndpointName, Row> = {
  placeSpotOrder: { ...poor, before: fund, ask: memo(restingOrder) },
  amendSpotOrder: {
    ...foreign,
    ask: memo(async (owner) => ({ ...(await idOfPlaced(owner)), quantity: "0.005" })),
  },
  reduceSpotOrder: {
    ...foreign,
    ask: memo(async (owner) => ({ ...(await idOfPlaced(owner)), by: "0.001" })),
  },
  cancelSpotOrder: { ...foreign, ask: idOfPlaced },
  cancelAllSpotOrders: {
    ...ownEach,
    before: placed,
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual([{ cancelled: [] }, { cancelled: [expect.any(Number)] }]),
  },
  placeOco: { ...poor, before: fund, ask: memo(pairFields) },
  placeScaled: { ...poor, before: fund, ask: memo(scaledFields) },
  placeTwap: { ...poor, before: fund, ask: () => twapFields },
  changeTwap: {
    ...foreign,
    ask: memo(async (owner) => {
      await fund(owner)
      const { data } = await owner.post<{ id: number }>("/order/placeTwap", twapFields)
      return { id: data.id, act: "pause" }
    }),
  },
  twaps: {
    ...ownEach,
    before: async (owner) => {
      await fund(owner)
      await owner.post("/order/placeTwap", twapFields)
    },
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  cancelGroup: {
    ...foreign,
    ask: memo(async (owner) => ({ group: await scaledOf(owner) })),
  },
  changeGroup: {
    ...foreign,
    ask: memo(async (owner) => ({ group: await scaledOf(owner), act: "pause" })),
  },
  pausedGroups: {
    ...ownEach,
    before: async (owner) => {
      await owner.post("/order/changeGroup", { group: await scaledOf(owner), act: "pause" })
    },
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  cancelAfter: {
    ...ownEach,
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual(Array(2).fill({ due: expect.any(Number), time: expect.any(Number) })),
  },
  spotOrderState: { ...foreign, before: placed, ask: () => ({ clientOrderId: KEY }) },
  openSpotOrders: {
    ...ownEach,
    before: placed,
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  spotOrderHistory: { ...ownEach, before: placed, see: ({ other }) => expect(rowsOf(other)).toEqual([]) },
  spotFills: {
    ...ownEach,
    ask: () => ({ instrument }),
    before: async (owner) => {
      await fund(owner)
      await owner.post("/spot/place", { instrument, side: "buy", type: "market", quantity: "0.001" })
    },
    see: ({ other }) => expect(rowsOf(other)).toEqual([]),
  },
  spotFees: ownEach,
  placeContractOrder: {
    ...{ visitor: "SESSION", other: "INSUFFICIENT_MARGIN", owner: "done" },
    before: fundContracts,
    ask: memo(restingContractOrder),
  },
  estimateContractOrder: {
    ...ownEach,
    before: fundContracts,
    ask: async (owner) => {
      const { clientOrderId: _id, type: _type, ...rest } = await restingContractOrder(owner)
      return rest as Fields
    },
    see: ({ other, owner }) =>
      expect([other, owner]).toMatchObject([{ free: "0", refusal: "INSUFFICIENT_MARGIN" }, { refusal: "" }]),
  },
  amendContractOrder: {
    ...foreign,
    ask: memo(async (owner) => ({ ...(await idOfContractOrder(owner)), quantity: "0.005" })),
  },
  cancelContractOrder: { ...foreign, ask: idOfContractOrder },
  cancelAllContractOrders: {
    ...ownEach,
    before: placedContractOrder,
    ask: () => ({ instrument: contract }),
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual([{ cancelled: [] }, { cancelled: [expect.any(Number)] }]),
  },
  contractOrderState: {
    ...foreign,
    before: placedContractOrder,
    ask: () => ({ clientOrderId: CONTRACT_KEY }),
  },
  openContractOrders: {
    ...ownEach,
    before: placedContractOrder,
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  contractOrderHistory: { ...ownEach, before: openedPosition, ask: () => ({}), see: hidden },
  contractFills: { ...ownEach, before: openedPosition, ask: () => ({}), see: hidden },
  closePosition: { ...noPosition, before: openedPosition, ask: () => ({ instrument: contract }) },
  closeAllPositions: {
    ...ownEach,
    before: openedPosition,
    ask: () => ({}),
    see: ({ other, owner }) =>
      expect([other, owner]).toMatchObject([
        { closed: [] },
        { closed: [{ instrument: contract, problem: "" }] },
      ]),
  },
  reversePosition: { ...noPosition, before: openedPosition, ask: () => ({ instrument: contract }) },
  setPositionTargets: {
    ...noPosition,
    before: openedPosition,
    ask: async (owner) => ({ instrument: contract, stopLoss: { price: await halfPrice(owner) } }),
  },
  contractSettings: {
    ...ownEach,
    before: (owner) => owner.post("/contract/leverage", { instrument: contract, leverage: 7 }),
    ask: () => ({ instrument: contract }),
    see: ({ other, owner }) =>
      expect([rowsOf(other)[0], rowsOf(owner)[0]]).toMatchObject([{ leverage: 20 }, { leverage: 7 }]),
  },
  setPositionMode: { ...ownEach, ask: () => ({ mode: "one-way" }) },
  setMarginMode: { ...ownEach, ask: () => ({ instrument: contract, mode: "cross" }) },
  setLeverage: { ...ownEach, ask: () => ({ instrument: contract, leverage: 10 }) },
  positions: {
    ...ownEach,
    before: openedPosition,
    ask: () => ({}),
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  closedPositions: {
    ...ownEach,
    before: async (owner) => {
      await openedPosition(owner)
      await owner.post("/contract/place", { ...marketOrder, side: "sell" })
    },
    ask: () => ({}),
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  positionNotes: {
    ...ownEach,
    before: async (owner) => {
      await openedPosition(owner)
      await owner.post("/contract/note", { position: await firstPosition(owner), note: "mine", tags: [] })
    },
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  setPositionNote: {
    ...{ visitor: "SESSION", other: "UNKNOWN_POSITION", owner: "done" },
    before: (owner) => openedPosition(owner),
    ask: async (owner) => ({ position: await firstPosition(owner), note: "mine", tags: ["a"] }),
  },
  contractResult: {
    ...ownEach,
    before: (owner) => openedPosition(owner),
    ask: () => ({}),
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  movePositionMargin: {
    ...noPosition,
    before: async (owner) => {
      await owner.post("/contract/marginMode", { instrument: contract, mode: "isolated" })
      await openedPosition(owner)
    },
    ask: () => ({ instrument: contract, direction: "add", amount: "5" }),
  },
  fundingPaid: { ...ownEach, ask: () => ({}) },
  liquidations: { ...ownEach, ask: () => ({}) },
  deleveragings: { ...ownEach, ask: () => ({}) },
  // The owner has it already: under the same key all are asked for the same, and nobody gets another's.
  openOption: { ...poor, before: openedSecond, ask: () => secondContract },
  runningOptions: {
    ...ownEach,
    before: openedSecond,
    see: ({ other, owner }) => expect([rowsOf(other), rowsOf(owner).length]).toEqual([[], 1]),
  },
  optionRecords: {
    ...ownEach,
    before: openedSecond,
    ask: () => ({}),
    see: ({ other }) => expect(rowsOf(other)).toEqual([]),
  },
  optionRecord: {
    ...{ visitor: "SESSION", other: "UNKNOWN_CONTRACT", owner: "done" },
    before: openedSecond,
    ask: memo(async (owner) => ({ id: await secondIdOf(owner) })),
  },
  optionLimit: {
    ...ownEach,
    before: (owner) => owner.post("/option/setLimit", { limit: "77" }),
    see: ({ other, owner }) => expect([other, owner]).toMatchObject([{ limit: "" }, { limit: "77" }]),
  },
  setOptionLimit: { ...ownEach, ask: () => ({ limit: "100" }) },
  aiProducts: { ...ownEach, see: ({ other }) => expect(rowsOf(other).length).toBeGreaterThan(0) },
  aiProductDetail: { ...ownEach, ask: () => ({ id: "usdt-7" }) },
  buyAi: { ...poor, before: fund, ask: () => purchase },
  aiHoldings: { ...ownEach, before: boughtAi, ask: () => ({}), see: hidden },
  aiHoldingDetail: { ...foreignHolding, before: boughtAi, ask: memo(holdingIdOf) },
  withdrawAi: {
    ...foreignHolding,
    before: boughtAi,
    ask: memo(async (owner) => ({ ...(await holdingIdOf(owner)), key: "early" })),
  },
  assets: {
    ...ownEach,
    before: fund,
    see: ({ other }) => expect(other).toMatchObject({ balances: [], practiceAt: 0 }),
  },
  transfer: {
    ...poor,
    before: fund,
    ask: () => ({ from: "funding", to: "contract", currency: "USDT", amount: "250", key: KEY }),
  },
  bill: { ...ownEach, before: fund, ask: () => ({}), see: ({ other }) => expect(rowsOf(other)).toEqual([]) },
  worth: {
    ...ownEach,
    before: fund,
    ask: () => ({ days: "7" }),
    see: ({ other }) => expect(other).toMatchObject({ worth: "0", close: null, rows: [] }),
  },
  // Each draws for themselves, under the same key.
  practiceFunds: ownEach,
}
