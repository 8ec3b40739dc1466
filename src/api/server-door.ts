/** Where do calls go, and who makes them? Told once at the start; calls that come before wait for it. */

export interface ServerDoor {
  /** Without a trailing slash. */
  apiBase: string
  /** The bearer token of the one who is logged in. */
  token?: () => string | null
  /** The one place for code 999: the session has ended at the server (seed section 8). */
  sessionEnded?: () => void
}

let open: (door: ServerDoor) => void = () => undefined
const door = new Promise<ServerDoor>((resolve) => {
  open = resolve
})

/** Says where the server is. The first word holds. */
export const connectCalls = (to: ServerDoor): void => open(to)

export const serverDoor = (): Promise<ServerDoor> => door
