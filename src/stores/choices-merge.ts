/** Merges the settings of two devices. Plain functions, loaded with the account's copy. */

import { CHOICE_NAMES, type Choices, isKeepable } from "./choices-store.ts"

/** What the account keeps: a flat record, a setting's moment beside it under `name@`. */
export type AccountRecord = Record<string, string | number | boolean>

/** Pure: the account's record as choices. */
export function choicesOf(record: AccountRecord): Choices {
  const all: Choices = {}
  for (const name of CHOICE_NAMES) {
    const value = record[name]
    const at = record[`${name}@`]
    if (isKeepable(name, value)) all[name] = { value, at: typeof at === "number" ? at : 0 }
  }
  return all
}

/** Pure: the record with these choices; what a newer release keeps there stays. */
export function recordOf(all: Choices, before: AccountRecord): AccountRecord {
  const record = { ...before }
  for (const name of CHOICE_NAMES) {
    const choice = all[name]
    if (!choice) continue
    record[name] = choice.value
    record[`${name}@`] = choice.at
  }
  return record
}

/**
 * Pure: setting by setting, the later choice stands. So what a visitor chose on this device is kept, unless the account
 * chose otherwise after that; a choice of which the moment isn't known gives way to the account's.
 */
export function mergeChoices(device: Choices, account: Choices): Choices {
  const merged: Choices = {}
  for (const name of CHOICE_NAMES) {
    const [here, there] = [device[name], account[name]]
    const later = here && there ? (here.at > there.at ? here : there) : (here ?? there)
    if (later) merged[name] = later
  }
  return merged
}

/** Pure: the same settings with the same values and moments. */
export const areSame = (a: Choices, b: Choices): boolean =>
  CHOICE_NAMES.every((name) => a[name]?.value === b[name]?.value && a[name]?.at === b[name]?.at)
