/** Fuzz target: recordings that an operator plays, in each format that is read. An input are the lines of a file. */

import type { RecordedEvent } from "#server/feed/recorded/recorded-event.ts"
import { measureSteps } from "#server/feed/recorded/recorded-steps.ts"
import { eventsOf, FORMATS } from "#server/feed/recorded/recording.ts"
import { type FuzzTarget, must, mustBePlain } from "../fuzz-target.ts"

/** As prices and quantities are kept, in steps. */
const STEPS_MAX = 2 ** 53

/** A file that is damaged is refused, by whichever step of reading notices; what all of them take is whole. */
function checkRecording(text: string): string[] {
  const lines = text.split("\n")
  const at = FORMATS.findIndex((format) => format.recognises(lines[0] ?? ""))
  const Format = FORMATS[at]
  if (!Format) return ["no recording"]
  const parser = new Format()
  const events: RecordedEvent[] = []
  try {
    for (const event of eventsOf(
      "",
      parser,
      lines.map((line, number) => ({ line, number })),
    ))
      events.push(event)
    for (const { priceDecimals, quantityDecimals, priceStep } of measureSteps(events).values()) {
      must(priceDecimals >= 0 && quantityDecimals >= 0, "a step has fewer decimals than none")
      must(Number.isSafeInteger(priceStep) && priceStep < STEPS_MAX, "a step is beyond counting")
    }
  } catch (error) {
    // A damaged file is told with its line by whoever opens it, whatever the reason is called.
    if (!(error instanceof Error) || error.name === "Finding") throw error
    const reason = error.message
      .replaceAll(/[^a-z ]/g, "")
      .split(" ")
      .slice(-2)
      .join(" ")
    return [`${at} refused ${error.name} ${reason}`]
  }
  for (const { time } of events) must(Number.isFinite(time), "an event has no time")
  for (const symbol of parser.symbols.values()) {
    mustBePlain(symbol)
    must(symbol.base !== "" && symbol.quote !== "", "a market has no name")
  }
  return [...new Set(events.map(({ kind }) => `${at} ${kind}`))]
}

const BOOK = '{"t":1,"book":"BTC_USDT","seq":1,"bids":[["1.5","2"]],"asks":[["1.6","2"]],"checksum":5}'
const DELTA = '{"t":2,"depth":"BTC_USDT","prev":1,"seq":2,"bids":[["1.5","0"]],"asks":[]}'
const TRADES = '{"t":3,"trades":"BTC_USDT","rows":[[1,"1.5","2",1,3]]}'
const INDEX = '{"t":4,"index":"BTC_USDT","rows":[[1,4,"1.5"]]}'
const market = { id: "BTC_USDT", kind: "spot", base: "BTC", quote: "USDT", tick: "1000000", lot: "1000000" }
const HEAD = JSON.stringify({ saker: "recording", version: 1, time: 0, instruments: [market] })
const STAMP = "1715000000000000000"
const UPDATE = '{"e":"depthUpdate","E":1,"s":"BTCUSDT","U":11,"u":12,"b":[["1.5","2"]],"a":[["1.6","2"]]}'
const TRADE = '{"e":"trade","E":1,"T":1,"s":"BTCUSDT","p":"1.5","q":"2","m":true}'

/** What six exchanges say, as cryptofeed keeps it. */
const VENUES = [
  ["wss://stream.binance.com/ws", `{"stream":"btcusdt@trade","data":${TRADE}}`],
  [
    "wss://stream.bybit.com/v5/public/spot",
    '{"topic":"orderbook.50.BTCUSDT","type":"snapshot","ts":1,"data":{"s":"BTCUSDT","b":[["1.5","2"]],"a":[["1.6","2"]],"u":1,"seq":1}}',
  ],
  ["wss://ws.kraken.com", '[1,{"as":[["1.6","2","1.0"]],"bs":[["1.5","2","1.0"]]},"book-10","XBT/USD"]'],
  [
    "wss://ws.okx.com:8443/ws/v5/public",
    '{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"snapshot","data":[{"asks":[["1.6","2","0","1"]],"bids":[["1.5","2","0","1"]],"ts":"1","checksum":-5,"seqId":1,"prevSeqId":-1}]}',
  ],
  [
    "wss://ws.bitget.com/spot/v1/stream",
    '{"action":"snapshot","arg":{"instType":"sp","channel":"books","instId":"BTCUSDT"},"data":[{"asks":[["1.6","2"]],"bids":[["1.5","2"]],"checksum":5,"ts":"1"}]}',
  ],
  [
    "wss://ws-feed.exchange.coinbase.com",
    '{"type":"snapshot","product_id":"BTC-USD","asks":[["1.6","2"]],"bids":[["1.5","2"]],"time":"2024-05-06T00:00:00Z"}',
  ],
] as const

export const target: FuzzTarget = {
  form: "text",
  seeds: [
    [HEAD, BOOK, DELTA, TRADES, INDEX].join("\n"),
    `${STAMP} {"lastUpdateId":10,"bids":[["1.5","2"]],"asks":[["1.6","2"]],"symbol":"BTCUSDT"}\n${STAMP} {"stream":"btcusdt@depth","data":${UPDATE}}`,
    `${STAMP} {"stream":"btcusdt@trade","data":${TRADE}}`,
    `${STAMP} {"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTCUSDT","b":"1.5","B":"2","a":"1.6","A":"2"}}`,
    ...VENUES.map(([address, message]) => `${address} <-> 1715000000.5\n1715000000.6: ${message}`),
  ],
  read: checkRecording,
}
