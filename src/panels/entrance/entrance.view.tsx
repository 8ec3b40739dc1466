/** The frame of login, register and "forgot". The brand above, the language, and the ways out below. */

import { useTranslation } from "react-i18next"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { Brand } from "../../page-head/brand.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { languageName } from "../../text/language-names.ts"
import { Globe, Headset, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./entrance.module.css"

export function EntranceHead() {
  const { t } = useTranslation("account")
  return (
    <>
      <TopBarEnd>
        <ScreenLink to="/pages/user/language" className={styles.language}>
          <Icon glyph={Globe} size={16} />
          <span className={styles.hidden}>{t("app:screen.language")}: </span>
          {languageName(currentLanguage())}
        </ScreenLink>
      </TopBarEnd>
      <div className={styles.brand}>
        <Brand />
      </div>
    </>
  )
}

/** Under the form: who never asks for a password, and the ways out. */
export function EntranceFoot() {
  const { t } = useTranslation("account")
  return (
    <>
      <Note>{t("login.never")}</Note>
      <div className={styles.foot}>
        <ScreenLink to="/pages/spot/index" className={styles.way}>
          {t("login.markets")}
        </ScreenLink>
        <ScreenLink to="/pages/ks/index" className={styles.help}>
          <Icon glyph={Headset} size={16} />
          {t("login.help")}
        </ScreenLink>
      </div>
    </>
  )
}
