/** The profit in money is in neither picture nor description unless it is wanted. */

import type { TFunction } from "i18next"
import { expect, test } from "vitest"
import { pictureText, pictureWords } from "./picture-words.ts"
import type { ShareFigures } from "./share-figures.ts"

/** Keys instead of words, with the values behind them. */
const t = ((key: string, values: object = {}) =>
  [key.split(/[:.]/).at(-1), ...Object.values(values)].join(" ")) as unknown as TFunction<"share">
const figures: ShareFigures = {
  ...{ contract: "BTC/USDT", quote: "USDT", side: "short", leverage: 20, isClosed: false, sign: 1 },
  ...{ roe: "+12.40 %", entry: "67,284.1", exit: "67,100.0", profit: "+82.31 USDT", time: 1_785_000_000_000 },
}
const said = {
  t,
  language: "en",
  brand: "Saker",
  hasMark: true,
  isPractice: false,
  isMoneyShown: false,
  invite: null,
}

test("money is in neither words nor description unless it is wanted", () => {
  const bare = pictureWords(figures, said)
  expect(JSON.stringify(bare) + pictureText(bare, t)).not.toContain("82.31")
  const full = pictureWords(figures, { ...said, isMoneyShown: true })
  expect(pictureText(full, t)).toContain("pnlIn USDT +82.31 USDT")
})

test("the description has what stands on the picture, in its order", () => {
  expect(pictureText(pictureWords(figures, said), t)).toBe(
    "picture Saker, BTC/USDT, short 20, roe +12.40 %, entry 67,284.1, mark 67,100.0, 25 Jul 2026, 17:20:00 UTC",
  )
})

test("a closed position tells its net return and where it was opened and closed", () => {
  const closed = pictureWords({ ...figures, isClosed: true }, { ...said, isMoneyShown: true })
  const labels = [closed.roe, closed.entry, closed.exit, closed.profit].map((each) => each?.label)
  expect(labels).toEqual(["netRatio", "opened", "closed", "net"])
})

test("practice money is told on the picture and in its description", () => {
  const words = pictureWords(figures, { ...said, isPractice: true })
  expect(words.brand).toBe("Saker · practice")
  expect(pictureText(words, t)).toContain("Saker · practice, BTC/USDT")
  expect(pictureWords(figures, { ...said, brand: "", isPractice: true }).brand).toBe("practice")
})
