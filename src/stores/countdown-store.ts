/** What is known of the countdown that cancels open orders (S15): when it runs out unless it is set anew. */

import { proxy } from "valtio"

/** `due`: local epoch ms; 0: none runs that this page has set. */
export const countdown = proxy<{ due: number }>({ due: 0 })
