/** The page of preferences. Look, trading, alerts, limits; under them where the choices are kept. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ZoneSelect } from "../../lists/zone-select.tsx"
import { LimitRows } from "../../panels/preferences/limit-rows.view.tsx"
import { LookFields } from "../../panels/preferences/preferences-sheet.view.tsx"
import { PushSwitch } from "../../panels/push-switch/push-switch.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { type accountCopy, type Choices, type choose, chosen } from "../../stores/choices-store.ts"
import { chooseIdleMinutes, IDLE_MINUTES, idleLogout } from "../../stores/idle-logout.ts"
import { chooseProfitBasis, profitBasis } from "../../stores/profit-basis.ts"
import { languageName } from "../../text/language-names.ts"
import { ChevronRight, Globe, Icon } from "../../ui/icon.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Select } from "../../ui/select.tsx"
import { Switch } from "../../ui/switch.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import { NUMBER_SAMPLES } from "./preferences.model.ts"
import styles from "./preferences.module.css"

interface PreferencesViewProps {
  all: Choices
  copy: (typeof accountCopy)["state"]
  onChoose: typeof choose
}

export function PreferencesView({ all, copy, onChoose }: PreferencesViewProps) {
  const { t } = useTranslation("security")
  const numbers = chosen(all, "numbers")
  return (
    <div className={styles.page}>
      <Group title={t("preferences.look")}>
        <div className={styles.look}>
          <LookFields />
        </div>
        <ScreenLink to="/pages/user/language" className={styles.row}>
          <Icon glyph={Globe} className={styles.glyph} />
          <span className={styles.words}>{t("app:screen.language")}</span>
          <span className={styles.hint}>{languageName(currentLanguage())}</span>
          <Icon glyph={ChevronRight} size={16} className={styles.glyph} />
        </ScreenLink>
        <div className={styles.row}>
          <Words name={t("preferences.numbers")} hint={t("preferences.numbersHint")} />
          <Select
            label={t("preferences.numbers")}
            className={styles.select}
            options={NUMBER_SAMPLES.map(({ value, sample }) => ({
              value,
              label: sample ?? t("preferences.language"),
            }))}
            value={numbers}
            onChange={(value) => onChoose("numbers", value)}
          />
        </div>
        <div className={styles.row}>
          <Words name={t("moments:zone.label")} hint={t("moments:zone.hint")} />
          <ZoneSelect className={styles.select} />
        </div>
        <p className={styles.foot}>{t("preferences.deviceOnly")}</p>
      </Group>
      <Group title={t("preferences.safety")}>
        <IdleRow />
      </Group>
      <Group title={t("preferences.trading")}>
        <SwitchRow name="confirmOrders" word="confirm" all={all} onChoose={onChoose} />
        <SwitchRow name="sounds" word="sounds" all={all} onChoose={onChoose} />
        {canVibrate() ? (
          <SwitchRow name="vibrations" word="vibrations" all={all} onChoose={onChoose} />
        ) : null}
        {"wakeLock" in navigator ? (
          <SwitchRow name="keepAwake" word="keepAwake" all={all} onChoose={onChoose} />
        ) : null}
        <ProfitBasisField />
        <div className={styles.hand}>
          <p>{t("preferences.hand")}</p>
          <Segmented
            label={t("preferences.hand")}
            segments={[
              { value: "left", label: t("preferences.left") },
              { value: "right", label: t("preferences.right") },
            ]}
            value={chosen(all, "hand")}
            onChange={(hand) => onChoose("hand", hand)}
          />
        </div>
      </Group>
      <Group title={t("preferences.alerts")}>
        <SwitchRow name="alertSounds" word="alertSounds" all={all} onChoose={onChoose} />
        <PushSwitch />
        <p className={styles.foot}>{t("push.logout")}</p>
      </Group>
      <Group title={t("preferences.limits")}>
        <LimitRows />
      </Group>
      {copy === "device" ? null : (
        <p className={styles.copy} role="status">
          {t(`preferences.${copy}`)}
        </p>
      )}
    </div>
  )
}

function IdleRow() {
  const { t } = useTranslation("security")
  const { minutes } = useSnapshot(idleLogout)
  const lasting = new Intl.NumberFormat(currentLanguage(), {
    style: "unit",
    unit: "minute",
    unitDisplay: "long",
  })
  return (
    <div className={styles.row}>
      <Words name={t("preferences.idle")} hint={t("preferences.idleHint")} />
      <Select
        label={t("preferences.idle")}
        className={styles.select}
        options={IDLE_MINUTES.map((value) => ({
          value,
          label: value === "0" ? t("preferences.off") : lasting.format(Number(value)),
        }))}
        value={minutes}
        onChange={chooseIdleMinutes}
      />
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.head}>{title}</h2>
      {children}
    </section>
  )
}

function Words({ name, hint }: { name: string; hint?: string }) {
  return (
    <span className={styles.words}>
      <span>{name}</span>
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </span>
  )
}

interface SwitchRowProps {
  name: "confirmOrders" | "sounds" | "vibrations" | "keepAwake" | "alertSounds"
  /** Of `preferences.<word>` and `preferences.<word>Hint`. */
  word: "confirm" | "sounds" | "vibrations" | "keepAwake" | "alertSounds"
  all: Choices
  onChoose: typeof choose
}

function SwitchRow({ name, word, all, onChoose }: SwitchRowProps) {
  const { t } = useTranslation("security")
  return (
    <div className={styles.row}>
      <Words name={t(`preferences.${word}`)} hint={t(`preferences.${word}Hint`)} />
      <Switch
        label={t(`preferences.${word}`)}
        isOn={chosen(all, name) === "on"}
        onChange={(isOn) => onChoose(name, isOn ? "on" : "off")}
      />
    </div>
  )
}

/** Kept on the device: what is open is looked at otherwise on a phone than on a desk. */
function ProfitBasisField() {
  const { t } = useTranslation(["security", "trade"])
  const { by } = useSnapshot(profitBasis)
  const label = t("preferences.profitBy")
  return (
    <div className={styles.hand}>
      <p>{label}</p>
      <Segmented
        label={label}
        segments={[
          { value: "mark", label: t("trade:ticket.by.mark") },
          { value: "last", label: t("trade:ticket.by.last") },
        ]}
        value={by}
        onChange={chooseProfitBasis}
      />
    </div>
  )
}

/** Not on a desk, nor in any browser of iOS: what can't be felt isn't offered. */
const canVibrate = (): boolean =>
  "vibrate" in navigator && (globalThis.matchMedia?.("(pointer: coarse)").matches ?? false)
