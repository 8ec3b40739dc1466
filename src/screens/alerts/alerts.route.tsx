/** Own alerts: `/pages/user/alerts`. */

import { AlertsView } from "./alerts.view.tsx"

export const AlertsScreen = () => <AlertsView />
