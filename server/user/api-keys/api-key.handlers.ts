/** Handlers of the calls about API keys. */

import type { addApiKey } from "#core/wire/api-key-calls.ts"
import { KEYS_MAX, type RequestOf, type Result, refuse } from "#core/wire/index.ts"
import { answer, type HandlersOf, type UserCaller } from "../../calls/handler.ts"
import { makeProven } from "../proof.ts"
import type { UserParts } from "../user-parts.ts"
import { readNetwork } from "./address-list.ts"
import type { KeyWish } from "./api-keys.ts"
import { readPublicKey } from "./key-signature.ts"

type ApiKeyNames = "apiKeys" | "addApiKey" | "endApiKey" | "endAllApiKeys"

export const apiKeyHandlers = (parts: UserParts): HandlersOf<ApiKeyNames> => ({
  apiKeys: async (_given, { session }) => answer({ rows: await parts.apiKeys.list(session.userId) }),
  addApiKey: (given, caller) => makeKey(parts, caller, given),
  endApiKey: async ({ id }, { session }) =>
    (await parts.apiKeys.end(session.userId, Number(id))) ? answer({}) : refuse("UNKNOWN_API_KEY"),
  endAllApiKeys: async (_given, { session }) => answer({ ended: await parts.apiKeys.endAll(session.userId) }),
})

type Wish = RequestOf<typeof addApiKey>

async function makeKey(parts: UserParts, caller: UserCaller, given: Wish) {
  const wish = readWish(given, parts.now())
  if (!wish.ok) return wish
  const proven = await makeProven(parts, caller, "apiKey", given, (transaction, { id }) =>
    parts.apiKeys.add(transaction, id, wish.value),
  )
  if (!proven.ok) return proven
  const { user, made } = proven.value
  if (made === null) return refuse("API_KEY_COUNT", { limit: KEYS_MAX })
  parts.messages.changed(user, "apiKey", parts.now())
  return answer(made)
}

function readWish(given: Wish, now: number): Result<KeyWish, "API_KEY_FORM" | "FORMAT"> {
  const { name, kind, scopes, expires } = given
  const publicKey = kind === "ed25519" ? readPublicKey(given.publicKey ?? "") : ""
  if (publicKey === undefined) return refuse("API_KEY_FORM")
  const addresses = given.addresses.map(readNetwork)
  const isWhole = (list: (string | undefined)[]): list is string[] => !list.includes(undefined)
  if (!isWhole(addresses)) return refuse("FORMAT", { field: "addresses" })
  if (expires !== 0 && expires <= now) return refuse("FORMAT", { field: "expires" })
  const wish = { name, kind, publicKey, expires, addresses: [...new Set(addresses)] }
  return { ok: true, value: { ...wish, scopes: [...new Set(scopes)] } }
}
