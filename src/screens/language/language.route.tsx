/** The language page. The door of the language page: chooses, keeps the choice, and tells the worker. */

import i18next from "i18next"
import { useState } from "react"
import type { Language } from "#core/wire/language.ts"
import { setMarketLanguage } from "../../feed/connect-market-worker.ts"
import { writeDevice } from "../../stores/device-storage.ts"
import { changeLanguage } from "../../text/i18n.ts"
import { showToast } from "../../ui/toaster.ts"
import { currentLanguage } from "../../words/first-words.ts"
import { LanguageView } from "./language.view.tsx"

export function LanguageScreen() {
  const [pending, setPending] = useState<Language | null>(null)
  const choose = async (language: Language) => {
    setPending(language)
    try {
      await changeLanguage(language)
      writeDevice("lang", language)
      await setMarketLanguage(language)
    } catch (error) {
      console.error("saker: language failed to load", error)
      showToast("failure", i18next.t("app:toast.languageFailed"))
    } finally {
      setPending(null)
    }
  }
  return <LanguageView current={currentLanguage()} pending={pending} onChoose={(each) => void choose(each)} />
}
