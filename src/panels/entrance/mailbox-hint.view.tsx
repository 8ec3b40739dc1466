/** Where is the code? In a sandbox on this machine messages go to a mailbox page; whoever tries Saker is told so. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { serverDoor } from "../../api/server-door.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./entrance.module.css"

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Nothing, unless the page runs on loopback and the server really has the mailbox. */
export function MailboxHint() {
  const { t } = useTranslation("account")
  const address = useMailbox()
  if (address === undefined) return null
  return (
    <Note tone="info" className={styles.hint}>
      {t("login.mailbox")}{" "}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {t("login.openMailbox")}
      </a>
    </Note>
  )
}

function useMailbox(): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!LOOPBACK.has(window.location.hostname)) return
    let isCurrent = true
    findMailbox().then(
      (found) => isCurrent && setAddress(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return address
}

/** A page server of another kind may answer every path with the page itself: the JSON form tells them apart. */
async function findMailbox(): Promise<string | undefined> {
  const { apiBase } = await serverDoor()
  const { ok, headers } = await fetch(`${apiBase}/mailbox.json`, { method: "HEAD" })
  return ok && headers.get("content-type")?.includes("json") ? `${apiBase}/mailbox` : undefined
}
