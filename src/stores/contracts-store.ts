/**
 * How the user's contracts stand at the marks, joined in the worker. Written by `src/feed/follow-account.ts` only; each
 * position has a small proxy of its own, so that a mark wakes the cells that show it and nothing else.
 */

import { proxy, ref } from "valtio"
import type { ContractAccountCells, ContractsFrame, PositionCells } from "#workers/market/market.api.ts"
import type { Ref } from "./market-store.ts"

const UNKNOWN: Omit<PositionCells, "id"> = {
  mark: null,
  markValue: "",
  liquidation: null,
  liquidationValue: "",
  away: null,
  nearness: "far",
  unrealised: null,
  sign: 0,
  roe: null,
  margin: null,
  funding: null,
  nextFunding: null,
  ratio: null,
  share: 0,
  alarm: 0,
}

/** The account as a whole; null while something of it isn't known. */
export const contractAccount = proxy<{ cells: Ref<ContractAccountCells> | null }>({ cells: null })

/** Estimated liquidation prices by position, as on the wire; those without one are missing. Replaced when one moved. */
export const liquidations = proxy<{ byId: Ref<ReadonlyMap<number, string>> }>({ byId: ref(new Map()) })

const positions = new Map<number, PositionCells>()

/** The proxy of one position's cells; all unknown until a frame brings them. Always the same object for an id. */
export function positionCellsOf(id: number): PositionCells {
  const known = positions.get(id)
  if (known) return known
  const fresh = proxy<PositionCells>({ id, ...UNKNOWN })
  positions.set(id, fresh)
  return fresh
}

export function writeContracts(frame: ContractsFrame): void {
  for (const cells of frame.positions) Object.assign(positionCellsOf(cells.id), cells)
  contractAccount.cells = frame.account && ref(frame.account)
  writeLiquidations(frame.positions)
  const open = new Set(frame.positions.map(({ id }) => id))
  for (const id of positions.keys()) if (!open.has(id)) positions.delete(id)
}

function writeLiquidations(rows: readonly PositionCells[]): void {
  const byId = new Map(rows.flatMap(({ id, liquidationValue: at }) => (at === "" ? [] : [[id, at] as const])))
  const isSame =
    byId.size === liquidations.byId.size &&
    [...byId].every(([id, price]) => liquidations.byId.get(id) === price)
  if (!isSame) liquidations.byId = ref(byId)
}

export function forgetContracts(): void {
  positions.clear()
  liquidations.byId = ref(new Map())
  contractAccount.cells = null
}
