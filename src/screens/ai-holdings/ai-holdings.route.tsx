/** Own holdings of AI products: `/pages/ai/holdings`. */

import { AiHoldingsView } from "./ai-holdings.view.tsx"

export const AiHoldingsScreen = () => <AiHoldingsView />
