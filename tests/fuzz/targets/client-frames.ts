/** Fuzz target: what a client says on our socket. */

import { clientMessage, socketMessages } from "#core/wire/index.ts"
import { readClientText } from "#server/stream/client-message.ts"
import { type FuzzTarget, must, mustBePlain, mustBeSame } from "../fuzz-target.ts"

/** Longest refusal: what it repeats is cut. */
const REFUSAL_LENGTH_MAX = 1000

/** Right messages of clients, as the documents show them. */
export const rightMessages = Object.entries(socketMessages).flatMap(([type, { from, examples }]) =>
  from === "client" ? examples.map(({ data }) => ({ type, data })) : [],
)

/** Reads a frame and checks that what is understood is understood the same when it is written again. */
export function checkFrame(text: string): { taken: number; refused: number; marks: string[] } {
  const said = readClientText(text)
  must(isJson(text) || !said.some(({ ok }) => ok), "a message was taken from what is no JSON")
  const marks: string[] = []
  let taken = 0
  for (const one of said) {
    if (one.ok) {
      taken += 1
      marks.push(`takes ${one.message.type}`)
      mustBePlain(one.message)
      const again = clientMessage.safeParse(JSON.parse(JSON.stringify(one.message)))
      must(again.success, "what was taken isn't taken again")
      mustBeSame(again.data, one.message, "a message is read otherwise when it is written again")
    } else {
      const { name, of = "", channel, key } = one.refusal
      marks.push(`${of} ${name} ${channel !== undefined} ${key !== undefined}`)
      must(JSON.stringify(one.refusal).length <= REFUSAL_LENGTH_MAX, "a refusal is too long")
    }
  }
  return { taken, refused: said.length - taken, marks }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const target: FuzzTarget = {
  form: "text",
  seeds: rightMessages.map((message) => JSON.stringify(message)),
  read: (text) => checkFrame(text).marks,
}
