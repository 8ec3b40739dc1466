/** Routes of `sapi` about coins, their networks, and what came in and went out over them. Sending away needs the person, never a key. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { DepositStatus, WithdrawalStatus } from "#core/chain/custody-status.ts"
import type { ChainFacts, Deposit, Withdrawal } from "#core/wire/index.ts"
import { badCombination, notAllowed } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { PAGE_ROWS } from "../own-history.ts"
import type { Parameters } from "../parameters.ts"

/** Binance's names of the networks. */
const NETWORKS: Readonly<Record<Chain, string>> = { bitcoin: "BTC", ethereum: "ETH", tron: "TRX" }

/** Binance's numbers: 0 pending, 1 done, 2 rejected, 6 credited and not to be withdrawn yet. */
const DEPOSIT_NUMBERS: Readonly<Record<DepositStatus, number>> = {
  ...{ seen: 0, confirming: 0, "below-minimum": 0, credited: 6, final: 1, vanished: 2, reversed: 2 },
}

/** Binance's numbers: 0 e-mail sent, 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failure, 6 completed. */
const WITHDRAWAL_NUMBERS: Readonly<Record<WithdrawalStatus, number>> = {
  ...{
    waiting: 0,
    review: 2,
    approved: 4,
    sending: 4,
    sent: 4,
    final: 6,
    cancelled: 1,
    rejected: 3,
    failed: 5,
  },
}

const LIMIT = 1000
/** Rows that one answer may skip and hold. */
const ROWS_MAX = 10_000

export function spotCapitalRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed" } as const
  const never = { ...own, limit: "account", weight: 1, handle: () => Promise.reject(notAllowed()) } as const
  return [
    {
      ...{ ...own, path: "/sapi/v1/capital/config/getall", limit: "read", weight: 10 },
      handle: coinsOf(ground),
    },
    { ...{ ...own, path: "/sapi/v1/capital/deposit/hisrec", limit: "history", weight: 1 }, handle: deposits },
    {
      ...{ ...own, path: "/sapi/v1/capital/withdraw/history", limit: "history", weight: 18 },
      handle: withdrawals,
    },
    { ...never, path: "/sapi/v1/capital/deposit/address" },
    { ...never, method: "POST", path: "/sapi/v1/capital/withdraw/apply" },
  ]
}

interface Asked {
  currency?: string
  from?: number
  to?: number
  cursor?: string
  limit: number
}

/** The newest first, as there: the rows that are meant, from `offset` on. @throws DoorError -1130 where too much would have to be read */
async function pick<Row>(
  parameters: Parameters,
  read: (asked: Asked) => Promise<{ rows: readonly Row[]; next: string }>,
  isMeant: (row: Row) => boolean,
): Promise<Row[]> {
  const limit = parameters.limit(LIMIT, LIMIT)
  const offset = parameters.whole("offset", 0, ROWS_MAX - limit) ?? 0
  const [from, to] = [parameters.whole("startTime"), parameters.whole("endTime")]
  if (from !== undefined && to !== undefined && from > to) throw badCombination()
  const currency = parameters.text("coin")
  const asked = {
    limit: PAGE_ROWS,
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  const found: Row[] = []
  for (let cursor: string | undefined; cursor !== "" && found.length < offset + limit; ) {
    const page = await read({ ...asked, ...(cursor && { cursor }) })
    found.push(...page.rows.filter(isMeant))
    cursor = page.next
  }
  return found.slice(offset, offset + limit)
}

async function deposits({ calls, parameters }: DoorRequest) {
  const [status, tx] = [parameters.whole("status"), parameters.text("txId")]
  const rows = await pick<Deposit>(
    parameters,
    (asked) => calls.make("deposits", asked),
    (row) =>
      (status === undefined || DEPOSIT_NUMBERS[row.status] === status) && (tx === undefined || row.tx === tx),
  )
  return rows.map((row) => ({
    ...{ id: String(row.id), amount: row.amount, coin: row.currency, network: NETWORKS[row.chain] },
    ...{ status: DEPOSIT_NUMBERS[row.status], address: row.address, addressTag: "", txId: row.tx },
    ...{ insertTime: row.seen, completeTime: row.credited, transferType: 0, walletType: 0 },
    confirmTimes: `${row.confirmations}/${row.creditAfter}`,
    unlockConfirm: row.finalAfter,
  }))
}

async function withdrawals({ calls, parameters }: DoorRequest) {
  const [status, name] = [parameters.whole("status"), parameters.text("withdrawOrderId")]
  const rows = await pick<Withdrawal>(
    parameters,
    (asked) => calls.make("withdrawals", asked),
    (row) =>
      (status === undefined || WITHDRAWAL_NUMBERS[row.status] === status) &&
      (name === undefined || row.key === name),
  )
  return rows.map((row) => ({
    ...{ id: String(row.id), amount: row.amount, transactionFee: row.fee, coin: row.currency },
    ...{ status: WITHDRAWAL_NUMBERS[row.status], address: row.address, txId: row.tx },
    ...{ network: NETWORKS[row.chain], transferType: 0, withdrawOrderId: row.key, info: row.reason },
    ...{ applyTime: momentText(row.requested), walletType: 0 },
    ...(row.status === "final" && { completeTime: momentText(row.updated) }),
  }))
}

/** UTC, as Binance writes times of withdrawals: `2026-07-25 17:20:00`. */
const momentText = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ")

/** Coins that are traded or come and go over a chain, with their networks and what the user has of them. */
const coinsOf =
  ({ reader, symbols }: DoorGround) =>
  async ({ calls }: DoorRequest) => {
    const [{ balances }, { rows: chains }] = await Promise.all([
      calls.make("assets", {}),
      calls.make("chains", {}),
    ])
    const markets = [...symbols.allSpot(), ...symbols.allFutures()]
    const coins = new Set([
      ...markets.flatMap(({ base, quote }) => [base, quote]),
      ...chains.map(({ currency }) => currency),
    ])
    return [...coins].sort().map((coin) => {
      const row = balances.find(({ wallet, currency }) => wallet === "funding" && currency === coin)
      const networks = chains.filter(({ currency }) => currency === coin)
      return {
        ...{ coin, name: reader.coinName(coin), trading: true, isLegalMoney: false },
        depositAllEnable: networks.some(({ depositsOpen }) => depositsOpen),
        withdrawAllEnable: networks.some(({ withdrawalsOpen }) => withdrawalsOpen),
        networkList: networks.map(networkRow),
        ...{ free: row?.available ?? "0", locked: row?.held ?? "0" },
        ...{ freeze: "0", ipoable: "0", ipoing: "0", storage: "0", withdrawing: "0" },
      }
    })
  }

/** Amounts have eight decimals everywhere. */
const networkRow = (facts: ChainFacts, place: number) => ({
  ...{ coin: facts.currency, network: NETWORKS[facts.chain], name: facts.chain, isDefault: place === 0 },
  ...{ depositEnable: facts.depositsOpen, withdrawEnable: facts.withdrawalsOpen },
  ...{ depositDesc: "", withdrawDesc: "", specialTips: "", busy: false, sameAddress: false },
  ...{ depositDust: facts.minDeposit, withdrawFee: facts.withdrawalFee, withdrawMin: facts.minWithdrawal },
  ...{ withdrawIntegerMultiple: "0.00000001", withdrawMax: "9999999999.99999999" },
  ...{ minConfirm: facts.creditAfter, unLockConfirm: facts.finalAfter },
  ...{ estimatedArrivalTime: facts.depositMinutes, addressRegex: "", memoRegex: "" },
})
