/** The list of languages. One row a language: flag, its own name, a check mark at the one in use. */

import { useTranslation } from "react-i18next"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { languageName } from "../../text/language-names.ts"
import { classNames } from "../../ui/class-names.ts"
import { Check, Icon } from "../../ui/icon.tsx"
import { FLAGS } from "./flags.ts"
import styles from "./language.module.css"

interface LanguageViewProps {
  current: Language
  /** Chosen, its words still on their way. */
  pending: Language | null
  onChoose: (language: Language) => void
}

export function LanguageView({ current, pending, onChoose }: LanguageViewProps) {
  const { t } = useTranslation("app")
  return (
    <div role="radiogroup" aria-label={t("screen.language")} className={styles.list}>
      {LANGUAGES.map((language) => {
        const Flag = FLAGS[language]
        return (
          <label key={language} className={styles.row} lang={language} aria-busy={pending === language}>
            <input
              type="radio"
              name="language"
              className={styles.input}
              value={language}
              checked={language === current}
              onChange={() => onChoose(language)}
            />
            <Flag className={styles.flag} aria-hidden="true" />
            <span className={classNames(styles.name, language === current && styles.chosen)}>
              {languageName(language)}
            </span>
            {language === current ? <Icon glyph={Check} className={styles.check} /> : null}
            {pending === language ? <span className={styles.ring} /> : null}
          </label>
        )
      })}
    </div>
  )
}
