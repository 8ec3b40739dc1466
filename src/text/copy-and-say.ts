/** Copies a text to the clipboard, and says whether it worked. */

import i18next from "i18next"
import { showToast } from "../ui/toaster.ts"
import { copyText } from "./copy-text.ts"

export async function copyAndSay(text: string): Promise<void> {
  const isCopied = await copyText(text)
  if (isCopied) showToast("success", i18next.t("app:toast.copied"))
  else showToast("failure", i18next.t("app:toast.copyFailed"))
}
