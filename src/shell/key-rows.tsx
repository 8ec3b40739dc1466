/** A row of the list of keys: what a key does, and the button that changes it; or a key that stands still. */

import { Fragment } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { FIXED_KEYS, type FixedKey } from "../stores/fixed-keys.ts"
import { armedKeys, armKey, isMoneyKey, type KeyRefusal } from "../stores/hotkey-changes.ts"
import type { Hotkey } from "../stores/hotkeys.ts"
import { chordWords } from "../text/chord-words.ts"
import { Note } from "../ui/note.tsx"
import { chordOf } from "../ui/page-keys.ts"
import { Switch } from "../ui/switch.tsx"
import styles from "./keys-sheet.module.css"

export interface Refused {
  name: Hotkey
  chord: string
  refusal: KeyRefusal
}

export function FixedRow({ name }: { name: FixedKey }) {
  const { t } = useTranslation("trade")
  const chords = FIXED_KEYS[name][1].map((chord) => ({ chord, words: chordWords(chord, t) }))
  const isLong = chords.some(({ words }) => words.length > 1)
  return (
    <div className={styles.row}>
      <dt className={styles.key}>
        {chords.map(({ chord, words }, at) => (
          <span key={chord} className={styles.chord}>
            {isLong && at > 0 ? "/ " : null}
            {words.map((word) => (
              <Fragment key={word}>
                <kbd>{word}</kbd>{" "}
              </Fragment>
            ))}
          </span>
        ))}
      </dt>
      <dd className={styles.does}>{t(`keys.${name}`)}</dd>
    </div>
  )
}

interface KeyRowProps {
  name: Hotkey
  /** Empty: it has none. */
  chord: string
  /** The next key that is pressed becomes its own. */
  isAsked: boolean
  refused: Refused | null
  onAsk: (isAsking: boolean) => void
  onChord: (chord: string) => void
}

export function KeyRow({ name, chord, isAsked, refused, onAsk, onChord }: KeyRowProps) {
  const { t } = useTranslation("trade")
  const { names } = useSnapshot(armedKeys)
  const words = (of: string) => chordWords(of, t)
  const does = t(`keys.${name}`)
  const shown = words(chord)
  return (
    <div className={styles.row}>
      <dt className={styles.key}>
        <button
          type="button"
          className={styles.change}
          aria-label={t("keys.change", { does, key: shown.join(" ") || t("keys.none") })}
          aria-pressed={isAsked}
          onClick={() => onAsk(!isAsked)}
          onBlur={() => {
            if (isAsked) onAsk(false)
          }}
          onKeyDown={(event) => {
            if (!isAsked || event.key === "Tab") return
            // The sheet would close with Esc, and Enter would press the button again.
            event.preventDefault()
            event.stopPropagation()
            if (event.key === "Escape") return onAsk(false)
            const pressed = chordOf(event.nativeEvent)
            if (pressed !== undefined && !event.repeat) onChord(pressed)
          }}
        >
          {isAsked ? (
            <span className={styles.asking}>{t("keys.pressShort")}</span>
          ) : (
            (shown.length > 0 ? shown : ["–"]).map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{" "}
              </Fragment>
            ))
          )}
        </button>
      </dt>
      <dd className={styles.does}>
        {does}
        {refused ? (
          <Note tone="danger" isAlert>
            {refused.refusal.reason === "taken"
              ? t("keys.taken", {
                  key: words(refused.chord).join(" "),
                  does: t(`keys.${refused.refusal.by}`),
                })
              : t("keys.reserved", { key: words(refused.chord).join(" ") })}
          </Note>
        ) : null}
      </dd>
      {isMoneyKey(name) ? (
        <dd className={styles.arm}>
          <Switch
            label={t("keys.arm", { does })}
            isOn={names.includes(name)}
            onChange={(isArmed) => armKey(name, isArmed)}
          />
        </dd>
      ) : null}
    </div>
  )
}
