/** Templates of indicators: one press puts one on the chart; what the chart shows is kept under a name. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { TEMPLATE_NAME_MAX } from "#core/workspace/chart-template.ts"
import {
  applyTemplate,
  chartTemplates,
  removeTemplate,
  saveTemplate,
  type TemplateRefusal,
} from "../../stores/chart-templates.ts"
import { Button } from "../../ui/button.tsx"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { showToast } from "../../ui/toaster.ts"
import styles from "./templates.module.css"

export function Templates({ instrument }: { instrument: string }) {
  const { t } = useTranslation("chart")
  const { all, owner } = useSnapshot(chartTemplates)
  const [name, setName] = useState("")
  const [refusal, setRefusal] = useState<TemplateRefusal | null>(null)
  useEffect(follow, [])
  return (
    <section aria-label={t("templates.title")}>
      <h3 className={styles.heading}>{t("templates.title")}</h3>
      {all.length > 0 ? (
        <ul className={styles.list}>
          {all.map((template) => (
            <li key={template.id} className={styles.template}>
              <button
                type="button"
                className={styles.apply}
                aria-label={t("templates.apply", { name: template.name })}
                onClick={() => {
                  applyTemplate(instrument, template.id)
                  showToast("success", t("templates.applied", { name: template.name }))
                }}
              >
                {template.name}
              </button>
              <IconButton
                glyph={X}
                size={16}
                label={t("templates.remove", { name: template.name })}
                onClick={() => removeTemplate(template.id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const why = saveTemplate(instrument, name)
          setRefusal(why)
          if (!why) setName("")
        }}
      >
        <div className={styles.field}>
          <TextField
            label={t("templates.name")}
            name="template"
            autoComplete="off"
            value={name}
            maxLength={TEMPLATE_NAME_MAX}
            problem={refusal ? t(`templates.${refusal}`) : undefined}
            hint={t(owner ? "templates.accountHint" : "templates.hint")}
            onChange={(text) => {
              setName(text)
              setRefusal(null)
            }}
          />
        </div>
        <Button type="submit" tone="outline" disabled={owner === null}>
          {t("templates.save")}
        </Button>
      </form>
    </section>
  )
}

/** The calls and their checks come with it: nothing that candles wait for. */
function follow(): void {
  import("./follow-templates.ts").then(
    ({ followTemplates }) => followTemplates(),
    // Gone with the network: the settings opened again ask again.
    () => undefined,
  )
}
