/** The licence and the filing. The MSB and the SEC document: what was supplied, or a word that there is none. */

import { pdfDocument, secDocument } from "#core/wire/content-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { useApiBase } from "../../panels/article/article-text.view.tsx"
import { DocumentView } from "./document.view.tsx"

export function LicenceScreen() {
  return <DocumentView asked={useAnswer(pdfDocument, {})} apiBase={useApiBase()} />
}

export function FilingScreen() {
  return <DocumentView asked={useAnswer(secDocument, {})} apiBase={useApiBase()} />
}
