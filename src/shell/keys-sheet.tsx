/** Which keys there are, as they are now, and the place to change them. Opened by its key (`?`) and from the menu of a desk. */

import { Fragment, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices } from "../stores/choices-store.ts"
import {
  armedKeys,
  armKey,
  changeHotkey,
  type KeyRefusal,
  MONEY_KEYS,
  type MoneyKey,
  resetHotkeys,
} from "../stores/hotkey-changes.ts"
import { HOTKEY_NAMES, HOTKEYS, type Hotkey, hotkeysOf } from "../stores/hotkeys.ts"
import type { OverlayProps } from "../stores/overlay-store.ts"
import { chordWords } from "../text/chord-words.ts"
import { Note } from "../ui/note.tsx"
import { chordOf } from "../ui/page-keys.ts"
import { SheetBody } from "../ui/sheet-body.tsx"
import { Switch } from "../ui/switch.tsx"
import { TextButton } from "../ui/text-button.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import styles from "./keys-sheet.module.css"

/** These stand still: lists and fields of every page have them. */
const FIXED = ["first", "leave", "walk", "interval", "atPrice"] as const

const isMoney = (name: Hotkey): name is MoneyKey => (MONEY_KEYS as readonly Hotkey[]).includes(name)

interface Refused {
  name: Hotkey
  chord: string
  refusal: KeyRefusal
}

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
    <Row
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
  const fixed = {
    first: [t("keys.enter")],
    leave: [t("keys.escape")],
    walk: ["↑", "↓"],
    interval: ["1", "…", "9"],
    atPrice: [t("keys.shift"), "F10"],
  }
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("keys.title")}
    >
      <p className={styles.hint}>{t("keys.changeHint")}</p>
      <dl className={styles.keys}>{HOTKEY_NAMES.filter((name) => !isMoney(name)).map(row)}</dl>
      <dl className={styles.keys}>
        {FIXED.map((does) => (
          <div key={does} className={styles.row}>
            <dt className={styles.key}>
              {fixed[does].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd className={styles.does}>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.head}>{t("keys.money")}</h3>
      <p className={styles.hint}>{t("keys.moneyHint")}</p>
      <dl className={styles.keys}>{MONEY_KEYS.map(row)}</dl>
      {HOTKEY_NAMES.some((name) => keys[name] !== HOTKEYS[name]) ? (
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

interface RowProps {
  name: Hotkey
  /** Empty: it has none. */
  chord: string
  /** The next key that is pressed becomes its own. */
  isAsked: boolean
  refused: Refused | null
  onAsk: (isAsking: boolean) => void
  onChord: (chord: string) => void
}

function Row({ name, chord, isAsked, refused, onAsk, onChord }: RowProps) {
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
      {isMoney(name) ? (
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
