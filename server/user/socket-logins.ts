/** Whose a socket is: of the session whose token it says, or of the API key that has signed for it. */

import { type ClientMessage, type ProblemName, type Result, refuse } from "#core/wire/index.ts"
import { readSignature } from "../calls/signed-request.ts"
import type { ApiKeys } from "./api-keys/api-keys.ts"
import type { Sessions } from "./sessions.ts"

type Auth = Extract<ClientMessage, { type: "auth" }>["data"]
interface Watched {
  userId: number
  stop(): void
}

/** The method and path that are signed for a socket. */
const SOCKET_METHOD = "AUTH"
const SOCKET_PATH = "/socket"

/** `onEnd` of what is answered is called once when the session or key ends, until `stop`. */
export const socketLogins =
  ({ sessions, apiKeys }: { sessions: Sessions; apiKeys: ApiKeys }) =>
  async (said: Auth, address: string, onEnd: () => void): Promise<Result<Watched, ProblemName>> => {
    if ("token" in said) {
      const session = await sessions.watch(said.token, onEnd)
      return session ? { ok: true, value: session } : refuse("SESSION")
    }
    const texts = { ...said, time: String(said.time), window: String(said.window ?? "") }
    const rest = { method: SOCKET_METHOD, path: SOCKET_PATH, body: Buffer.alloc(0), address }
    const read = readSignature(texts, rest)
    if (!read.ok) return read
    const login = await apiKeys.watch(read.value, onEnd)
    if (!login.ok || login.value.scopes.has("read")) return login
    login.value.stop()
    return refuse("API_KEY_SCOPE")
  }
