/** Which keys there are, by the place where they work, as they are now, and where they are changed. Opened by a key of its own and from the menu of a desk. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices } from "../stores/choices-store.ts"
import { FIXED_KEYS, FIXED_NAMES } from "../stores/fixed-keys.ts"
import { changeHotkey, isMoneyKey, MONEY_KEYS, resetHotkeys } from "../stores/hotkey-changes.ts"
import { firstChord, HOTKEY_NAMES, type Hotkey, hotkeysOf, KEY_PLACES, placeOf } from "../stores/hotkeys.ts"
import type { OverlayProps } from "../stores/overlay-store.ts"
import { SheetBody } from "../ui/sheet-body.tsx"
import { TextButton } from "../ui/text-button.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import { FixedRow, KeyRow, type Refused } from "./key-rows.tsx"
import styles from "./keys-sheet.module.css"

export function KeysSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("trade")
  const { all } = useSnapshot(choices)
  const keys = hotkeysOf(all)
  const [asked, setAsked] = useState<Hotkey | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const take = (name: Hotkey, chord: string) => {
    const refusal = changeHotkey(name, chord)
    setRefused(refusal ? { name, chord, refusal } : null)
    if (!refusal) setAsked(null)
  }
  const row = (name: Hotkey) => (
    <KeyRow
      key={name}
      name={name}
      chord={keys[name]}
      isAsked={asked === name}
      refused={refused?.name === name ? refused : null}
      onAsk={(isAsking) => {
        setRefused(null)
        setAsked(isAsking ? name : null)
      }}
      onChord={(chord) => take(name, chord)}
    />
  )
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("keys.title")}
    >
      <p className={styles.hint}>{t("keys.changeHint")}</p>
      {KEY_PLACES.map((place) => (
        <section key={place} aria-labelledby={`keys-${place}`}>
          <h3 id={`keys-${place}`} className={styles.head}>
            {t(`keys.place.${place}`)}
          </h3>
          <dl className={styles.keys}>
            {HOTKEY_NAMES.filter((name) => placeOf(name) === place && !isMoneyKey(name)).map(row)}
            {FIXED_NAMES.filter((name) => FIXED_KEYS[name][0] === place).map((name) => (
              <FixedRow key={name} name={name} />
            ))}
          </dl>
        </section>
      ))}
      <section aria-labelledby="keys-money">
        <h3 id="keys-money" className={styles.head}>
          {t("keys.money")}
        </h3>
        <p className={styles.hint}>{t("keys.moneyHint")}</p>
        <dl className={styles.keys}>{MONEY_KEYS.map(row)}</dl>
      </section>
      {HOTKEY_NAMES.some((name) => keys[name] !== firstChord(name)) ? (
        <TextButton
          onClick={() => {
            resetHotkeys()
            setRefused(null)
          }}
        >
          {t("keys.reset")}
        </TextButton>
      ) : null}
      <VisuallyHidden>
        <span role="status">{asked ? t("keys.press", { does: t(`keys.${asked}`) }) : ""}</span>
      </VisuallyHidden>
    </SheetBody>
  )
}
