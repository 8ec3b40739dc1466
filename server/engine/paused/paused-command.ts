/** The command about a scaled order or an iceberg as a whole (S21). */

import type { AccountId } from "../sender.ts"

/** What is paused already, or rests already, is done. `end` cancels what rests of it and forgets what is paused. */
export interface ChangeGroup {
  type: "group.change"
  account: AccountId
  /** Of a scaled order the number of its group; of an iceberg that of its group, else its own id. */
  group: number
  act: "pause" | "resume" | "end"
}
