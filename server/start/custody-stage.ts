/** Stage "custody": opens the chains that money comes from and goes to, watches them, and brings the calls about both. */

import type { CustodyEndpointName } from "#core/wire/index.ts"
import type { ActProofs } from "../calls/act-proof.ts"
import type { HandlersOf } from "../calls/handler.ts"
import { addressHandlers } from "../custody/address.handlers.ts"
import { approveInSandbox } from "../custody/approve-in-sandbox.ts"
import { isFinalDeposit } from "../custody/custody.queries.ts"
import { CustodyAudit } from "../custody/custody-audit.ts"
import { CustodyLoop } from "../custody/custody-loop.ts"
import type { CustodyParts } from "../custody/custody-parts.ts"
import { depositHandlers } from "../custody/deposit.handlers.ts"
import { bookGenesis } from "../custody/genesis.ts"
import { type OpenedCustody, openCustody } from "../custody/open-custody.ts"
import { WithdrawalTeller } from "../custody/tell-withdrawals.ts"
import { withdrawHandlers } from "../custody/withdraw.handlers.ts"
import type { DepositName } from "../engine/custody/custody-command.ts"
import type { MoneyNotices } from "../mail/money-notices.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

/** How owners prove what they want, and are told what was done. */
interface Owners {
  proofs: ActProofs
  notices: MoneyNotices
}

export interface CustodyStage {
  /** Undefined: nothing comes in and nothing goes out here. */
  custody: OpenedCustody | undefined
  /** Owners are told of their withdrawals from then on. */
  handlers(owners: Owners): HandlersOf<CustodyEndpointName>
  /** To be called once the exchange takes commands. */
  run(): Promise<void>
  /** What is held up at the moment, by chains or by the custody audit. */
  troubles(): string[]
}

const HOUR_SECONDS = 3600
/** How long a new address waits: 48 hours, in the sandbox a minute. */
const ADDRESS_WAIT_SECONDS = { real: 48 * HOUR_SECONDS, sandbox: 60 }
/** D3: how long a withdrawal can be cancelled, at least. */
const WITHDRAW_WAIT_SECONDS = { real: 60, sandbox: 5 }
/** Keys that the engine may remember of one account (S12): nobody asks for more withdrawals in an hour. */
const KEYS_MAX = 1000

/** @throws StartProblem when the seed of the addresses can't be opened */
export async function startCustody(
  stage: Stage,
  opened: OpenedStorage,
  market: OpenedMarket,
): Promise<CustodyStage> {
  const { settings, log, onClose } = stage
  const { storage, clock } = opened
  const { database } = storage
  const custody = await openCustody({ settings, database, clock, log })
  onClose(() => custody?.adapter.close())
  const teller = new WithdrawalTeller(market.exchange)
  onClose(() => teller.stop())
  const watch = custody && watchCustody(stage, opened, market, custody)
  const handlers = handlersOf(stage, opened, market, custody)
  return {
    custody,
    handlers(owners) {
      teller.begin(owners.notices)
      return handlers(owners)
    },
    ...(watch ?? IDLE),
  }
}

const IDLE: Pick<CustodyStage, "run" | "troubles"> = { run: async () => undefined, troubles: () => [] }

function handlersOf(
  { settings }: Stage,
  { storage, clock }: OpenedStorage,
  { exchange, engine }: OpenedMarket,
  custody: OpenedCustody | undefined,
): CustodyStage["handlers"] {
  const { database } = storage
  const { now } = clock
  const kind = settings.sandbox ? "sandbox" : "real"
  const waitSeconds = settings.addressWaitSeconds ?? ADDRESS_WAIT_SECONDS[kind]
  const waitMs = (settings.withdrawWaitSeconds ?? WITHDRAW_WAIT_SECONDS[kind]) * 1000
  const { chainFaucet: faucet } = settings
  const keysMax = KEYS_MAX
  const gate = { custody, engine: engine.state }
  return ({ proofs, notices }) => ({
    ...addressHandlers({ database, now, ...gate, proofs, notices, waitSeconds }),
    ...depositHandlers({ database, now, ...gate, faucet }),
    ...withdrawHandlers({ database, exchange, ...gate, proofs, waitMs, keysMax }),
  })
}

function watchCustody(
  { log, settings, onClose }: Stage,
  { storage, rounds: clock }: OpenedStorage,
  { exchange, engine }: OpenedMarket,
  { adapter }: OpenedCustody,
): Pick<CustodyStage, "run" | "troubles"> {
  const wasFinal = (deposit: DepositName) => isFinalDeposit(storage.database, deposit)
  const parts: CustodyParts = { adapter, exchange, engine: engine.state, wasFinal, clock, log }
  const audit = new CustodyAudit({ ...parts, storage })
  const { sandbox, approveSeconds } = settings
  const loop = new CustodyLoop(
    parts,
    async () => {
      await audit.lookIfDue()
      if (sandbox && approveSeconds !== null) await approveInSandbox(parts, approveSeconds * 1000)
    },
    () => bookGenesis(parts),
  )
  return {
    async run() {
      await loop.begin()
      loop.start()
      onClose(() => loop.stop())
    },
    troubles: () => [...loop.troubles(), ...(adapter.troubles?.() ?? []), ...audit.failures()],
  }
}
