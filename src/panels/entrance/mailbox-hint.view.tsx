/**
 * A hint to the sandbox's mailbox. In a sandbox on this machine messages go to a mailbox page; whoever tries Saker
 * is told where its address is: a key stands in it, which no page may know.
 */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { serverDoor } from "../../api/server-door.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./entrance.module.css"

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Nothing, unless the page runs on loopback and the server really has the mailbox. */
export function MailboxHint() {
  const { t } = useTranslation("account")
  if (!useHasMailbox()) return null
  return (
    <Note tone="info" className={styles.hint}>
      {t("login.mailbox")}
    </Note>
  )
}

function useHasMailbox(): boolean {
  const [hasMailbox, setHasMailbox] = useState(false)
  useEffect(() => {
    if (!LOOPBACK.has(window.location.hostname)) return
    let isCurrent = true
    findMailbox().then(
      (found) => isCurrent && setHasMailbox(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasMailbox
}

/** A page server of another kind may answer every path with the page itself: plain text tells them apart. */
async function findMailbox(): Promise<boolean> {
  const { apiBase } = await serverDoor()
  const { ok, headers } = await fetch(`${apiBase}/mailbox`, { method: "HEAD" })
  return ok && (headers.get("content-type")?.startsWith("text/plain") ?? false)
}
