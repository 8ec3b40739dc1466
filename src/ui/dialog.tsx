/** A dialog that asks before something that can't be undone. Its code is fetched with the first use. */

import type { DialogBodyProps } from "./dialog-body.tsx"
import { useFetchedPart } from "./fetched-part.ts"

const loadDialog = async () => (await import("./dialog-body.tsx")).DialogBody

export function Dialog(props: DialogBodyProps) {
  const DialogBody = useFetchedPart(loadDialog, props.isOpen, props.onSafe)
  return DialogBody ? <DialogBody {...props} /> : null
}
