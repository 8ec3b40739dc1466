/** The layouts that come with the terminal and the user's own: to be put on the desk, shared, and deleted. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { type DeskLayout, PRESET_NAMES } from "#core/workspace/layout.ts"
import { sharedText } from "#core/workspace/layout-schema.ts"
import { saveFile } from "../../api/download.ts"
import { desk } from "../../stores/desk-store.ts"
import { deleteLayout, layouts, saveLayout } from "../../stores/layouts-store.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { classNames } from "../../ui/class-names.ts"
import { Check, Download, Icon, Save, Share2, Trash2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { showToast } from "../../ui/toaster.ts"
import styles from "./desk-sheet.module.css"
import { linkOf } from "./layout-link.ts"
import { layoutOfDesk } from "./layout-of-desk.ts"
import type { LayoutChoice } from "./use-layout-choice.ts"

export function LayoutRows({ choice }: { choice: LayoutChoice }) {
  const { t } = useTranslation("workspace")
  const { all } = useSnapshot(layouts)
  return (
    <ul className={styles.rows}>
      {PRESET_NAMES.map((name) => (
        <li key={name} className={styles.row}>
          <Choose id={name} name={t(`desk.preset.${name}`)} onChoose={() => choice.choosePreset(name)} />
        </li>
      ))}
      {(all as readonly DeskLayout[]).map((layout) => (
        <OwnRow key={layout.id} layout={layout} choice={choice} />
      ))}
    </ul>
  )
}

interface ChooseProps {
  id: string
  name: string
  onChoose: () => void
}

function Choose({ id, name, onChoose }: ChooseProps) {
  const { t } = useTranslation("workspace")
  const { now } = useSnapshot(desk)
  const isOn = now.layout === id
  return (
    <button
      type="button"
      className={classNames(styles.choose, isOn && styles.on)}
      aria-pressed={isOn}
      aria-label={t("desk.choose", { name })}
      onClick={onChoose}
    >
      <bdi className={styles.name}>{name}</bdi>
      {isOn ? <Icon glyph={Check} size={16} /> : null}
      {isOn && now.isChanged ? <span className={styles.changed}>{t("desk.changed")}</span> : null}
    </button>
  )
}

function OwnRow({ layout, choice }: { layout: DeskLayout; choice: LayoutChoice }) {
  const { t } = useTranslation("workspace")
  const { now } = useSnapshot(desk)
  const { id, name } = layout
  const save = () => {
    const next = layoutOfDesk(name, choice.instrument, id)
    if (saveLayout(next) === null) choice.chooseLayout(next)
  }
  const remove = () => {
    deleteLayout(id)
    const undo = () => {
      const refusal = saveLayout(layout)
      if (refusal) showToast("failure", t(`desk.refused.${refusal}`))
    }
    showToast("info", t("desk.deleted", { name }), { label: t("lists:undo"), run: undo })
  }
  return (
    <li className={styles.row}>
      <Choose id={id} name={name} onChoose={() => choice.chooseLayout(layout)} />
      {now.layout === id && now.isChanged ? (
        <IconButton glyph={Save} size={16} label={t("desk.saveChanges", { name })} onClick={save} />
      ) : null}
      <IconButton
        glyph={Share2}
        size={16}
        label={t("desk.link", { name })}
        onClick={() => void copyAndSay(linkOf(layout))}
      />
      <IconButton
        glyph={Download}
        size={16}
        label={t("desk.file", { name })}
        onClick={() =>
          saveFile(new Blob([sharedText(layout)], { type: "application/json" }), `${fileName(name)}.json`)
        }
      />
      <IconButton glyph={Trash2} size={16} label={t("desk.delete", { name })} onClick={remove} />
    </li>
  )
}

/** What every system takes as a file's name. */
const fileName = (name: string): string => `saker-layout-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}`
