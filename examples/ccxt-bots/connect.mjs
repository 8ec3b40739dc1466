/** ccxt's class for Binance with another address: the one line in which these bots know where they are. */

import ccxt from "ccxt"

export const say = (text) => process.stdout.write(`${new Date().toISOString()} ${text}\n`)

/** The time machine (docs/time-machine.md) says where it is, and whether its clock waits for its program. */
const { BOT_ADDRESS, BOT_LOCKSTEP } = process.env
const LOCKSTEP = BOT_LOCKSTEP === "1"

/** Key and secret come from the environment: arguments are seen by everybody on the machine. */
export function connect(address, name = "binance") {
  const { BOT_KEY: apiKey, BOT_SECRET: secret } = process.env
  if (!apiKey || !secret) {
    say("BOT_KEY and BOT_SECRET: the key of a user, with the scopes read and spot")
    process.exit(2)
  }
  // In lockstep nothing passes while a bot waits for its turn.
  const exchange = new ccxt[name]({ apiKey, secret, enableRateLimit: !LOCKSTEP })
  for (const [part, url] of Object.entries(exchange.urls.api))
    exchange.urls.api[part] = `${address}/binance${new URL(url).pathname}`
  return exchange
}

let isStopped = false

/** True after a signal, or at the end of a stretch: a bot takes its orders back before it ends. */
export function untilStopped() {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isStopped = true
    })
  }
  return () => isStopped
}

/** In lockstep a pause is what moves the clock on. */
export async function wait(ms) {
  if (!LOCKSTEP) return await new Promise((resolve) => setTimeout(resolve, ms))
  const response = await fetch(`${BOT_ADDRESS}/machine/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ms }),
  })
  const { ended } = await response.json()
  isStopped ||= ended
}
