/** Where is the mailbox of a server that a test has started? Its key lies in the data folder. */

import { readFileSync } from "node:fs"
import { join } from "node:path"

const folders = new Map<string, string>()

/** Remembers the data folder of the server at `address`. */
export const noteFolder = (address: string, folder: string): void => void folders.set(address, folder)

/** Address of the mailbox, for people; with `.json` behind it for scripts. */
export function mailboxOf(address: string): string {
  const folder = folders.get(address)
  if (folder === undefined) throw new Error(`no test has started a server at ${address}`)
  const { secret } = JSON.parse(readFileSync(join(folder, "mailbox.json"), "utf8")) as { secret: string }
  return `${address}/mailbox/${secret}`
}
