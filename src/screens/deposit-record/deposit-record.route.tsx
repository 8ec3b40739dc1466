/** Every deposit: `/pages/assets/rechargeList`. */

import { DepositRecordView } from "./deposit-record.view.tsx"

export const DepositRecordScreen = () => <DepositRecordView />
