/** The field of an address. Right is said at once; wrong once it is long enough to be whole, or left. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { AddressText } from "../../panels/custody/address-text.view.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { AddressReading } from "./address-reading.ts"

/** The shortest address of any of our networks: what is shorter is still being typed. */
const WHOLE_LENGTH = 26
/** Longer than any address. */
const ADDRESS_LENGTH_MAX = 120

interface AddressFieldProps {
  value: string
  reading: AddressReading
  network: string
  /** Said by the form: nothing was typed, or the server refused it. */
  problem: string | undefined
  onChange: (text: string) => void
}

export function AddressField({ value, reading, network, problem, onChange }: AddressFieldProps) {
  const { t } = useTranslation("addresses")
  const [wasLeft, setWasLeft] = useState(false)
  const isJudged = wasLeft || value.trim().length >= WHOLE_LENGTH
  const wrong = reading.kind === "wrong" && isJudged ? reading.text : undefined
  return (
    <TextField
      label={t("form.address")}
      name="address"
      autoComplete="off"
      maxLength={ADDRESS_LENGTH_MAX}
      value={value}
      problem={problem ?? wrong}
      hint={
        reading.kind === "fine" ? (
          <>
            {t("form.valid", { network })}: <AddressText address={reading.address} />
          </>
        ) : (
          t("form.hint", { network })
        )
      }
      onBlur={() => setWasLeft(value !== "")}
      onChange={onChange}
    />
  )
}
