/** Sets an authenticator up. The password, then the secret as picture and text, then the app's first code. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { beginTotp, confirmTotp } from "#core/wire/security-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { TotpField } from "../../panels/account-form/code-field.view.tsx"
import { UsernameField } from "../../panels/account-form/new-password.view.tsx"
import {
  CodeProofFields,
  LoginPasswordField,
  PROOF_FIELDS,
  PROOF_PLACES,
  useProof,
  useProofCheck,
} from "../../panels/account-form/proof-fields.view.tsx"
import { useChangeDone } from "../../panels/account-form/use-change-done.ts"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { Button } from "../../ui/button.tsx"
import { Copy, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { QrCode } from "../../ui/qr-code.tsx"
import { secretGroups } from "./totp.model.ts"
import styles from "./totp.module.css"

type Made = ResponseOf<typeof beginTotp>

export function TotpSetupView({ user }: { user: UserInfo }) {
  const [made, setMade] = useState<Made>()
  return made ? (
    <Confirm user={user} made={made} onAgain={() => setMade(undefined)} />
  ) : (
    <Begin user={user} onMade={setMade} />
  )
}

function Begin({ user, onMade }: { user: UserInfo; onMade: (made: Made) => void }) {
  const { t } = useTranslation("security")
  const proof = useProof(user)
  const form = useSubmit({ fields: PROOF_FIELDS, places: PROOF_PLACES })
  const sender = useCodeSender("totpOn", "", form.take)
  const isProven = useProofCheck()
  const submit = async () => {
    if (!isProven(proof, form)) return
    const { login, code } = proof.value
    const made = await form.send(beginTotp, { login, code })
    if (!made) return
    sender.forget()
    onMade(made)
  }
  return (
    <AccountFrame text={t("totp.text")} form={form} action={t("totp.begin")} onSubmit={() => void submit()}>
      <UsernameField account={user.account} />
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

function Confirm({ user, made, onAgain }: { user: UserInfo; made: Made; onAgain: () => void }) {
  const { t } = useTranslation("security")
  const [totp, setTotp] = useState("")
  const form = useSubmit({ fields: ["totp"] })
  const done = useChangeDone()
  const submit = async () => {
    if (!isCode(totp)) return form.refuse("totp", t("account:form.missingCode"))
    if (await form.send(confirmTotp, { totp })) await done(t("totp.onDone"))
  }
  return (
    <AccountFrame
      head={
        <div className={styles.secret}>
          <p>{t("totp.scan")}</p>
          <QrCode text={made.uri} label={t("totp.picture", { account: user.account })} />
          <p className={styles.typed}>{t("totp.typed")}</p>
          <code className={styles.groups} translate="no">
            {secretGroups(made.secret).map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups may be alike; their places are their names
              <span key={index}>{group}</span>
            ))}
          </code>
          <Button
            tone="outline"
            icon={<Icon glyph={Copy} size={16} />}
            onClick={() => void copyAndSay(made.secret)}
          >
            {t("totp.copy")}
          </Button>
          <Note tone="warn">{t("totp.keep")}</Note>
        </div>
      }
      text={t("totp.first")}
      form={form}
      action={t("totp.confirm")}
      onSubmit={() => void submit()}
      below={
        <Button tone="quiet" onClick={onAgain}>
          {t("totp.again")}
        </Button>
      }
    >
      <TotpField
        value={totp}
        problem={form.problemAt("totp")}
        onChange={(code) => {
          form.forgive()
          setTotp(code)
        }}
      />
    </AccountFrame>
  )
}
