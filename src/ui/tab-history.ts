/** The history of the tab as the router keeps it. The shell hands it in; what is open holds back up in it. */

import type { RouterHistory } from "@tanstack/react-router"

export type TabHistory = Pick<RouterHistory, "location" | "block" | "push" | "replace" | "back">

export const tab: { history: TabHistory | undefined; win: Window } = {
  history: undefined,
  win: globalThis.window,
}
