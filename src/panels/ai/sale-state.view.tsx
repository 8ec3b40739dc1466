/** The state of a product or of an issue as a badge: always a word. */

import { useTranslation } from "react-i18next"
import type { AiIssue, AiProduct } from "#core/wire/ai.ts"
import { Badge } from "../../ui/badge.tsx"
import { saleOf } from "./ai.model.ts"

export function SaleState({ product }: { product: Pick<AiProduct, "state" | "issue"> }) {
  const { t } = useTranslation("ai")
  const sale = saleOf(product)
  return <Badge tone={sale === "on-sale" ? "accent" : "plain"}>{t(`sale.${sale}`)}</Badge>
}

export function IssueState({ issue }: { issue: Pick<AiIssue, "state"> }) {
  const { t } = useTranslation("ai")
  return <Badge tone={issue.state === "open" ? "accent" : "plain"}>{t(`issue.${issue.state}`)}</Badge>
}
