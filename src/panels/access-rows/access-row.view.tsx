/** Where did somebody come in? Device and address, with when and what became of it. */

import type { TFunction } from "i18next"
import type { ReactNode } from "react"
import { classNames } from "../../ui/class-names.ts"
import styles from "./access-rows.module.css"
import { deviceOf, programOf } from "./agent.model.ts"

/** `Firefox on Linux`; what isn't known is left out. `t` must be of the namespace `security`. */
export function deviceText(t: TFunction<"security">, agent: string): string {
  const { browser, system } = deviceOf(agent)
  if (browser && system) return t("security:sessions.device", { browser, system })
  return browser ?? system ?? (programOf(agent) || t("security:sessions.unknown"))
}

interface AccessRowProps {
  device: string
  /** Beside the device: which one it is, what became of it. */
  mark?: ReactNode
  address: string
  when: ReactNode
  /** Where the whole row is of note: a failed try. */
  isWarned?: boolean
  end?: ReactNode
}

export function AccessRow({ device, mark, address, when, isWarned = false, end }: AccessRowProps) {
  return (
    <div className={classNames(styles.row, isWarned && styles.warned)}>
      <div className={styles.words}>
        <div className={styles.first}>
          <span className={styles.device}>{device}</span>
          {mark}
        </div>
        <div className={styles.second}>{when}</div>
        <div className={styles.second}>{address}</div>
      </div>
      {end}
    </div>
  )
}
