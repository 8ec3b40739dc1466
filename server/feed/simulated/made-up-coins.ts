/** Generates fictitious coins, named as such, for load tests with hundreds of markets. */

import { Chance } from "../../maker/chance.ts"
import type { Coin } from "./coins.ts"

/** The same for every seed: which markets exist must not depend on how their prices move. */
const KEY = 0x5a4b

const SYLLABLES = [
  "AL",
  "BO",
  "CY",
  "DU",
  "EX",
  "FO",
  "GY",
  "HE",
  "IV",
  "KO",
  "LU",
  "MY",
  "NO",
  "OR",
  "PY",
  "QU",
]

/** `count` coins, `ALBO1` and so on, with prices from 0.0005 to 80 USDT and small turnovers. */
export function madeUpCoins(count: number): Coin[] {
  const coins: Coin[] = []
  for (let at = 0; at < count; at += 1) {
    const chance = new Chance(KEY, 0, at)
    const price = Number(Math.exp(Math.log(0.0005) + chance.next() * Math.log(160_000)).toPrecision(3))
    const symbol = `${SYLLABLES[at % 16]}${SYLLABLES[(at * 7 + 3) % 16]}${at + 1}`
    const priceDecimals = Math.min(7, Math.max(2, 4 - Math.floor(Math.log10(price))))
    coins.push({
      symbol,
      name: `Example coin ${at + 1}`,
      price,
      beta: 0.7 + 0.8 * chance.next(),
      ownVolatility: 0.02 + 0.025 * chance.next(),
      turnover: 0.2 + 1.3 * chance.next(),
      priceDecimals,
      quantityDecimals: Math.max(0, Math.min(8 - priceDecimals, 1 + Math.floor(Math.log10(price) + 0.5))),
    })
  }
  return coins
}
