/** Is an own amount five dots while amounts are hidden, whatever its size, in elements and in sentences? */

import i18next from "i18next"
import { renderToStaticMarkup } from "react-dom/server"
import { initReactI18next } from "react-i18next"
import { afterEach, beforeAll, expect, test } from "vitest"
import { hideAmounts } from "../stores/hidden-amounts.ts"
import { OwnAmount, useOwnAmounts } from "./own-amount.tsx"

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { assets: { hidden: { amount: "hidden" } } } },
    react: { useSuspense: false },
  })
})
afterEach(() => hideAmounts(false))

const textOf = (node: React.ReactNode) => renderToStaticMarkup(node).replace(/<[^>]*>/g, "")

function Sentence({ text }: { text: string }) {
  const shown = useOwnAmounts()
  return <p>{shown(text, "USDT")}</p>
}

test("it is written whole, in the language's marks, with its unit", () => {
  expect(textOf(<OwnAmount text="29672.89000001" unit="USDT" />)).toBe("29,672.89000001\u00a0USDT")
  expect(textOf(<OwnAmount text="412.36" isSigned />)).toBe("+412.36")
  expect(textOf(<Sentence text="-1234.5" />)).toBe("\u22121,234.5\u00a0USDT")
})

test.each(["0", "0.5", "29672.89", "-412.36"])("hidden, %s is five dots and tells a listener so", (text) => {
  hideAmounts(true)
  const markup = renderToStaticMarkup(<OwnAmount text={text} isSigned unit="USDT" />)
  expect(markup).toMatch(
    /^<span aria-hidden="true">•••••\u00a0USDT<\/span><span[^>]*>hidden\u00a0USDT<\/span>$/,
  )
  expect(textOf(<Sentence text={text} />)).toBe("•••••\u00a0USDT")
})

test("what isn't known is a dash, hidden or not", () => {
  expect(textOf(<OwnAmount text={null} />)).toBe("–")
  hideAmounts(true)
  expect(textOf(<OwnAmount text={undefined} />)).toBe("–")
})
