/** The form that makes an API key: what it may do, from where and for how long, and what proves the person. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { KEY_KINDS, KEY_NAME_LENGTH_MAX, KEY_SCOPES } from "#core/wire/api-key.ts"
import { addApiKey } from "#core/wire/api-key-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import {
  CodeProofFields,
  LoginPasswordField,
  PROOF_FIELDS,
  PROOF_PLACES,
  useProof,
  useProofCheck,
} from "../../panels/account-form/proof-fields.view.tsx"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { type Submission, useSubmit } from "../../panels/account-form/use-submit.ts"
import { market } from "../../stores/market-store.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./api-keys.module.css"
import type { Made } from "./fresh-key.view.tsx"
import {
  addressesOf,
  EXPIRY_DAYS,
  type ExpiryDays,
  expiryOf,
  type KeyDraft,
  NEW_KEY,
  switched,
  wrongAddress,
} from "./key-wish.ts"

interface KeyFormProps {
  user: UserInfo
  onMade: (made: Made) => void
  onBack: () => void
}

export function KeyForm({ user, onMade, onBack }: KeyFormProps) {
  const { t } = useTranslation("apiKeys")
  const proof = useProof(user)
  const [draft, setDraft] = useState<KeyDraft>(NEW_KEY)
  const form = useSubmit({
    fields: [...PROOF_FIELDS, "name", "publicKey", "addresses"],
    places: { ...PROOF_PLACES, API_KEY_FORM: "publicKey" },
    onRefused: ({ name }) => name === "TOTP_NEEDED" && proof.noteTotp(),
  })
  const sender = useCodeSender("apiKey", "", form.take)
  const isProven = useProofCheck()
  const change = (part: Partial<KeyDraft>) => {
    form.forgive()
    setDraft({ ...draft, ...part })
  }

  const submit = async () => {
    const wrong = wrongAddress(draft.addresses)
    if (draft.name.trim() === "") form.refuse("name", t("form.nameNeeded"))
    else if (draft.scopes.length === 0) form.refuse(undefined, t("form.scopesNeeded"))
    else if (wrong !== undefined) form.refuse("addresses", t("form.addressWrong", { text: wrong }))
    else if (isProven(proof, form)) await send()
  }
  const send = async () => {
    const { days, publicKey, ...rest } = draft
    const made = await form.send(addApiKey, {
      ...{ ...rest, scopes: [...draft.scopes], addresses: addressesOf(draft.addresses) },
      ...(draft.kind === "ed25519" && { publicKey }),
      expires: expiryOf(days, Date.now() + market.connection.clockOffset),
      ...proof.value,
    })
    if (!made) return
    sender.forget()
    onMade(made)
  }

  return (
    <AccountFrame
      text={t("noWithdraw")}
      form={form}
      action={t("create")}
      onSubmit={() => void submit()}
      below={
        <Button tone="quiet" isBlock onClick={onBack}>
          {t("form.back")}
        </Button>
      }
    >
      <Wishes draft={draft} form={form} onChange={change} />
      <LoginPasswordField
        value={proof.value.login}
        form={form}
        onChange={(login) => {
          form.forgive()
          proof.set({ login })
        }}
      />
      <CodeProofFields proof={proof} form={form} sender={sender} target={user.account} />
    </AccountFrame>
  )
}

interface WishesProps {
  draft: KeyDraft
  form: Submission
  onChange: (change: Partial<KeyDraft>) => void
}

function Wishes({ draft, form, onChange }: WishesProps) {
  const { t } = useTranslation("apiKeys")
  const daysText = (days: ExpiryDays) => (days === "0" ? t("never") : t("form.days", { count: Number(days) }))
  return (
    <>
      <TextField
        label={t("form.name")}
        name="key-name"
        autoComplete="off"
        autoCapitalize="sentences"
        value={draft.name}
        maxLength={KEY_NAME_LENGTH_MAX}
        problem={form.problemAt("name")}
        hint={t("form.nameHint")}
        onChange={(name) => onChange({ name })}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{t("form.scopes")}</legend>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            isOn={draft.scopes.includes(scope)}
            className={styles.scope}
            onChange={(isOn) => onChange({ scopes: switched(draft.scopes, scope, isOn, KEY_SCOPES) })}
          >
            <span>
              {t(`scope.${scope}`)}
              <span className={styles.about}>{t(`scopeHint.${scope}`)}</span>
            </span>
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label={t("form.addresses")}
        name="addresses"
        autoComplete="off"
        value={draft.addresses}
        problem={form.problemAt("addresses")}
        hint={t("form.addressesHint")}
        onChange={(addresses) => onChange({ addresses })}
      />
      {addressesOf(draft.addresses).length === 0 ? <Note tone="warn">{t("form.open")}</Note> : null}
      <ChoiceField
        label={t("form.expires")}
        className={styles.choice}
        options={EXPIRY_DAYS.map((days) => ({ value: days, label: daysText(days) }))}
        value={draft.days}
        onChange={(days) => onChange({ days })}
      />
      <ChoiceField
        label={t("form.kind")}
        className={styles.choice}
        options={KEY_KINDS.map((kind) => ({ value: kind, label: t(`form.${kind}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === "ed25519" ? (
        <TextField
          label={t("form.publicKey")}
          name="public-key"
          autoComplete="off"
          value={draft.publicKey}
          maxLength={400}
          problem={form.problemAt("publicKey")}
          hint={t("form.publicKeyHint")}
          onChange={(publicKey) => onChange({ publicKey })}
        />
      ) : null}
    </>
  )
}
