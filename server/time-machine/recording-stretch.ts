/** What a recording holds that a time machine can play: its markets in USDT, and from when to when. */

import { basename } from "node:path"
import type { TimeMs } from "#core/money/units.ts"
import { openRecording } from "../feed/recorded/recording.ts"

export interface RecordingStretch {
  file: string
  /** Without its folder. */
  name: string
  /** As a person writes them: `BTCUSDT`; what is in USDT alone, since an account's worth is told in it. */
  symbols: readonly string[]
  /** Epoch ms: of the first book that stands, and of the last event. */
  begin: TimeMs
  end: TimeMs
}

/** @throws Error that says what is wrong with the file */
export function readRecordingStretch(file: string): RecordingStretch {
  const recording = openRecording(file)
  const name = basename(file)
  let begin: TimeMs | undefined
  let end = 0
  for (const event of recording.events()) {
    if (event.kind === "snapshot") begin ??= event.time
    end = Math.max(end, event.time)
  }
  const inUsdt = [...recording.symbols.values()].filter(({ quote }) => quote === "USDT")
  const symbols = [...new Set(inUsdt.map(({ base, quote }) => base + quote))]
  if (begin === undefined) throw new Error(`${name}: holds no book`)
  if (symbols.length === 0) throw new Error(`${name}: holds no market in USDT`)
  return { file, name, symbols, begin, end }
}
