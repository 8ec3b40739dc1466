/** How far something has come: a thin bar in the accent's colour. */

import { classNames } from "./class-names.ts"
import styles from "./progress-bar.module.css"

/** `className`: its place and its size; its words, if it has any, by `aria-label`. */
export function ProgressBar({ className, ...rest }: React.ComponentProps<"progress">) {
  return <progress {...rest} className={classNames(styles.bar, className)} />
}
