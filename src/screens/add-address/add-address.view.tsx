/** The form of a new address: coin and network, the address checked as it is typed, a label, and the proofs. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { UserInfo } from "#core/wire/account.ts"
import {
  addAddress,
  addressCode,
  type ChainFacts,
  type chains,
  REMARK_LENGTH_MAX,
} from "#core/wire/address-calls.ts"
import type { RequestOf, ResponseOf } from "#core/wire/endpoint.ts"
import { type CallFailure, call } from "../../api/call.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeProofFields, useProof } from "../../panels/account-form/proof-fields.view.tsx"
import { useChangeDone } from "../../panels/account-form/use-change-done.ts"
import { useBoundCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { CoinNetworkFields } from "../../panels/custody/coin-network.view.tsx"
import { chosenOf, readCoinNetwork } from "../../panels/custody/networks.ts"
import { elapsedText } from "../../text/relative-time.ts"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./add-address.module.css"
import { AddressField } from "./address-field.view.tsx"
import { type AddressReading, readAddress } from "./address-reading.ts"

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
  const done = useChangeDone("/pages/assets/address")
  const { currency, chain } = chosen
  const network = networkName(chain, currency)
  const reading = readAddress(chain, typed)
  const sender = useEntryCode({ currency, chain, address: addressOf(reading) }, form.take)
  const refuseAddress = () =>
    form.refuse("address", reading.kind === "wrong" ? reading.text : t("form.missing"))

  const submit = async () => {
    if (reading.kind !== "fine") return refuseAddress()
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
      <CodeProofFields
        proof={proof}
        form={form}
        sender={{
          ...sender,
          // The message names the address that its code is for: without one there is nothing to send.
          send: async () => {
            if (reading.kind === "fine") return await sender.send()
            refuseAddress()
            return false
          },
        }}
        target={user.account}
      />
    </AccountFrame>
  )
}

const addressOf = (reading: AddressReading): string => (reading.kind === "fine" ? reading.address : "")

/** The code for this entry alone. */
const useEntryCode = (entry: RequestOf<typeof addressCode>, onRefused: (failure: CallFailure) => void) =>
  useBoundCodeSender("address", JSON.stringify(entry), () => call(addressCode, entry), onRefused)
