/** A typed number of the sheet, marked where it is wrong. */

import { NumberField } from "../../ui/number-field.tsx"
import type { GroupField, GroupForm } from "./group-form.ts"
import type { Grouping } from "./use-group.ts"

interface FieldProps {
  group: Grouping
  name: GroupField
  label: string
  unit?: string
  placeholder?: string | undefined
}

export function Field({ group, name, label, unit, placeholder }: FieldProps) {
  const { form, change, judgement } = group
  return (
    <NumberField
      label={label}
      value={form[name]}
      // A word in the place of a figure has no unit.
      unit={placeholder !== undefined && form[name] === "" ? undefined : unit}
      placeholder={placeholder ?? "0"}
      isStacked
      state={judgement.problem?.field === name ? "refused" : "normal"}
      onChange={(text) => change({ [name]: text } as Partial<GroupForm>)}
    />
  )
}
