/** The number formats that can be chosen, each with a sample. */

import { CHOICES, type ChoiceValue } from "../../stores/choices-store.ts"
import { decimalIn } from "../../text/numbers.ts"

interface NumberSample {
  value: ChoiceValue<"numbers">
  /** Undefined: as the language has it; words say so. */
  sample: string | undefined
}

/** Long enough to show both marks. */
const SAMPLE = "67284.5"

export const NUMBER_SAMPLES: readonly NumberSample[] = CHOICES.numbers.map((value) => ({
  value,
  sample: value === "language" ? undefined : decimalIn(SAMPLE, value),
}))
