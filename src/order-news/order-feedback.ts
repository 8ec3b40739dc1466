/** A short sound and a vibration for the events of own orders and for alerts, where the user wants them. */

import { choices, chosen } from "../stores/choices-store.ts"

export type Feeling = "placed" | "fill" | "refusal" | "alert"

/** Nothing for an order that waits, as it is sent by hand; two rising notes for what was wanted, two low ones for what wasn't, three high ones for an alert: frequency in Hz, start in s. */
const NOTES: Record<Feeling, readonly (readonly [hertz: number, at: number])[]> = {
  placed: [],
  fill: [
    [660, 0],
    [880, 0.09],
  ],
  refusal: [
    [220, 0],
    [196, 0.14],
  ],
  alert: [
    [988, 0],
    [784, 0.15],
    [988, 0.3],
  ],
}
const NOTE_SECONDS = 0.12
const LOUDNESS = 0.08
const PULSES: Record<Feeling, number[]> = {
  placed: [10],
  fill: [30],
  refusal: [50, 60, 50],
  alert: [40, 60, 40, 60, 40],
}

let audio: AudioContext | undefined

/** Nothing is heard or felt unless it is wanted; a browser that can't is asked for nothing. */
export function feel(feeling: Feeling): void {
  if (chosen(choices.all, "vibrations") === "on") globalThis.navigator?.vibrate?.(PULSES[feeling])
  if (chosen(choices.all, feeling === "alert" ? "alertSounds" : "sounds") === "on") play(feeling)
}

function play(feeling: Feeling): void {
  if (!globalThis.AudioContext || NOTES[feeling].length === 0) return
  audio ??= new AudioContext()
  const context = audio
  // Before the first touch of the page a browser keeps silent; it isn't made up for later.
  if (context.state === "suspended") void context.resume()
  const loudness = context.createGain()
  loudness.gain.value = LOUDNESS
  loudness.connect(context.destination)
  for (const [hertz, at] of NOTES[feeling]) {
    const note = context.createOscillator()
    note.type = "sine"
    note.frequency.value = hertz
    note.connect(loudness)
    note.start(context.currentTime + at)
    note.stop(context.currentTime + at + NOTE_SECONDS)
  }
}
