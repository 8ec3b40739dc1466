/** AI products that are offered: `/pages/ai/index`. */

import { AiProductsView } from "./ai-products.view.tsx"

export const AiProductsScreen = () => <AiProductsView />
