/** Settings of custody: the key of its phrase, waiting times, the sandbox's chains. Rows of the table in settings.ts. */

import { absolute, readAmounts, setting, text, whole } from "./setting-readers.ts"

export const custodySettings = {
  custodyKey: setting({
    name: "SAKER_CUSTODY_KEY",
    default: "",
    meaning:
      "Encrypts the phrase that all deposit addresses come from; empty: a key from a file. Who loses it loses the addresses",
    secret: true,
    ...text(1000),
  }),
  custodyKeyFile: setting({
    name: "SAKER_CUSTODY_KEY_FILE",
    default: "",
    allowed: "nothing (a file in SAKER_DATA, made at the first start), or a file whose first line is the key",
    meaning: "File with the key of custody; better on another disk than the phrase",
    read: (given) => (given === "" ? "" : given.includes("\0") ? undefined : absolute(given)),
  }),
  addressWaitSeconds: setting({
    name: "SAKER_ADDRESS_WAIT_SECONDS",
    default: "",
    allowed: "nothing (60 in the sandbox, else 172800), or a whole number from 0 to 2592000",
    meaning: "How long a new withdrawal address waits before it can be used without an authenticator",
    read: (given) => (given === "" ? null : whole(0, 2_592_000).read(given)),
  }),
  sandboxBlockMs: setting({
    name: "SAKER_SANDBOX_BLOCK_MS",
    default: "1000",
    meaning:
      "How long a block of the sandbox's Ethereum and TRON takes, in ms; one of its Bitcoin five times as long",
    ...whole(20, 600_000),
  }),
  withdrawWaitSeconds: setting({
    name: "SAKER_WITHDRAW_WAIT_SECONDS",
    default: "",
    allowed: "nothing (60, in the sandbox 5), or a whole number from 0 to 86400",
    meaning: "Seconds for which a withdrawal waits, so that its owner can cancel it",
    read: (given) => (given === "" ? null : whole(0, 86_400).read(given)),
  }),
  chainFaucet: setting({
    name: "SAKER_CHAIN_FAUCET",
    default: "USDT:1000,BTC:0.02,ETH:0.5",
    allowed: "nothing (there is none), or amounts such as USDT:1000,BTC:0.02",
    meaning:
      "What the sandbox's faucet sends at a time over a simulated chain to a deposit address; a user may ask once a minute",
    read: readAmounts,
  }),
} as const
