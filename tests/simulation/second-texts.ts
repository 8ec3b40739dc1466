/** Second contracts as the oracle keeps them, and as text: by the rules, and as an engine tells them. */

import type { SecondView } from "#server/engine/second/second-event.ts"

export interface Tick {
  seq: number
  time: number
  price: bigint
}

export interface Contract {
  id: number
  account: string
  instrument: string
  index: string
  key: string
  direction: "bullish" | "bearish"
  seconds: number
  stake: bigint
  profit: bigint
  /** 1e-8. */
  rate: bigint
  open: Tick
  opened: number
  expiry: number
  /** Of the command that opened it. */
  sequence: number
}

export interface Ended {
  contract: Contract
  status: string
  paid: bigint
  at: number
  before: Tick
  settle: Tick | undefined
  /** Of the command that ended it. */
  sequence: number
}

const tickText = ({ seq, time, price }: Tick): string => `${seq}@${time}:${price}`

type Terms = Omit<Contract, "sequence">
const termsText = (of: Terms): string =>
  [
    ...[`#${of.id}`, of.account, of.instrument, of.index, of.key, of.direction, `${of.seconds} s`],
    ...[
      `${of.stake}+${of.profit}`,
      `at ${of.rate}`,
      tickText(of.open),
      `from ${of.opened} until ${of.expiry}`,
    ],
  ].join(" ")

export const openText = (contract: Contract): string => `${termsText(contract)} open by ${contract.sequence}`

export const endText = ({ contract, status, paid, at, before, settle, sequence }: Ended): string =>
  [
    ...[termsText(contract), status, `by ${sequence}`],
    ...[paid, at, tickText(before), settle ? tickText(settle) : "no tick"],
  ].join(" ")

export function viewText(view: SecondView): string {
  const { status, paid, settled, before, settle, sequence, payoutRate: rate, ...terms } = view
  const text = `${termsText({ ...terms, rate })} ${status} by ${sequence}`
  if (status === "open") return text
  return [
    text,
    ...[paid, settled, before ? tickText(before) : "nothing", settle ? tickText(settle) : "no tick"],
  ].join(" ")
}
