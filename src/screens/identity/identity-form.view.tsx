/** The form of the identity verification. Name, number, residence, two pictures, one button. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { RegionFlag } from "../../panels/region/region-flag.view.tsx"
import { useGo } from "../../places/screen-link.tsx"
import { askForRegion, regionChoice } from "../../stores/region-choice.ts"
import { regionName } from "../../text/region-names.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./identity.module.css"
import { draft, SIDES } from "./identity-draft.ts"
import { useIdentitySending } from "./identity-sending.ts"
import { PictureCard } from "./picture-card.view.tsx"

const NAME_LENGTH_MAX = 100
const NUMBER_LENGTH_MAX = 40

export function IdentityForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("account")
  const { realName, idNumber } = useSnapshot(draft, { sync: true })
  const sending = useIdentitySending(onDone)
  const { isBusy, missing, refusal } = sending
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(missing).length > 0) focusProblem(form.current)
  }, [missing])
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        sending.send()
      }}
    >
      <TextField
        label={t("identity.realName")}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        value={realName}
        maxLength={NAME_LENGTH_MAX}
        isDisabled={isBusy}
        hint={t("identity.asOnDocument")}
        problem={missing.realName && t("identity.nameWrong")}
        onChange={(text) => {
          draft.realName = text
        }}
      />
      <TextField
        label={t("identity.idNumber")}
        name="id-number"
        autoComplete="off"
        autoCapitalize="characters"
        value={idNumber}
        maxLength={NUMBER_LENGTH_MAX}
        isDisabled={isBusy}
        hint={t("identity.asOnDocument")}
        problem={missing.idNumber && t("identity.numberWrong")}
        onChange={(text) => {
          draft.idNumber = text
        }}
      />
      <Residence isDisabled={isBusy} isMissing={missing.residence === true} />
      <fieldset className={styles.pictures}>
        <legend className={styles.legend}>{t("identity.document")}</legend>
        <p className={styles.text}>{t("identity.documentText")}</p>
        <div className={styles.cards}>
          {SIDES.map((side) => (
            <PictureCard key={side} name={side} isLocked={isBusy} isMissing={missing[side] === true} />
          ))}
        </div>
      </fieldset>
      {refusal ? (
        <Note tone="danger" isAlert>
          {refusal}
        </Note>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" tone="accent" size="primary" isBlock isBusy={isBusy}>
          {t(isBusy ? "identity.sending" : "identity.submit")}
        </Button>
        {isBusy ? (
          <Button tone="outline" size="primary" onClick={sending.cancel}>
            {t("identity.cancel")}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** To the first thing that is missing: a field, or the first button of a picture that can be seen. */
function focusProblem(form: HTMLFormElement | null): void {
  const places = form?.querySelectorAll<HTMLElement>(
    "[aria-invalid=true], button[data-problem], [data-problem] button",
  )
  Array.from(places ?? [])
    .find((place) => place.offsetParent !== null)
    ?.focus()
}

/** Chosen on a page of its own; the form waits here meanwhile. */
function Residence({ isDisabled, isMissing }: { isDisabled: boolean; isMissing: boolean }) {
  const { t, i18n } = useTranslation("account")
  const { region } = useSnapshot(regionChoice)
  const go = useGo()
  const isProblem = isMissing && region === null
  return (
    <div>
      <button
        type="button"
        className={classNames(styles.residence, isProblem && styles.refusedField)}
        disabled={isDisabled}
        data-problem={isProblem || undefined}
        aria-describedby="residence-below"
        onClick={() => {
          askForRegion("/pages/user/auth", region)
          go("/choose-location", { to: "/pages/user/auth" })
        }}
      >
        <span className={styles.inside}>
          <span className={styles.label}>{t("identity.residence")}</span>
          <span className={styles.region}>
            {region === null ? (
              t("identity.choose")
            ) : (
              <>
                <RegionFlag code={region} />
                {regionName(region, i18n.language)}
              </>
            )}
          </span>
        </span>
        <Icon glyph={ChevronRight} size={16} />
      </button>
      <div
        id="residence-below"
        className={classNames(styles.below, isProblem && styles.problem)}
        aria-live="polite"
      >
        {isProblem ? t("identity.residenceMissing") : null}
      </div>
    </div>
  )
}
