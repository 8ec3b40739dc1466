/** Sets the anti-phishing phrase. In a sheet: the words, and the password as proof; empty takes it away. */

import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { PHRASE_LENGTH_MAX, setPhrase } from "#core/wire/security-calls.ts"
import { UsernameField } from "../../panels/account-form/new-password.view.tsx"
import { LoginPasswordField, PROOF_PLACES } from "../../panels/account-form/proof-fields.view.tsx"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { formatNumber } from "../../text/numbers.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { showToast } from "../../ui/toaster.ts"
import { readUser } from "../../user/read-user.ts"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./security.module.css"

interface PhraseSheetProps {
  user: UserInfo
  isOpen: boolean
  onClose: () => void
}

export function PhraseSheet({ user, isOpen, onClose }: PhraseSheetProps) {
  const { t } = useTranslation("security")
  const formId = useId()
  // What was typed outlives a sheet that was closed by a slip; the password doesn't.
  const [typed, setTyped] = useState<string>()
  const [login, setLogin] = useState("")
  const form = useSubmit({ fields: ["login"], places: PROOF_PLACES })
  const phrase = typed ?? user.phrase

  const submit = async () => {
    if (login === "") return form.refuse("login", t("account:form.missingPassword"))
    if (!(await form.send(setPhrase, { phrase: phrase.trim(), login }))) return
    showToast("success", t(phrase.trim() === "" ? "phrase.removed" : "phrase.saved"))
    await readUser()
    setTyped(undefined)
    close()
  }
  const close = () => {
    setLogin("")
    form.forgive()
    onClose()
  }
  const isWaiting = form.waitSeconds > 0

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t("center.phrase")}
      footer={
        <Button
          type="submit"
          form={formId}
          tone="accent"
          size="primary"
          isBlock
          isBusy={form.isBusy}
          disabled={isWaiting}
          second={isWaiting ? t("account:form.wait", { time: timeLeft(form.waitSeconds * 1000) }) : undefined}
        >
          {t("phrase.save")}
        </Button>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.isBusy && !isWaiting) void submit()
        }}
      >
        <p className={styles.text}>{t("phrase.text")}</p>
        <TextField
          label={t("phrase.label")}
          name="phrase"
          autoComplete="off"
          value={phrase}
          maxLength={PHRASE_LENGTH_MAX}
          hint={t("phrase.hint", { max: formatNumber(PHRASE_LENGTH_MAX, currentLanguage()) })}
          onChange={setTyped}
        />
        <UsernameField account={user.account} />
        <LoginPasswordField
          value={login}
          form={form}
          onChange={(password) => {
            form.forgive()
            setLogin(password)
          }}
        />
        {form.problem ? (
          <Note tone="danger" isAlert>
            {form.problem}
          </Note>
        ) : null}
      </form>
    </Sheet>
  )
}
