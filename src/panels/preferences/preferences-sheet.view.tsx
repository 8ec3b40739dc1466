/** The sheet of preferences. Theme and palette, at once; the language has a page of its own. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ScreenLink } from "../../places/screen-link.tsx"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { PALETTES, type Palette, preferences, setPalette } from "../../stores/preferences-store.ts"
import { chooseTheme, followsSystem, type ThemeChoice } from "../../stores/theme-choice.ts"
import { languageName } from "../../text/language-names.ts"
import { classNames } from "../../ui/class-names.ts"
import { Check, ChevronRight, Globe, Icon } from "../../ui/icon.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { SheetBody } from "../../ui/sheet-body.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./preferences-sheet.module.css"

export const PALETTE_WORDS: Record<Palette, string> = {
  standard: "standard",
  colourblind: "colourblind",
  "red-up": "redUp",
}

export function PreferencesSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("app")
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("preferences.title")}
    >
      <div className={styles.parts}>
        <LookFields />
        <ScreenLink to="/pages/user/language" className={styles.language} onClick={onClose}>
          <Icon glyph={Globe} />
          <span className={styles.words}>{t("screen.language")}</span>
          <span className={styles.hint}>{languageName(currentLanguage())}</span>
          <Icon glyph={ChevronRight} size={16} />
        </ScreenLink>
      </div>
    </SheetBody>
  )
}

/** Theme and palette: in the sheet, and on the page of preferences. */
export function LookFields() {
  const { t } = useTranslation(["app", "security"])
  const { theme, palette } = useSnapshot(preferences)
  const [isSystem, setIsSystem] = useState(followsSystem)
  return (
    <>
      <Segmented<ThemeChoice>
        label={t("preferences.theme")}
        segments={[
          { value: "dark", label: t("preferences.darkShort") },
          { value: "white", label: t("preferences.whiteShort") },
          { value: "system", label: t("security:preferences.systemTheme") },
        ]}
        value={isSystem ? "system" : theme}
        onChange={(choice) => {
          setIsSystem(choice === "system")
          chooseTheme(choice)
        }}
      />
      <fieldset className={styles.palettes}>
        <legend className={styles.legend}>{t("preferences.palette")}</legend>
        {PALETTES.map((each) => (
          <label key={each} className={classNames(styles.palette, each === palette && styles.chosen)}>
            <input
              type="radio"
              name="palette"
              className={styles.input}
              checked={each === palette}
              onChange={() => setPalette(each)}
            />
            <span className={styles.words}>
              <span>{t(`preferences.${PALETTE_WORDS[each]}`)}</span>
              <span className={styles.hint}>{t(`preferences.${PALETTE_WORDS[each]}Hint`)}</span>
            </span>
            <span className={styles.swatch} data-palette={each} data-theme={theme} aria-hidden="true">
              <i className={styles.up} />
              <i className={styles.down} />
            </span>
            <span className={styles.check}>{each === palette ? <Icon glyph={Check} size={16} /> : null}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
