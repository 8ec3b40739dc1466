/** Where calls are sent, and with whose token. Set once at the start; calls that come before wait for it. */

export interface ServerDoor {
  /** Without a trailing slash. */
  apiBase: string
  /** The bearer token of the one who is logged in. */
  token?: () => string | null
  /** The one place for code 999: the session has ended at the server. Quiet: without a toast. */
  sessionEnded?: (isQuiet: boolean) => void
  /** How a request goes out; left out: the browser's own way. A test hands in its own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

let known: ServerDoor | undefined
let open: (door: ServerDoor) => void = () => undefined
const door = new Promise<ServerDoor>((resolve) => {
  open = resolve
})

/** Says where the server is. The first word holds. */
export function connectCalls(to: ServerDoor): void {
  known ??= to
  open(to)
}

/** Sets apart what one person was told from what another is: answers that only users get are kept by it. */
export const callerKey = (): string => known?.token?.() ?? ""

export const serverDoor = (): Promise<ServerDoor> => door

/** Undefined in the page's first moments only. */
export const knownDoor = (): ServerDoor | undefined => known
