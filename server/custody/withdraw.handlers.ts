/** Handlers of withdrawals: what they are bound to, the code for one, asking for it, taking it back, and the list (D3–D5). */

import { networkName } from "#core/chain/network-name.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import {
  type RequestOf,
  type Result,
  refuse,
  type Withdrawal,
  type WithdrawalEndpointName,
  type withdraw,
  withdrawalEndpoints,
  type withdrawCode,
} from "#core/wire/index.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { Act, ActProofs, ProvenAct } from "../calls/act-proof.ts"
import { answer, type HandlersOf, type UserCaller } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"
import { DAILY_LIMIT, notFinalOf } from "../engine/custody/check-withdrawal.ts"
import { accountOf } from "../engine/ledger/ledger-account.ts"
import { withdrawalOf } from "../read-model/custody-rows.ts"
import { isBackwards } from "../storage/time-range.ts"
import { addressOfBook } from "./address-book.ts"
import { type ChainGate, isChainOpen } from "./chain-gate.ts"
import {
  type CustodyReading,
  ownWithdrawal,
  standingOf,
  withdrawalNamed,
  withdrawalPage,
} from "./custody.queries.ts"
import { OneByOne } from "./one-by-one.ts"

export interface WithdrawParts extends CustodyReading, ChainGate {
  exchange: Pick<CommandDoor, "submit" | "now">
  proofs: ActProofs
  /** How long a withdrawal can be cancelled, ms. */
  waitMs: number
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

type Details = RequestOf<typeof withdrawCode>

export function withdrawHandlers(parts: WithdrawParts): HandlersOf<WithdrawalEndpointName> {
  const { database, exchange } = parts
  // Whoever sends a request twice is answered twice alike: the second waits for the first.
  const turns = new OneByOne()
  return {
    withdrawInfo: (_request, { session }) => infoOf(parts, session.userId),

    async withdrawCode(request, caller) {
      const amount = readAmount(request.amount)
      if (!amount.ok) return amount
      const entry = await addressOfBook(database, caller.session.userId, request.address)
      if (!entry || entry.chain !== request.chain || entry.currency !== request.currency)
        return refuse("UNKNOWN_ADDRESS")
      if (!isChainOpen(parts, request)) return refuse("CHAIN_CLOSED", { currency: request.currency })
      const { chain, currency } = request
      const names = { amount: formatAmount(amount.value), currency, address: entry.address }
      const details = { ...names, chain: networkName(chain, currency) }
      return await parts.proofs.send(caller, { ...actOf(request, amount.value), details })
    },

    withdraw: (request, caller) => turns.run(caller.session.userId, () => ask(parts, request, caller)),

    async cancelWithdraw({ id }, { session }) {
      const account = accountOf(session.userId)
      const known = await ownWithdrawal(parts, session.userId, id)
      if (!known) return refuse("UNKNOWN_WITHDRAWAL")
      const done = await exchange.submit({ type: "withdraw.cancel", account, id })
      if (!done.ok) return declared(withdrawalEndpoints.cancelWithdraw, done.problem)
      return answer(withdrawalOf(done.value.withdrawal))
    },

    async withdrawals(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(await withdrawalPage(parts, session.userId, request))
    },

    async withdrawalState({ id }, { session }) {
      const known = await ownWithdrawal(parts, session.userId, id)
      return known ? answer(withdrawalOf(known)) : refuse("UNKNOWN_WITHDRAWAL")
    },
  }
}

/** The proofs come first (D3): who lacks one of them learns nothing more. The engine judges everything behind them. */
async function ask(
  parts: WithdrawParts,
  request: RequestOf<typeof withdraw>,
  caller: UserCaller,
): Promise<Result<Withdrawal, (typeof withdraw)["problems"][number]>> {
  const amount = readAmount(request.amount)
  if (!amount.ok) return amount
  const { userId } = caller.session
  const before = await askedBefore(parts, userId, request, amount.value)
  if (before) return answer(before)
  const { code, totp, tradePassword } = request
  const proven = await parts.proofs.prove(caller, actOf(request, amount.value), { code, totp, tradePassword })
  if (!proven.ok) return proven
  const entry = await addressOfBook(parts.database, userId, request.address)
  if (!entry || entry.chain !== request.chain || entry.currency !== request.currency)
    return refuse("UNKNOWN_ADDRESS")
  // Without custody the engine would take it, and nobody would ever send it.
  if (!parts.custody) return refuse("CHAIN_CLOSED", { currency: request.currency })
  if (!(await proven.value.spend())) return refuse("CODE")
  return await submit(parts, request, { userId, amount: amount.value, entry, proven: proven.value })
}

interface Proven {
  userId: number
  amount: Amount
  entry: NonNullable<Awaited<ReturnType<typeof addressOfBook>>>
  proven: ProvenAct
}

async function submit(
  { database, exchange, waitMs, keysMax }: WithdrawParts,
  { chain, currency, address: addressId, key, sentAt }: RequestOf<typeof withdraw>,
  { userId, amount, entry, proven }: Proven,
): Promise<Result<Withdrawal, (typeof withdraw)["problems"][number]>> {
  const { identity, restUntil } = await standingOf(database, userId)
  const done = await exchange.submit({
    type: "withdraw.request",
    account: accountOf(userId),
    ...{ chain, currency, addressId, address: entry.address, remark: entry.remark, amount, key, keysMax },
    ...{ identity, restUntil, addressReadyAt: entry.ready_at, hasSecondProof: proven.hasSecondProof, waitMs },
    ...(sentAt !== undefined && { sentAt }),
  })
  if (done.ok) return answer(withdrawalOf(done.value.withdrawal))
  // What failed inside may have been done all the same; what was refused was not.
  if (done.problem.name !== "INTERNAL") await proven.giveBack()
  return declared(withdrawalEndpoints.withdraw, done.problem)
}

/** S12: the same request again is answered as the first time, though its code is spent. */
async function askedBefore(
  parts: WithdrawParts,
  userId: number,
  { key, currency, chain, address }: RequestOf<typeof withdraw>,
  amount: Amount,
): Promise<Withdrawal | undefined> {
  const known = await withdrawalNamed(parts, userId, key)
  const isSame =
    known &&
    known.currency === currency &&
    known.chain === chain &&
    known.addressId === address &&
    known.amount === amount
  return isSame ? withdrawalOf(known) : undefined
}

/** One text for one withdrawal. The entries of an address book never change. */
const actOf = ({ currency, chain, address }: Details, amount: Amount): Pick<Act, "purpose" | "bound"> => ({
  purpose: "withdraw",
  bound: [currency, chain, address, amount].join(" "),
})

function readAmount(text: string): Result<Amount, "PRECISION" | "AMOUNT_LIMIT" | "WRONG_SIZE"> {
  const values = { field: "amount" }
  const amount = parseAmount(text)
  if (amount.ok) return amount.value > 0n ? amount : refuse("WRONG_SIZE", values)
  if (amount.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values })
  return refuse(amount.problem, values)
}

async function infoOf({ database, engine, exchange, waitMs }: WithdrawParts, userId: number) {
  const account = accountOf(userId)
  const { custody, ledger } = engine
  const { identity, restUntil, hasTradePassword, hasTotp } = await standingOf(database, userId)
  const used = custody.usedBy(account, exchange.now())
  const left = DAILY_LIMIT > used ? DAILY_LIMIT - used : 0n
  const isLimited = identity !== "verified"
  const currencies = (ledger.known(account)?.balances() ?? [])
    .filter(({ wallet }) => wallet === "funding")
    .map(({ currency }) => currency)
  return answer({
    limit: isLimited ? formatAmount(DAILY_LIMIT) : "",
    used: formatAmount(used),
    left: isLimited ? formatAmount(left) : "",
    restUntil,
    isFrozen: custody.frozen !== undefined,
    frozenReason: custody.frozen ?? "",
    claims: custody.claims
      .list()
      .filter((claim) => claim.account === account)
      .map(({ currency, amount }) => ({ currency, amount: formatAmount(amount) })),
    notFinal: currencies.flatMap((currency) => {
      const amount = notFinalOf(engine, account, currency)
      return amount === 0n ? [] : [{ currency, amount: formatAmount(amount) }]
    }),
    needs: { tradePassword: !hasTradePassword, totp: hasTotp },
    waitSeconds: Math.ceil(waitMs / 1000),
  })
}
