/** ccxt's class for Binance with another address: the one line in which these bots know where they are. */

import ccxt from "ccxt"

export const say = (text) => process.stdout.write(`${new Date().toISOString()} ${text}\n`)

/** Key and secret come from the environment: arguments are seen by everybody on the machine. */
export function connect(address, name = "binance") {
  const { BOT_KEY: apiKey, BOT_SECRET: secret } = process.env
  if (!apiKey || !secret) {
    say("BOT_KEY and BOT_SECRET: the key of a user, with the scopes read and spot")
    process.exit(2)
  }
  const exchange = new ccxt[name]({ apiKey, secret, enableRateLimit: true })
  for (const [part, url] of Object.entries(exchange.urls.api))
    exchange.urls.api[part] = `${address}/binance${new URL(url).pathname}`
  return exchange
}

/** True after a signal: a bot takes its orders back before it ends. */
export function untilStopped() {
  let isStopped = false
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isStopped = true
    })
  }
  return () => isStopped
}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
