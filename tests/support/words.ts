/** Gives a test all words of one language at once, where the page itself fetches them in two steps. */

import type { Language } from "#core/wire/language.ts"
import { addWords, translateInto } from "#src/text/translator.ts"
import { showFirstWords, type Words } from "#src/words/first-words.ts"

const files = import.meta.glob<Words>("../../locales/*/*.json", { import: "default" })

/** Shows all words as src/text does, without a document. Called again it changes the language. */
export async function speak(language: Language): Promise<void> {
  const bundles = Object.entries(files).filter(([path]) => path.includes(`/${language}/`))
  const words = await Promise.all(
    bundles.map(
      async ([path, load]) => [path.split("/").at(-1)?.replace(".json", "") ?? path, await load()] as const,
    ),
  )
  const all = Object.fromEntries(words)
  await addWords(language, all)
  await translateInto(language)
  showFirstWords(language, all.app ?? {})
}
