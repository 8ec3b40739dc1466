/** Does the commands of a backup again in its restored database, up to a moment, and keeps what comes of them. */

import type { Stamped } from "#server/engine/command.ts"
import { RULES_VERSION } from "../engine/versions.ts"
import type { AppliesCommands } from "../exchange/exchange.ts"
import { unpackCommands } from "../journal/command-codec.ts"
import { type Journal, nextChain } from "../journal/journal.ts"
import { BackupProblem, type SavedBatch } from "./backup-files.ts"

interface ReplayParts {
  engine: AppliesCommands
  /** Stands where the copied database ends. */
  journal: Journal
}

/**
 * @param to epoch ms: what was done later is left out
 * @returns how many commands were done again
 * @throws BackupProblem when a batch is missing or was changed; what was replayed before is kept
 */
export async function replayCommands(
  batches: readonly SavedBatch[],
  { engine, journal }: ReplayParts,
  to: number,
): Promise<number> {
  let replayed = 0
  let { seq } = journal.head
  let chain = journal.head.chain
  for (const batch of batches) {
    const range = `commands ${batch.first} to ${batch.last}`
    const commands = Buffer.from(batch.commands, "base64")
    chain = nextChain(chain, commands)
    if (batch.first !== seq + 1) throw new BackupProblem(`${range} don't follow command ${seq}`)
    if (Buffer.from(chain).toString("hex") !== batch.chain)
      throw new BackupProblem(`${range} were changed, or aren't of this copy`)
    if (batch.rules !== RULES_VERSION)
      throw new BackupProblem(`${range} have rules version ${batch.rules}, this Saker has ${RULES_VERSION}`)
    const all = unpackCommands(batch.first, commands)
    const stamped = all.filter(({ time }) => time <= to)
    await keep(stamped, { engine, journal })
    replayed += stamped.length
    if (stamped.length < all.length) break
    seq = batch.last
  }
  return replayed
}

async function keep(stamped: readonly Stamped[], { engine, journal }: ReplayParts): Promise<void> {
  if (stamped.length === 0) return
  const events = stamped.map((one) => engine.apply(one).events)
  await journal.keep({ stamped, events })
}
