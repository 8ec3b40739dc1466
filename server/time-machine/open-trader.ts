/** Makes the account that a program trades with: its money, its API key, and a login for whoever wants to watch. */

import { join } from "node:path"
import { NO_AMOUNT } from "#core/money/units.ts"
import { KEY_SCOPES } from "#core/wire/index.ts"
import type { AccountId, Command } from "../engine/command.ts"
import { accountOf } from "../engine/ledger/ledger-account.ts"
import type { StartedParts } from "../start/stage.ts"
import { newSecret, writePrivate } from "../storage/private-file.ts"
import { Passwords } from "../user/passwords.ts"
import { insertUser } from "../user/users.ts"
import type { MachineSettings } from "./machine-settings.ts"

/** In the machine's data folder, for its owner alone. */
const KEY_FILE = "market-key.json"
const EMAIL = "bot@example.org"

export interface Trader {
  account: AccountId
  key: string
  secret: string
  /** Where key, secret and login stand. */
  file: string
}

export async function openTrader(
  { exchange, storage: { database }, accounts }: StartedParts,
  { from, balance, contractBalance }: MachineSettings,
  folder: string,
): Promise<Trader> {
  const password = newSecret()
  const user = await insertUser(database, {
    name: { kind: "email", shown: EMAIL, key: EMAIL },
    password: await new Passwords().hash(password),
    ...{ invitedBy: null, registered: from, language: "en" },
  })
  const made = await database.transaction().execute((transaction) =>
    accounts.apiKeys.add(transaction, user.id, {
      ...{ name: "time machine", kind: "hmac", publicKey: "", scopes: KEY_SCOPES, addresses: [], expires: 0 },
    }),
  )
  if (!made) throw new Error("the account could not get a key")
  const account = accountOf(user.id)
  const submit = async (command: Command) => {
    const answer = await exchange.submit(command)
    if (!answer.ok) throw new Error(`the account could not be funded: ${JSON.stringify(answer.problem)}`)
  }
  await submit({ type: "faucet.draw", account, amounts: balance })
  if (contractBalance > NO_AMOUNT)
    await submit({
      ...{ type: "transfer", account, from: "funding", to: "contract", currency: "USDT" },
      ...{ amount: contractBalance, key: "time-machine" },
    })
  const { key } = made.row
  const { secret } = made
  await writePrivate(folder, KEY_FILE, { key, secret, login: EMAIL, password })
  return { account, key, secret, file: join(folder, KEY_FILE) }
}
