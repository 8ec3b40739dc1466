/** Makes a layout of what this device's desk looks like now, and the desk of a layout. */

import { type DeskLayout, type KeptStudy, PRESETS, type PresetName } from "#core/workspace/layout.ts"
import { LINE_COLOURS, readSetup, STUDY_KINDS, type StudyKind } from "../../stores/chart-setup.ts"
import { changeChartSettings, changeSetup, chartSettings, setupOf } from "../../stores/chart-store.ts"
import { deskCharts, takeCharts } from "../../stores/charts-store.ts"
import { desk, showDesk } from "../../stores/desk-store.ts"
import { newItemId } from "../../stores/own-list.ts"
import { tableColumns, takeColumns } from "../../stores/table-columns.ts"

/** The panels, the charts, the interval and indicators of the market on screen, and the columns of all tables. */
export function layoutOfDesk(name: string, instrument: string, id = newItemId()): DeskLayout {
  const { columns, widths, heights } = desk.now
  const { studies, panes } = setupOf(chartSettings, instrument)
  const shown = STUDY_KINDS.filter((kind) => studies[kind].isOn)
  return {
    id,
    name,
    columns,
    widths,
    heights,
    interval: chartSettings.interval,
    studies: Object.fromEntries(
      shown.map((kind) => [kind, { lengths: studies[kind].lengths, colours: studies[kind].colours }]),
    ),
    panes,
    tables: tableColumns.all,
    charts: deskCharts.layout,
  }
}

export function applyPreset(name: PresetName): void {
  showDesk({ columns: PRESETS[name], widths: {}, heights: {}, layout: name, isChanged: false })
}

/** All of it, the chart's settings on the market on screen; indicators that this release doesn't know are left out. */
export function applyLayout(layout: DeskLayout, instrument: string): void {
  const { columns, widths, heights, id, interval, tables } = layout
  showDesk({ columns, widths, heights, layout: id, isChanged: false })
  takeColumns(tables)
  if (layout.charts) takeCharts(layout.charts)
  changeChartSettings({ interval })
  const { studies: known, panes } = setupOf(chartSettings, instrument)
  const kept = (kind: StudyKind): object => {
    const study: KeptStudy | undefined = Object.hasOwn(layout.studies, kind)
      ? layout.studies[kind]
      : undefined
    if (!study) return { ...known[kind], isOn: false }
    const colours = known[kind].colours.map(
      (colour, at) => LINE_COLOURS.find((each) => each === study.colours[at]) ?? colour,
    )
    return { isOn: true, lengths: study.lengths, colours }
  }
  const studies = Object.fromEntries(STUDY_KINDS.map((kind) => [kind, kept(kind)]))
  const read = readSetup({ studies, panes: layout.panes ?? panes })
  changeSetup(instrument, { studies: read.studies, panes: read.panes })
}
