/** Handlers of the contract calls: settings, orders, positions, and what was of them. */

import type { fundingPaid, ProblemName, RequestOf, Result } from "#core/wire/index.ts"
import { type ContractEndpointName, contractEndpoints, refuse } from "#core/wire/index.ts"
import { positionModeOf } from "#server/engine/contracts/contract-view.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { NoticeKind } from "#server/engine/position-record.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared } from "../calls/refusal.ts"
import { pageOf } from "../storage/page.ts"
import { isBackwards, type TimeRange } from "../storage/time-range.ts"
import { amend, cancel, contractNamed, place, stateOf } from "./change-contract-order.ts"
import { close, closeAll, reverse, setTargets } from "./close-contract-position.ts"
import { fillHistory, noticeHistory, orderHistory, positionHistory } from "./contract.queries.ts"
import {
  type ContractParts,
  moveMargin,
  setOfContract,
  settingOf,
  standingPositions,
} from "./contract-settings.ts"
import { estimate } from "./estimate-contract-order.ts"
import { keepNote, notesOf, resultOf } from "./journal.queries.ts"

export function contractHandlers(parts: ContractParts): HandlersOf<ContractEndpointName> {
  return { ...orderHandlers(parts), ...settingHandlers(parts), ...positionHandlers(parts) }
}

type OrderCalls =
  | "placeContractOrder"
  | "estimateContractOrder"
  | "amendContractOrder"
  | "cancelContractOrder"
  | "cancelAllContractOrders"
  | "contractOrderState"
  | "openContractOrders"
  | "contractOrderHistory"
  | "contractFills"

function orderHandlers(parts: ContractParts): HandlersOf<OrderCalls> {
  const { exchange, accounts, reader, reads } = parts
  const calls = contractEndpoints
  return {
    placeContractOrder: async (request, { session }) =>
      within(calls.placeContractOrder, await place(parts, session.userId, request)),
    estimateContractOrder: (request, { session }) =>
      within(calls.estimateContractOrder, estimate(parts, session.userId, request)),
    amendContractOrder: async (request, { session }) =>
      within(calls.amendContractOrder, await amend(parts, session.userId, request)),
    cancelContractOrder: async (request, { session }) =>
      within(calls.cancelContractOrder, await cancel(parts, session.userId, request)),
    async cancelAllContractOrders({ instrument }, { session }) {
      if (instrument !== undefined && !contractNamed(reader, instrument))
        return refuse("UNKNOWN_INSTRUMENT", { instrument })
      const ended = await exchange.submit({
        type: "order.cancel-all",
        account: accountOf(session.userId),
        kind: "perpetual",
        ...(instrument !== undefined && { instrument }),
      })
      if (!ended.ok) return declared(calls.cancelAllContractOrders, ended.problem)
      return answer({ cancelled: [...ended.value.cancelled] })
    },
    contractOrderState: async (request, { session }) =>
      within(calls.contractOrderState, await stateOf(parts, session.userId, request)),
    openContractOrders({ instrument, cursor, limit }, { session }) {
      const before = /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : Number.MAX_SAFE_INTEGER
      const rows = accounts
        .openOrders(accountOf(session.userId), "perpetual")
        .filter((order) => order.id < before && (instrument ?? order.instrument) === order.instrument)
      return answer(pageOf(rows, limit, ({ id }) => String(id)))
    },
    contractOrderHistory: (request, { session }) =>
      listed(request, () =>
        reads.read(session.userId, (database) =>
          orderHistory({ ...parts, database }, session.userId, request),
        ),
      ),
    contractFills: (request, { session }) =>
      listed(request, () =>
        reads.read(session.userId, (database) =>
          fillHistory({ ...parts, database }, session.userId, request),
        ),
      ),
  }
}

type SettingCalls = "contractSettings" | "setPositionMode" | "setMarginMode" | "setLeverage"

function settingHandlers(parts: ContractParts): HandlersOf<SettingCalls> {
  const { engine, exchange, reader } = parts
  const calls = contractEndpoints
  return {
    contractSettings({ instrument }, { session: { userId } }) {
      const listed = reader.instruments().filter((each) => each.kind === "perpetual")
      const asked = listed.filter(({ id }) => (instrument ?? id) === id)
      if (instrument !== undefined && asked.length === 0) return refuse("UNKNOWN_INSTRUMENT", { instrument })
      const positionMode = positionModeOf(engine, accountOf(userId))
      return answer({ positionMode, rows: asked.map((each) => settingOf(parts, userId, each)) })
    },
    async setPositionMode({ mode }, { session }) {
      const account = accountOf(session.userId)
      const done = await exchange.submit({ type: "position-mode.set", account, mode })
      return done.ok ? answer({ positionMode: mode }) : declared(calls.setPositionMode, done.problem)
    },
    setMarginMode: async ({ instrument, mode }, { session: { userId } }) =>
      within(
        calls.setMarginMode,
        await setOfContract(parts, { userId, instrument }, { type: "margin-mode.set", mode }),
      ),
    setLeverage: async ({ instrument, leverage }, { session: { userId } }) =>
      within(
        calls.setLeverage,
        await setOfContract(parts, { userId, instrument }, { type: "leverage.set", leverage }),
      ),
  }
}

type PositionCalls = Exclude<ContractEndpointName, OrderCalls | SettingCalls>

function positionHandlers(parts: ContractParts): HandlersOf<PositionCalls> {
  const { database, reads } = parts
  const calls = contractEndpoints
  const noticed = (request: RequestOf<typeof fundingPaid>, userId: number, kinds: readonly NoticeKind[]) =>
    listed(request, () => reads.read(userId, (from) => noticeHistory(from, userId, { ...request, kinds })))
  return {
    positions: ({ instrument }, { session }) => answer(standingPositions(parts, session.userId, instrument)),
    closePosition: async (request, { session }) =>
      within(calls.closePosition, await close(parts, session.userId, request)),
    closeAllPositions: async (request, { session }) =>
      within(calls.closeAllPositions, await closeAll(parts, session.userId, request)),
    reversePosition: async (request, { session }) =>
      within(calls.reversePosition, await reverse(parts, session.userId, request)),
    setPositionTargets: async (request, { session }) =>
      within(calls.setPositionTargets, await setTargets(parts, session.userId, request)),
    closedPositions: (request, { session }) =>
      listed(request, () =>
        reads.read(session.userId, (from) =>
          positionHistory({ ...parts, database: from }, session.userId, request),
        ),
      ),
    movePositionMargin: async (request, { session }) =>
      within(calls.movePositionMargin, await moveMargin(parts, session.userId, request)),
    fundingPaid: (request, { session }) => noticed(request, session.userId, ["funding"]),
    liquidations: (request, { session }) => noticed(request, session.userId, ["liquidation", "take-over"]),
    deleveragings: (request, { session }) => noticed(request, session.userId, ["deleveraging"]),
    positionNotes: async (request, { session }) => answer(await notesOf(database, session.userId, request)),
    async setPositionNote({ position, note, tags }, { session }) {
      const noted = { position, note, tags: [...new Set(tags)], changed: parts.reader.now() }
      const isKept = await keepNote(database, session.userId, noted)
      return isKept ? answer(noted) : refuse("UNKNOWN_POSITION")
    },
    contractResult: (request, { session }) =>
      listed(request, () => resultOf(database, session.userId, request, parts.reader.now())),
  }
}

/** What a list answers, but for a range of time that ends before it begins. */
const listed = async <Page>(range: TimeRange, read: () => Promise<Page>) =>
  isBackwards(range) ? refuse("TIME_RANGE") : answer(await read())

/** The result with the refusals that the call declares. */
function within<Value, Name extends ProblemName>(
  call: Parameters<typeof declared<Name>>[0],
  result: Result<Value, ProblemName>,
): Result<Value, Name> {
  return result.ok ? result : declared(call, result.problem)
}
