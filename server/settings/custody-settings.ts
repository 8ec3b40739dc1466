/** Settings of custody: the key of its phrase, waiting times, the sandbox's chains. Rows of the table in settings.ts. */

import { absolute, readAmounts, readTokens, setting, text, web, whole } from "./setting-readers.ts"

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
  evmRpc: setting({
    name: "SAKER_EVM_RPC",
    default: "",
    meaning:
      "Address of a node (JSON-RPC) that serves Ethereum in the sandbox in place of the simulated chain: one of a development or test network, for a data folder that has been used with no other chain",
    secret: true,
    ...web,
  }),
  evmTokens: setting({
    name: "SAKER_EVM_TOKENS",
    default: "",
    allowed:
      "nothing, or contracts such as USDT:0xdAC17F958D2ee523a2206206994597C13D831ec7, parted by commas",
    meaning: "ERC-20 contracts by currency on the chain of SAKER_EVM_RPC",
    read: readTokens,
  }),
  evmMaxGwei: setting({
    name: "SAKER_EVM_MAX_GWEI",
    default: "200",
    meaning: "Withdrawals on the chain of SAKER_EVM_RPC wait while a unit of gas may cost more, in gwei",
    ...whole(1, 1_000_000),
  }),
} as const
