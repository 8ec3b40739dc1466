/** `npm run operator -- restore …`: reads the words, restores a backup, says what came of it. */

import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { BackupProblem } from "../backup/backup-files.ts"
import { RestoreProblem } from "../journal/restore.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { restoreBackup } from "./restore-backup.ts"

const USAGE =
  'usage: restore BACKUP FOLDER [--to TIME], TIME such as "2027-03-14T09:26:53Z": the last moment that shall be there'
const DONE = 0
const REFUSED = 1
const MISUSED = 2
/** Accounts without a login that are named; of more their number is said. */
const NAMED_MAX = 20

interface Terminal {
  say(line: string): void
  complain(line: string): void
}

/** @returns the exit code */
export async function runRestore(words: readonly string[], { say, complain }: Terminal): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    complain(USAGE)
    return MISUSED
  }
  try {
    const { seq, time, replayed, strangers, differences } = await restoreBackup(asked)
    say(
      `${asked.data} holds everything up to command ${seq} of ${new Date(time).toISOString()}; ${replayed} were done again.`,
    )
    if (strangers.length > 0)
      say(
        `${strangers.length} people registered behind the whole copy: their money is there, their login isn't (${strangers.slice(0, NAMED_MAX).join(", ")}).`,
      )
    if (differences.length > 0) {
      for (const line of ["THIS DIFFERS:", ...differences]) complain(line)
      return REFUSED
    }
    say(
      "Books, orders and balances agree with the engine. Start the server with SAKER_DATA set to this folder.",
    )
    return DONE
  } catch (error) {
    if (!isSaid(error)) throw error
    complain(error.message)
    return REFUSED
  }
}

const isSaid = (error: unknown): error is Error =>
  error instanceof BackupProblem || error instanceof RestoreProblem || error instanceof StartProblem

function readWords(words: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { to: { type: "string" } },
    })
    const [backup, data] = positionals
    const to = values.to === undefined ? undefined : Date.parse(values.to)
    if (!backup || !data || positionals.length > 2 || Number.isNaN(to)) return undefined
    return { backup: resolve(backup), data: resolve(data), ...(to === undefined ? {} : { to }) }
  } catch {
    return undefined
  }
}
