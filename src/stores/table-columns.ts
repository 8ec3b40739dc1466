/** Which columns each table shows, in which order and how wide: kept on this device under `saker:columns`. */

import { proxy, ref } from "valtio"
import { type ColumnChoice, type ColumnChoices, readColumnChoices } from "#core/workspace/table-columns.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:columns"

/** Replaced whole. A table that is missing was never changed: it shows what has room. */
export const tableColumns = proxy<{ all: ColumnChoices }>({ all: ref(read(readDevice(KEY))) })

/** Undefined: as it was before anything was chosen. */
export function chooseColumns(table: string, choice: ColumnChoice | undefined): void {
  const { [table]: _before, ...others } = tableColumns.all
  takeColumns(choice ? { ...others, [table]: choice } : others)
}

export function takeColumns(all: ColumnChoices): void {
  tableColumns.all = ref(all)
  writeDevice(KEY, JSON.stringify(all))
}

// Another window chose: this one follows.
globalThis.window?.addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY) tableColumns.all = ref(read(newValue))
})

function read(text: string | null): ColumnChoices {
  try {
    return readColumnChoices(JSON.parse(text ?? "{}"))
  } catch {
    return {}
  }
}
