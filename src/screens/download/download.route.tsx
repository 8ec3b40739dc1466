/**
 * How Saker gets onto a device. By installing the page, by the operator's apps, or by a code for the phone's camera.
 */

import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import type { PageConfig } from "#core/wire/platform.ts"
import { pageConfig } from "../../api/page-config.ts"
import { install, installation } from "../../stores/install-prompt.ts"
import { DownloadView } from "./download.view.tsx"

export function DownloadScreen() {
  const { way } = useSnapshot(installation)
  const [config, setConfig] = useState<PageConfig>()
  useEffect(() => void pageConfig().then(setConfig), [])
  const own = `${window.location.origin}${window.location.pathname}`
  return <DownloadView way={way} config={config} ownAddress={own} onInstall={() => void install()} />
}
