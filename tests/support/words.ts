/** Gives a test all words of one language at once, where the page itself fetches them in two steps. */

import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import type { Language } from "#core/wire/language.ts"

const files = import.meta.glob<Record<string, unknown>>("../../locales/*/*.json", { import: "default" })

/** Starts i18next as `startI18n` of src/text does, without a document. Called again it changes the language. */
export async function speak(language: Language): Promise<void> {
  const bundles = Object.entries(files).filter(([path]) => path.includes(`/${language}/`))
  const words = await Promise.all(
    bundles.map(async ([path, load]) => [path.split("/").at(-1)?.replace(".json", "") ?? path, await load()]),
  )
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: Object.fromEntries(words) },
    defaultNS: "app",
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}
