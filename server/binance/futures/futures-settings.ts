/** Routes that read and set leverage, margin and position modes, move margin, and tell tiers and fees. */

import type { ProblemName } from "#core/wire/index.ts"
import { DoorError, missing } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { doorErrorOf } from "../refusals.ts"
import { readPositionSide } from "./read-futures-order.ts"

const SUCCESS = { code: 200, msg: "success" }

export function futuresSettingRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read" } as const
  const setting = { method: "POST", access: "signed", limit: "account", weight: 1 } as const
  const dual = "/fapi/v1/positionSide/dual"
  return [
    { ...setting, path: "/fapi/v1/leverage", handle: (asked) => setLeverage(ground, asked) },
    { ...setting, path: "/fapi/v1/marginType", handle: (asked) => setMarginType(ground, asked) },
    { ...setting, path: dual, handle: setDual },
    {
      ...{ ...own, path: dual, weight: 30 },
      async handle({ calls }) {
        const { positionMode } = await calls.make("contractSettings", {})
        return { dualSidePosition: positionMode === "hedge" }
      },
    },
    {
      ...{ ...own, path: "/fapi/v1/multiAssetsMargin", weight: 30 },
      handle: () => ({ multiAssetsMargin: false }),
    },
    { ...setting, path: "/fapi/v1/multiAssetsMargin", handle: setMultiAssets },
    { ...own, path: "/fapi/v1/feeBurn", weight: 30, handle: () => ({ feeBurn: false }) },
    {
      ...own,
      path: "/fapi/v1/apiTradingStatus",
      weight: 1,
      handle: () => ({ indicators: {}, updateTime: 0 }),
    },
    { ...setting, path: "/fapi/v1/positionMargin", handle: (asked) => moveMargin(ground, asked) },
    { ...own, path: "/fapi/v1/leverageBracket", weight: 1, handle: (asked) => brackets(ground, asked) },
    { ...own, path: "/fapi/v1/commissionRate", weight: 20, handle: (asked) => commissionOf(ground, asked) },
    { ...own, path: "/fapi/v1/symbolConfig", weight: 5, handle: (asked) => symbolConfig(ground, asked) },
    { ...own, path: "/fapi/v1/accountConfig", weight: 5, handle: accountConfig },
  ]
}

const marketOf = ({ symbols }: DoorGround, { parameters }: DoorRequest) =>
  symbols.future(parameters.required("symbol"))
const someOf = ({ symbols }: DoorGround, { parameters }: DoorRequest) => {
  const name = parameters.text("symbol")
  return name === undefined ? {} : { instrument: symbols.future(name).id }
}

async function setLeverage(ground: DoorGround, asked: DoorRequest) {
  const { id: instrument } = marketOf(ground, asked)
  const leverage = asked.parameters.whole("leverage")
  if (leverage === undefined) throw missing("leverage")
  if (leverage < 1 || leverage > 1000) throw new DoorError(-4028, `Leverage ${leverage} is not valid.`)
  const set = await asked.calls.make("setLeverage", { instrument, leverage })
  return {
    ...{ symbol: ground.symbols.nameOf(instrument), leverage: set.leverage },
    maxNotionalValue: await largestAt(asked, instrument, set.leverage),
  }
}

/** The largest position that a leverage may have, in the quote. */
async function largestAt({ calls }: DoorRequest, instrument: string, leverage: number): Promise<string> {
  const { rows } = await calls.make("contractTiers", { instrument })
  return rows[0]?.tiers.filter((tier) => tier.leverage >= leverage).at(-1)?.cap ?? "0"
}

async function setMarginType(ground: DoorGround, asked: DoorRequest) {
  const { id: instrument } = marketOf(ground, asked)
  asked.parameters.required("marginType")
  const type = asked.parameters.oneOf("marginType", ["ISOLATED", "CROSSED"], -4050, "Invalid margin type.")
  const mode = type === "ISOLATED" ? "isolated" : "cross"
  const { rows } = await asked.calls.make("contractSettings", { instrument })
  if (rows[0]?.marginMode === mode) throw new DoorError(-4046, "No need to change margin type.")
  const set = await asked.calls.ask("setMarginMode", { instrument, mode })
  if (set.ok) return SUCCESS
  throw lockedAs(
    set,
    new DoorError(-4047, "Margin type cannot be changed if there exists open orders or position."),
  )
}

async function setDual({ calls, parameters }: DoorRequest) {
  const isDual = parameters.flag("dualSidePosition")
  if (isDual === undefined) throw missing("dualSidePosition")
  const mode = isDual ? "hedge" : "one-way"
  const { positionMode } = await calls.make("contractSettings", {})
  if (positionMode === mode) throw new DoorError(-4059, "No need to change position side.")
  const set = await calls.ask("setPositionMode", { mode })
  if (set.ok) return SUCCESS
  throw lockedAs(
    set,
    new DoorError(-4068, "Position side cannot be changed if there exists position or open orders."),
  )
}

/** Margin is in the one currency of each contract. @throws DoorError -4171 for what is so already, -4167 for what can't be */
function setMultiAssets({ parameters, calls }: DoorRequest): never {
  calls.demand("setMarginMode")
  const isMulti = parameters.flag("multiAssetsMargin")
  if (isMulti === undefined) throw missing("multiAssetsMargin")
  if (isMulti) throw new DoorError(-4167, "Unable to adjust to Multi-Assets mode.")
  throw new DoorError(
    -4171,
    "Adjusted asset mode is currently set and does not need to be adjusted repeatedly.",
  )
}

const lockedAs = ({ problem }: { problem: { name: ProblemName } }, locked: DoorError): DoorError =>
  problem.name === "MODE_LOCKED" ? locked : doorErrorOf(problem, "futures")

async function moveMargin(ground: DoorGround, asked: DoorRequest) {
  const { parameters, calls } = asked
  const { id: instrument } = marketOf(ground, asked)
  const amount = parameters.requiredDecimal("amount")
  parameters.required("type")
  const type = parameters.oneOf("type", ["1", "2"])
  const positionSide = readPositionSide(parameters)
  const moved = await calls.ask("movePositionMargin", {
    ...{ instrument, amount, direction: type === "1" ? "add" : "remove" },
    ...(positionSide !== undefined && { positionSide }),
  })
  if (moved.ok) return { amount, code: 200, msg: "Successfully modify position margin.", type: Number(type) }
  if (moved.problem.name === "INSUFFICIENT_MARGIN")
    throw new DoorError(-4051, "Isolated balance insufficient.")
  throw doorErrorOf(moved.problem, "futures")
}

async function brackets(ground: DoorGround, asked: DoorRequest) {
  const { rows } = await asked.calls.make("contractTiers", someOf(ground, asked))
  return rows.map(({ instrument, tiers }) => ({
    symbol: ground.symbols.nameOf(instrument),
    notionalCoef: "1",
    brackets: tiers.map(({ cap, leverage, rate, amount }, place) => ({
      ...{ bracket: place + 1, initialLeverage: leverage },
      // Numbers there; ours are decimal text, which clients read as well and which is exact.
      ...{
        notionalCap: cap,
        notionalFloor: tiers[place - 1]?.cap ?? "0",
        maintMarginRatio: rate,
        cum: amount,
      },
    })),
  }))
}

async function commissionOf(ground: DoorGround, asked: DoorRequest) {
  const { id: instrument } = marketOf(ground, asked)
  const { rows } = await asked.calls.make("contractSettings", { instrument })
  return {
    symbol: ground.symbols.nameOf(instrument),
    ...{ makerCommissionRate: rows[0]?.maker ?? "0", takerCommissionRate: rows[0]?.taker ?? "0" },
  }
}

async function symbolConfig(ground: DoorGround, asked: DoorRequest) {
  const { calls } = asked
  const of = someOf(ground, asked)
  const [settings, tiers] = await Promise.all([
    calls.make("contractSettings", of),
    calls.make("contractTiers", of),
  ])
  return settings.rows.map(({ instrument, marginMode, leverage }) => {
    const own = tiers.rows.find((row) => row.instrument === instrument)?.tiers ?? []
    return {
      symbol: ground.symbols.nameOf(instrument),
      ...{ marginType: marginMode === "isolated" ? "ISOLATED" : "CROSSED", isAutoAddMargin: false, leverage },
      maxNotionalValue: own.filter((tier) => tier.leverage >= leverage).at(-1)?.cap ?? "0",
    }
  })
}

async function accountConfig({ calls }: DoorRequest) {
  const { positionMode, rows } = await calls.make("contractSettings", {})
  return {
    ...{ feeTier: rows[0]?.level ?? 0, canTrade: true, canDeposit: true, canWithdraw: false },
    ...{
      dualSidePosition: positionMode === "hedge",
      updateTime: 0,
      multiAssetsMargin: false,
      tradeGroupId: -1,
    },
  }
}
