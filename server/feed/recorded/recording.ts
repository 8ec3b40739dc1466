/** Detects the format of a recording by its first line and reads its events. */

import { basename } from "node:path"
import { BinanceRecording } from "./binance-recording.ts"
import { CryptofeedRecording, UnreadVenue } from "./cryptofeed-recording.ts"
import { OwnRecording } from "./own-recording.ts"
import type { RecordedEvent, RecordedSymbol, RecordingParser } from "./recorded-event.ts"
import { linesOf, messageOf, readRecording } from "./recorded-lines.ts"

export const FORMATS: readonly { recognises(line: string): boolean; new (): RecordingParser }[] = [
  BinanceRecording,
  CryptofeedRecording,
  OwnRecording,
]

export interface Recording {
  file: string
  /** Symbols met by a reading that went to the end. */
  symbols: ReadonlyMap<string, RecordedSymbol>
  /** Reads from the start, each time anew. @throws Error that names the file and the line that is damaged. */
  events(): Generator<RecordedEvent>
}

/** @throws Error for a file that can't be read, is damaged, or begins like no format that is known. */
export function openRecording(file: string): Recording {
  const name = basename(file)
  const bytes = readRecording(file)
  const first = linesOf(bytes).next().value?.line ?? ""
  const Format = FORMATS.find((format) => format.recognises(first))
  if (!Format)
    throw new Error(
      `${name} is no recording that can be played: it begins neither like Binance (hftbacktest), nor cryptofeed, nor Saker.`,
    )
  const symbols = new Map<string, RecordedSymbol>()
  return {
    file,
    symbols,
    *events() {
      const parser = new Format()
      yield* eventsOf(name, parser, linesOf(bytes))
      for (const [symbol, meaning] of parser.symbols) symbols.set(symbol, meaning)
    },
  }
}

/** What the lines of a file say. @throws Error that names the file and the line that is damaged */
export function* eventsOf(
  name: string,
  parser: RecordingParser,
  lines: Iterable<{ line: string; number: number }>,
): Generator<RecordedEvent> {
  for (const { line, number } of lines) {
    try {
      for (const event of parser.parse(line)) {
        // Formats take it as it is written: played by no time, or by a text, the market would stand still or run through.
        if (!Number.isFinite(event.time)) throw new Error("its time is no number")
        yield event
      }
    } catch (error) {
      if (error instanceof UnreadVenue) throw new Error(`${name} can't be played: ${error.message}`)
      throw new Error(`${name} is damaged at line ${number}: ${messageOf(error)}`)
    }
  }
}
