/** Every withdrawal: `/pages/assets/withdrawList`. */

import { WithdrawRecordView } from "./withdraw-record.view.tsx"

export const WithdrawRecordScreen = () => <WithdrawRecordView />
