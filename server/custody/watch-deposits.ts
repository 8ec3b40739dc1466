/** Tells the engine what the adapter reports of deposits: only what differs from what it has, and never twice (D1, D2). */

import type { Command } from "../engine/command.ts"
import { depositKey } from "../engine/custody/custody-state.ts"
import { accountOf } from "../engine/ledger/ledger-account.ts"
import type { Incoming } from "./custody-adapter.ts"
import { type CustodyParts, type Troubles, within } from "./custody-parts.ts"

/** One look at everything that comes in. What the engine refuses is held up by itself, not the rest. */
export async function watchDeposits(parts: CustodyParts, troubles: Troubles): Promise<void> {
  const incoming = await within(parts, parts.adapter.incoming())
  for (const one of incoming) await troubles.watch(`deposit ${depositKey(one)}`, () => report(parts, one))
}

async function report(parts: CustodyParts, incoming: Incoming): Promise<void> {
  const { chain, tx, index, account, address, currency, amount } = {
    ...incoming,
    account: accountOf(incoming.userNumber),
  }
  const { adapter, engine } = parts
  const { custody } = engine
  const key = depositKey(incoming)
  const name = { chain, tx, index }
  const isHere = () => {
    const status = custody.deposits.get(key)?.status
    return status !== undefined && status !== "vanished" && status !== "reversed"
  }
  const isForgotten = !custody.finals.has(key) && !custody.deposits.has(key) && (await parts.wasFinal(name))
  if (!custody.finals.has(key) && !isForgotten) {
    if (incoming.isGone) {
      if (isHere()) await tell(parts, { type: "custody.vanished", ...name })
    } else {
      if (!isHere()) await tell(parts, { type: "custody.seen", ...name, account, address, currency, amount })
      const known = custody.deposits.get(key)
      if (known && known.confirmations !== Math.min(incoming.confirmations, known.finalAfter))
        await tell(parts, { type: "custody.confirmed", ...name, confirmations: incoming.confirmations })
    }
  }
  const isOver = isForgotten || custody.finals.has(key) || (incoming.isGone && !isHere())
  if (isOver) await within(parts, adapter.settle(name))
}

/** @throws Error with the engine's refusal */
export async function tell({ exchange }: Pick<CustodyParts, "exchange">, command: Command): Promise<void> {
  const done = await exchange.submit(command)
  if (!done.ok) throw new Error(`${command.type}: ${done.problem.name}`)
}
