/** Copies, and says whether it worked (seed section 8: copy succeeded, copy failed). */

import i18next from "i18next"
import { copyText } from "../text/copy-text.ts"
import { showToast } from "../ui/toaster.ts"

export async function copyAndSay(text: string): Promise<void> {
  const isCopied = await copyText(text)
  if (isCopied) showToast("success", i18next.t("app:toast.copied"))
  else showToast("failure", i18next.t("app:toast.copyFailed"))
}
