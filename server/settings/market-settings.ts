/** Settings of feed, markets and second contracts: rows of the table in settings.ts. */

import {
  absolute,
  onOff,
  readExchangeUrls,
  readFeed,
  readPairs,
  readWeights,
  setting,
  whole,
} from "./setting-readers.ts"

export const marketSettings = {
  feed: setting({
    name: "SAKER_FEED",
    default: "simulated",
    allowed: "simulated, replay:FILE, or ccxt:EXCHANGE, several parted by commas",
    meaning: "Where prices come from",
    read: readFeed,
  }),
  seed: setting({
    name: "SAKER_SEED",
    default: "",
    allowed: "nothing (a secret key, made at the first start), or a whole number from 0 to 4294967295",
    meaning:
      "Seed of the simulated market, for tests and demonstrations: who knows it knows the prices to come",
    read: (given) => (given === "" ? null : whole(0, 4_294_967_295).read(given)),
  }),
  markets: setting({
    name: "SAKER_MARKETS",
    default: "",
    allowed: "nothing (the catalogue), or a whole number from 1 to 2000",
    meaning: "How many markets the simulation lists, for load",
    read: (given) => (given === "" ? null : whole(1, 2000).read(given)),
  }),
  priceWalks: setting({
    name: "SAKER_PRICE_WALKS",
    default: "0",
    meaning:
      "Lets the operator make prices of the simulated market walk (`npm run operator -- walk`), for tests and demonstrations only",
    ...onOff,
  }),
  replaySpeed: setting({
    name: "SAKER_REPLAY_SPEED",
    default: "1",
    allowed: "a number from 0.1 to 1000",
    meaning: "How many times faster than recorded a replay runs",
    read: (given) => {
      const value = /^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : Number.NaN
      return value >= 0.1 && value <= 1000 ? value : undefined
    },
  }),
  pairs: setting({
    name: "SAKER_CCXT_PAIRS",
    default: "",
    allowed:
      "nothing (all of the catalogue that the exchange lists), or pairs such as BTC/USDT, parted by commas",
    meaning: "Spot markets that a ccxt: feed brings; perpetual and second contracts follow from them",
    read: readPairs,
  }),
  weights: setting({
    name: "SAKER_CCXT_WEIGHTS",
    default: "",
    allowed: "nothing (equal), or whole numbers from 1 to 1000 such as binance=3,kraken=1",
    meaning: "How much each exchange of a ccxt: feed counts in the indexes",
    read: readWeights,
  }),
  exchangeUrls: setting({
    name: "SAKER_CCXT_URLS",
    default: "",
    allowed:
      'nothing, a base address for all exchanges, or JSON such as {"binance":{"rest":"http://host:1","ws":"ws://host:2"}}',
    meaning:
      "Where the exchanges of a ccxt: feed answer, if not at their own addresses; their paths are kept",
    read: readExchangeUrls,
  }),
  secondExposure: setting({
    name: "SAKER_SECOND_EXPOSURE",
    default: "100000",
    meaning:
      "USDT that users may win at a time with second contracts on one index in one direction; what goes beyond it is refused",
    ...whole(1, 1_000_000_000),
  }),
  optionHouseWarning: setting({
    name: "SAKER_OPTION_HOUSE_WARNING",
    default: "1000000",
    meaning:
      "USDT free for the profits of second contracts; with less the log and the operator's audit table say so",
    ...whole(0, 1_000_000_000),
  }),
  insuranceWarning: setting({
    name: "SAKER_INSURANCE_WARNING",
    default: "0",
    meaning:
      "USDT of equity of the insurance fund of contracts; with less the log and the operator's audit table say so",
    ...whole(0, 1_000_000_000),
  }),
  houseLossWarning: setting({
    name: "SAKER_HOUSE_LOSS_WARNING",
    default: "10000000",
    meaning:
      "USDT by which the equity of the house's maker in contracts may be below zero; with a greater loss the log and the operator's audit table say so",
    ...whole(0, 1_000_000_000),
  }),
  aiReserveWarning: setting({
    name: "SAKER_AI_RESERVE_WARNING",
    default: "100",
    meaning:
      "Percent of the rewards of all AI products that are still for sale which the reserve is to have free; with less the log and the operator's audit table say so",
    ...whole(0, 1_000),
  }),
  secondTickDays: setting({
    name: "SAKER_SECOND_TICK_DAYS",
    default: "7",
    meaning:
      "Days for which every tick of the indexes of second contracts is kept; hours that a contract rests on are kept for good",
    ...whole(1, 3650),
  }),
  record: setting({
    name: "SAKER_RECORD",
    default: "",
    allowed: "nothing, or a file that may be written",
    meaning: "Writes what the feed sends to this file, for replay: to play",
    read: (given) => (given === "" ? null : absolute(given)),
  }),
} as const
