/** The settings of one indicator. Its switch, its pane, a field for each length, a colour for each line. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import {
  fitLengths,
  LENGTH_RULES,
  type LengthChoice,
  LINE_COLOURS,
  type LineColour,
  type StudyKind,
  type StudySetup,
} from "../../stores/chart-setup.ts"
import { changeStudy } from "../../stores/chart-store.ts"
import { isPaneKind } from "../../stores/study-panes.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Switch } from "../../ui/switch.tsx"
import { toggleStudy } from "./indicator-bar.view.tsx"
import { SESSION_BARS_MAX } from "./study-bars.ts"
import { StudyPane } from "./study-pane.view.tsx"
import styles from "./study-settings.module.css"
import { isLineOff, STUDY_SIGNS } from "./study-signs.ts"
import { LINE_NAMES } from "./study-stream.model.ts"

interface StudySettingsProps {
  instrument: string
  kind: StudyKind
  setup: StudySetup
  subPanesMax: number
}

export function StudySettings({ instrument, kind, setup, subPanesMax }: StudySettingsProps) {
  const { t, i18n } = useTranslation("market")
  const names: readonly string[] = kind === "volume" ? [] : LINE_NAMES[kind]
  const [openLine, setOpenLine] = useState<number>()
  const lineName = (line: number) =>
    kind === "ma" || kind === "ema" ? `${names[line]} ${line + 1}` : (names[line] ?? "")
  const setLength = (at: number, length: number) =>
    changeStudy(instrument, kind, { lengths: fitLengths(kind, setup.lengths.with(at, length)) })
  return (
    <section className={styles.study} aria-label={t(`chart.study.${kind}`)}>
      <div className={styles.head}>
        <span>
          <strong className={styles.sign}>{STUDY_SIGNS[kind]}</strong>{" "}
          {/* Some are known by nothing but their sign. */}
          {t(`chart.study.${kind}`) === STUDY_SIGNS[kind] ? null : t(`chart.study.${kind}`)}
        </span>
        <Switch
          label={t(`chart.study.${kind}`)}
          isOn={setup.isOn}
          onChange={() => toggleStudy(instrument, kind, subPanesMax)}
        />
      </div>
      {setup.isOn && isPaneKind(kind) && (
        <StudyPane instrument={instrument} kind={kind} subPanesMax={subPanesMax} />
      )}
      {setup.isOn && names.length > 0 && (
        <div className={styles.fields}>
          {LENGTH_RULES[kind].map((rule, at) =>
            rule.choices ? (
              <ChoiceField<LengthChoice>
                key={rule.name}
                label={t(`chart.length.${rule.name}`)}
                className={classNames(styles.chosen, rule.name === "anchor" && styles.alone)}
                options={rule.choices.map((value) => ({ value, label: t(`chart:choice.${value}`) }))}
                value={rule.choices[setup.lengths[at] ?? 0] ?? "auto"}
                onChange={(value) => setLength(at, rule.choices?.indexOf(value) ?? 0)}
              />
            ) : (
              <LengthField
                // biome-ignore lint/suspicious/noArrayIndexKey: a length's place is what it is
                key={at}
                label={
                  rule.isOptional
                    ? t("chart.lengthOf", {
                        line: rule.name === "length" ? lineName(at) : t(`chart.length.${rule.name}`),
                      })
                    : t(`chart.length.${rule.name}`)
                }
                isWide={rule.isOptional === true && rule.name !== "length"}
                value={setup.lengths[at] ?? 0}
                onChange={(length) => setLength(at, length)}
              />
            ),
          )}
          {kind === "vwap" && (setup.lengths[0] ?? 0) > 1 ? (
            <p className={styles.hint}>
              {t("chart:anchorHint", { most: formatDecimal(String(SESSION_BARS_MAX), i18n.language) })}
            </p>
          ) : null}
          <div className={styles.colours}>
            {setup.colours.map((colour, line) =>
              isLineOff(kind, line, setup.lengths) && kind !== "ma" && kind !== "ema" ? null : (
                <button
                  key={lineName(line)}
                  type="button"
                  className={styles.colour}
                  aria-expanded={openLine === line}
                  aria-label={t("chart.colourOf", { line: lineName(line) })}
                  onClick={() => setOpenLine(openLine === line ? undefined : line)}
                >
                  <span className={styles.swatch} style={{ background: `var(--${colour})` }} />
                  {lineName(line)}
                </button>
              ),
            )}
          </div>
          {openLine !== undefined && setup.colours[openLine] && (
            <Palette
              label={t("chart.colourOf", { line: lineName(openLine) })}
              value={setup.colours[openLine]}
              onChange={(colour) =>
                changeStudy(instrument, kind, { colours: setup.colours.with(openLine, colour) })
              }
            />
          )}
        </div>
      )}
    </section>
  )
}

interface LengthFieldProps {
  label: string
  isWide: boolean
  value: number
  onChange: (length: number) => void
}

/** What is typed holds when the field is left, or by Enter: a length half typed would redraw for nothing. */
function LengthField({ label, isWide, value, onChange }: LengthFieldProps) {
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const take = () => {
    const typed = Number(text.replace(",", "."))
    if (text.trim() !== "" && Number.isFinite(typed) && typed !== value) onChange(typed)
    // Refused or put right: the field shows what holds.
    setText(String(value))
  }
  return (
    <label className={classNames(styles.length, isWide && styles.wide)}>
      <span className={styles.label}>{label}</span>
      <input
        className={classNames(styles.input, "num")}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take()
        }}
      />
    </label>
  )
}

interface PaletteProps {
  label: string
  value: LineColour
  onChange: (colour: LineColour) => void
}

function Palette({ label, value, onChange }: PaletteProps) {
  const { t } = useTranslation("market")
  return (
    <fieldset className={styles.palette} aria-label={label}>
      {LINE_COLOURS.map((colour, at) => (
        <button
          key={colour}
          type="button"
          className={styles.choice}
          aria-pressed={colour === value}
          aria-label={t("chart.colourNumber", { number: at + 1 })}
          onClick={() => onChange(colour)}
        >
          <span className={styles.swatch} style={{ background: `var(--${colour})` }} />
        </button>
      ))}
    </fieldset>
  )
}
