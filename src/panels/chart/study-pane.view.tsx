/** Where an indicator stands: over the candles, in a pane of its own or in another's; and the pane's place among the others. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeSetup, chartSettings, setupOf } from "../../stores/chart-store.ts"
import { movedPane, type PaneKind, type PanePlace, placed, placeOf } from "../../stores/study-panes.ts"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { ArrowDown, ArrowUp } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { givingWay } from "./panes.model.ts"
import styles from "./study-settings.module.css"
import { STUDY_SIGNS } from "./study-signs.ts"

interface StudyPaneProps {
  instrument: string
  kind: PaneKind
  subPanesMax: number
}

export function StudyPane({ instrument, kind, subPanesMax }: StudyPaneProps) {
  const { t } = useTranslation("chart")
  const { panes, studies } = setupOf(useSnapshot(chartSettings), instrument)
  const isOn = (other: PaneKind) => studies[other].isOn
  const place = placeOf(panes, kind, isOn)
  const others = panes
    .slice(1)
    .map((group) => group.filter((other) => other !== kind && isOn(other)))
    .flatMap((group) => (group[0] ? { value: group[0], label: withOthers(group) } : []))
  const [up, down] = ([-1, 1] as const).map((step) => movedPane(panes, kind, step, isOn))
  const move = (to: typeof up) => to && changeSetup(instrument, { panes: to })
  return (
    <div className={styles.pane}>
      <ChoiceField<PanePlace>
        label={t("pane.title")}
        className={styles.place}
        options={[
          { value: "price", label: t("pane.price") },
          { value: "own", label: t("pane.own") },
          ...others.map(({ value, label }) => ({ value, label: t("pane.with", { studies: label }) })),
        ]}
        value={place}
        onChange={(to) => putStudy(instrument, kind, to, subPanesMax)}
      />
      {place === "price" ? null : (
        <>
          {/* At the end of its way a button keeps the focus. */}
          <IconButton glyph={ArrowUp} label={t("pane.up")} aria-disabled={!up} onClick={() => move(up)} />
          <IconButton
            glyph={ArrowDown}
            label={t("pane.down")}
            aria-disabled={!down}
            onClick={() => move(down)}
          />
        </>
      )}
    </div>
  )
}

const withOthers = (group: readonly PaneKind[]): string => group.map((kind) => STUDY_SIGNS[kind]).join(" + ")

/** Puts it there; where that takes a pane more than fit, the first of the others gives way. */
function putStudy(instrument: string, kind: PaneKind, to: PanePlace, subPanesMax: number): void {
  const setup = setupOf(chartSettings, instrument)
  const panes = placed(setup.panes, kind, to)
  const studies = { ...setup.studies }
  // The strip of a trade screen has no panes: nothing gives way for what isn't seen.
  if (subPanesMax > 0)
    for (const other of givingWay({ ...setup, panes }, kind, subPanesMax))
      studies[other] = { ...studies[other], isOn: false }
  changeSetup(instrument, { panes, studies })
}
