/**
 * After how many minutes without use this device logs its user out, kept under `saker:idle`; 0: never. Of the device: a desk in an office
 * has others than a phone in a pocket.
 */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:idle"

export const IDLE_MINUTES = ["0", "5", "15", "30", "60", "240"] as const
export type IdleMinutes = (typeof IDLE_MINUTES)[number]

export const idleLogout = proxy<{ minutes: IdleMinutes }>({
  minutes: IDLE_MINUTES.find((minutes) => minutes === readDevice(KEY)) ?? "0",
})

export function chooseIdleMinutes(minutes: IdleMinutes): void {
  idleLogout.minutes = minutes
  writeDevice(KEY, minutes)
}
