/** Where did somebody come in? Device and address, with when and what became of it. */

import type { ReactNode } from "react"
import { classNames } from "../../ui/class-names.ts"
import styles from "./access-rows.module.css"

interface AccessRowProps {
  device: string
  /** Beside the device: which one it is, what became of it. */
  mark?: ReactNode
  address?: string
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
        {address === undefined ? null : <div className={styles.second}>{address}</div>}
      </div>
      {end}
    </div>
  )
}
