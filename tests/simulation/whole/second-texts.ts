/** Second contracts as text: as a client shows them, and as they ought to be. Whole numbers of 1e-8. */

import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { Contract, Ended, Tick } from "../second-texts.ts"
import { unitsOf } from "./whole-auditor.ts"

type Row = PrivateRows["second"]

const tickText = ({ seq, time, price }: Tick): string => `${seq}@${time}:${price}`
const rowTick = ({ seq, time, price }: Row["open"]): string => tickText({ seq, time, price: unitsOf(price) })

const termsText = (of: Contract): string =>
  [
    ...["second", of.id, of.instrument, of.index, of.key, of.direction, of.seconds, of.stake, of.profit],
    ...[of.rate, tickText(of.open), of.opened, of.expiry],
  ].join(" ")

export const tellsSecond = (contract: Contract): string => `${termsText(contract)} open ${contract.sequence}`

export const tellsEnd = ({ contract, status, paid, at, before, settle, sequence }: Ended): string =>
  [
    ...[termsText(contract), status, sequence, paid, at, tickText(before)],
    settle ? tickText(settle) : "no tick",
  ].join(" ")

export function secondText(row: Row): string {
  const terms = [
    ...["second", row.id, row.instrument, row.index, row.key, row.direction, row.seconds],
    ...[unitsOf(row.stake), unitsOf(row.profit), unitsOf(row.payoutRate), rowTick(row.open)],
    ...[row.opened, row.expiry, row.status, row.sequence],
  ].join(" ")
  if (row.status === "open") return terms
  return [
    ...[terms, row.paid === "" ? "nothing" : unitsOf(row.paid), row.settled],
    ...[row.before ? rowTick(row.before) : "no tick", row.settle ? rowTick(row.settle) : "no tick"],
  ].join(" ")
}
