/** The controls of a running replay: play, steps, speed, and its end with the result. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices } from "../../../stores/choices-store.ts"
import { hotkeysOf } from "../../../stores/hotkeys.ts"
import { chordWords } from "../../../text/chord-words.ts"
import { Button } from "../../../ui/button.tsx"
import { ChevronRight, ChevronsRight, Pause, Play } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { Select } from "../../../ui/select.tsx"
import { useIsDesk } from "../../../ui/width.ts"
import styles from "./replay-stage.module.css"
import { SPEEDS, type Speed } from "./use-playback.ts"

export interface ReplayControls {
  isPlaying: boolean
  speed: Speed
  /** Nothing is left to play. */
  isOver: boolean
  onPlay: () => void
  onMinute: () => void
  onBar: () => void
  onSpeed: (speed: Speed) => void
  onResult: () => void
}

export function ReplayBar(props: ReplayControls) {
  const { isPlaying, speed, isOver } = props
  const { t } = useTranslation("replay")
  const keys = hotkeysOf(useSnapshot(choices).all)
  /** With the keys that do it, of those that have one. */
  const withKeys = (does: string, ...chords: readonly string[]) => {
    const words = chords.map((chord) => chordWords(chord, t).join(" ")).filter((word) => word !== "")
    return words.length > 0 ? t("withKeys", { does, keys: words.join(" / ") }) : does
  }
  const isDesk = useIsDesk()
  return (
    <div className={styles.controls} role="toolbar" aria-label={t("controls")}>
      <IconButton
        glyph={isPlaying ? Pause : Play}
        label={t(isPlaying ? "pause" : "play")}
        disabled={isOver}
        onClick={props.onPlay}
      />
      <IconButton
        glyph={ChevronRight}
        label={withKeys(t("minute"), keys.replayMinute)}
        disabled={isOver}
        onClick={props.onMinute}
      />
      <IconButton
        glyph={ChevronsRight}
        label={withKeys(t("bar"), keys.replayBar)}
        disabled={isOver}
        onClick={props.onBar}
      />
      <Select
        label={withKeys(t("speed"), keys.replaySlower, keys.replayFaster)}
        className={styles.speed}
        options={SPEEDS.map((value) => ({ value: String(value), label: `${value}×` }))}
        value={String(speed)}
        onChange={(value) => props.onSpeed(SPEEDS.find((known) => String(known) === value) ?? 1)}
      />
      <Button tone="outline" className={styles.result} onClick={props.onResult}>
        {isDesk ? withKeys(t("result.show"), keys.replayResult) : t("result.show")}
      </Button>
    </div>
  )
}
