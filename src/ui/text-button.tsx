/** A button that is only its words: at the end of a line of tabs, say. */

import type { ComponentProps } from "react"
import { classNames } from "./class-names.ts"
import reach from "./reach.module.css"
import styles from "./text-button.module.css"

export function TextButton({ className, ...rest }: Omit<ComponentProps<"button">, "type">) {
  return <button {...rest} type="button" className={classNames(reach.reach, styles.button, className)} />
}
