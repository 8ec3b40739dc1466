/** The user's avatar: their picture, else their initials, else a figure. */

import { useEffect, useState } from "react"
import type { UserInfo } from "#core/wire/account.ts"
import { serverDoor } from "../api/server-door.ts"
import { Icon, UserRound } from "../ui/icon.tsx"
import { initialsOf } from "./account-words.ts"
import styles from "./avatar.module.css"

/** Decoration: the account's name stands beside it. */
export function Avatar({ user }: { user: Pick<UserInfo, "account" | "avatar"> | null }) {
  const address = useAddress(user?.avatar ?? "")
  const [failed, setFailed] = useState("")
  const isPicture = address !== "" && address !== failed
  const initials = user ? initialsOf(user.account) : ""
  return (
    <span className={styles.avatar} aria-hidden="true" data-initials={isPicture ? undefined : initials}>
      {isPicture ? (
        <img src={address} alt="" className={styles.picture} onError={() => setFailed(address)} />
      ) : initials === "" ? (
        <Icon glyph={UserRound} />
      ) : null}
    </span>
  )
}

/** The picture's address at the server, once that is known. */
function useAddress(path: string): string {
  const [base, setBase] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void serverDoor().then(({ apiBase }) => {
      if (isCurrent) setBase(apiBase)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  return path === "" || base === undefined ? "" : base + path
}
