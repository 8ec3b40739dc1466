/** The invite code of the link that was followed, kept on the device until there is an account. */

import { dropDevice, readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:invite"

/** Keeps the code of a link that was followed. */
export const keepInvite = (code: string): void => writeDevice(KEY, code)

/** Empty: nobody did. */
export const keptInvite = (): string => readDevice(KEY) ?? ""

/** The account is there; the code has done its part. */
export const dropInvite = (): void => dropDevice(KEY)
