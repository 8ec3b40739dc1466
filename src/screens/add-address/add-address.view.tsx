/** The form of a new address: coin and network, the address checked as it is typed, a label, and the proofs. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { addAddress, type ChainFacts, type chains, REMARK_LENGTH_MAX } from "#core/wire/address-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeProofFields, useProof } from "../../panels/account-form/proof-fields.view.tsx"
import { useChangeDone } from "../../panels/account-form/use-change-done.ts"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { CoinNetworkFields } from "../../panels/custody/coin-network.view.tsx"
import { chosenOf, networkName, readCoinNetwork } from "../../panels/custody/networks.ts"
import { elapsedText } from "../../text/relative-time.ts"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./add-address.module.css"
import { AddressField } from "./address-field.view.tsx"
import { readAddress } from "./address-reading.ts"

/** Refusals that belong to the field of the address. */
const ADDRESS_PLACES = {
  ADDRESS_FORM: "address",
  ADDRESS_CHECKSUM: "address",
  ADDRESS_CHAIN: "address",
  ADDRESS_KNOWN: "address",
} as const

interface AddAddressViewProps {
  user: UserInfo
  answer: ResponseOf<typeof chains>
  /** Coin and network to begin with, as the address of the page says them. */
  wish: string | undefined
}

export function AddAddressView({ user, answer, wish }: AddAddressViewProps) {
  const { currency, chain } = readCoinNetwork(wish)
  const [chosen, setChosen] = useState(() => chosenOf(answer.rows, currency || "USDT", chain))
  if (!chosen) return null
  return <Form user={user} answer={answer} chosen={chosen} onChosen={setChosen} />
}

interface FormProps extends Omit<AddAddressViewProps, "wish"> {
  chosen: ChainFacts
  onChosen: (row: ChainFacts) => void
}

function Form({ user, answer, chosen, onChosen }: FormProps) {
  const { t } = useTranslation("addresses")
  const { t: app } = useTranslation("app")
  const [typed, setTyped] = useState("")
  const [remark, setRemark] = useState("")
  const proof = useProof(user)
  const form = useSubmit({
    fields: ["address", "code", "totp"],
    places: ADDRESS_PLACES,
    onRefused: ({ name }) => name === "TOTP_NEEDED" && proof.noteTotp(),
  })
  const sender = useCodeSender("address", "", form.take)
  const done = useChangeDone("/pages/assets/address")
  const { currency, chain } = chosen
  const network = networkName(chain, currency)
  const reading = readAddress(chain, typed)

  const submit = async () => {
    if (reading.kind === "empty") return form.refuse("address", t("form.missing"))
    if (reading.kind === "wrong") return form.refuse("address", reading.text)
    const { code, totp } = proof.value
    if (!isCode(code)) return form.refuse("code", t("account:form.missingCode"))
    if (proof.hasTotp && !isCode(totp)) return form.refuse("totp", t("account:form.missingCode"))
    const request = { currency, chain, address: reading.address, remark: remark.trim(), code, totp }
    if (!(await form.send(addAddress, request))) return
    sender.forget()
    await done(t("form.saved"))
  }

  return (
    <AccountFrame
      text={t("form.text")}
      form={form}
      action={t("form.save")}
      onSubmit={() => void submit()}
      below={
        answer.addressWaitSeconds > 0 ? (
          <p className={styles.wait}>
            {t("form.wait", { time: elapsedText(app, answer.addressWaitSeconds * 1000) })}
          </p>
        ) : null
      }
    >
      <CoinNetworkFields
        rows={answer.rows}
        chosen={chosen}
        onChange={(row) => {
          form.forgive()
          onChosen(row)
        }}
      />
      <Note tone="warn" className={styles.warning}>
        {t("form.warn", { currency, network })}
      </Note>
      <AddressField
        value={typed}
        reading={reading}
        network={network}
        problem={form.problemAt("address")}
        onChange={(text) => {
          form.forgive()
          setTyped(text)
        }}
      />
      <TextField
        label={t("form.remark")}
        name="remark"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={REMARK_LENGTH_MAX}
        value={remark}
        hint={t("form.remarkHint")}
        onChange={setRemark}
      />
      <CodeProofFields proof={proof} form={form} sender={sender} target={user.account} />
    </AccountFrame>
  )
}
