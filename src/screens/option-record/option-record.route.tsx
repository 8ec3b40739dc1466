/** `/pages/option/record?id=4112`: ended second contracts; with an id that one is open. */

import { OptionRecordView } from "./option-record.view.tsx"

export const OptionRecordScreen = () => <OptionRecordView />
