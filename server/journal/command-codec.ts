/** Packs a batch of commands into few bytes: text, deflated with a dictionary of how commands look. */

import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Command, Stamped } from "#server/engine/command.ts"
import { plainText, readPlainText } from "./plain-text.ts"

/** First byte: by which form and dictionary the rest is read. A change of either gets a new number; old ones stay. */
const FORM = 1
/** Speed before size: the dictionary does the most of it. */
const LEVEL = 1

/** Commonest last: what is near is cheaper to point at. Never to be changed within a form. */
const DICTIONARY = Buffer.from(
  [
    '{"type":"instrument.set","instrument":{"id":"","kind":"perpetual","base":"","quote":"USDT","tick":"~","lot":"~"',
    ',"notionalUnit":"~","state":"open","listedAt":,"minQuantity":1,"maxQuantity":,"maxMarketQuantity":',
    ',"minNotional":"~500000000","maxOpenOrders":200,"maxStops":20,"priceRule":"strict","band":"~5000000"',
    ',"marketProtection":"~5000000","stpDefault":"EXPIRE_MAKER"}}{"type":"transfer","from":"funding","to":"contract"',
    ',"currency":"USDT","amount":"~"{"type":"faucet.draw","amounts":[{"currency":"BTC","amount":"~',
    '"stp":"EXPIRE_MAKER","sentAt":17,"budget":"~","stopPrice":,"clientOrderId":"","orderType":"stop-limit"',
    ',{"type":"clock.tick"}],{"type":"order.cancel-all","account":"u1","instrument":"BTC_USDT"}',
    ',{"type":"feed.quote","index":"BTC_USDT","source":"simulated","last":"~"}],',
    ',{"type":"order.place","account":"house-crowd","instrument":"ETH_USDT_PERP","side":"buy","quantity":',
    ',"timeInForce":"ioc","orderType":"market"}],"timeInForce":"ioc","orderType":"limit","price":',
    ',{"type":"order.amend","account":"house-maker","order":,"quantity":}],',
    ',{"type":"order.reduce","account":"house-maker","order":,"by":}],[0,{"type":"order.cancel","account":"house-maker"',
    ',"order":}],[0,{"type":"order.place","account":"house-maker","instrument":"BTC_USDT","side":"sell"',
    ',"orderType":"limit","timeInForce":"gtc","price":,"quantity":,"postOnly":true}],[0,',
  ].join(""),
)

/** Commands with their times; their sequences follow from the first. */
export function packCommands(batch: readonly Stamped[]): Uint8Array {
  let time = 0
  const steps = batch.map((stamped) => {
    const step = [stamped.time - time, stamped.command]
    time = stamped.time
    return step
  })
  const packed = deflateRawSync(plainText(steps), { level: LEVEL, dictionary: DICTIONARY })
  return Buffer.concat([Buffer.of(FORM), packed])
}

/** What {@link packCommands} was given. Throws on bytes of another form. */
export function unpackCommands(firstSeq: number, packed: Uint8Array): Stamped[] {
  if (packed[0] !== FORM) throw new Error(`commands of form ${packed[0]}; this Saker reads form ${FORM}`)
  const text = inflateRawSync(packed.subarray(1), { dictionary: DICTIONARY }).toString()
  let time = 0
  return (readPlainText(text) as [number, Command][]).map(([later, command], place) => {
    time += later
    return { seq: firstSeq + place, time, command }
  })
}
