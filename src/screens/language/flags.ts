/** The flags of the languages. Single pictures, so that only eight of the set's hundreds are shipped. */

import China from "country-flag-icons/react/3x2/CN"
import Germany from "country-flag-icons/react/3x2/DE"
import Spain from "country-flag-icons/react/3x2/ES"
import France from "country-flag-icons/react/3x2/FR"
import Britain from "country-flag-icons/react/3x2/GB"
import Italy from "country-flag-icons/react/3x2/IT"
import Poland from "country-flag-icons/react/3x2/PL"
import Portugal from "country-flag-icons/react/3x2/PT"
import type { Language } from "#core/wire/language.ts"

export const FLAGS: Record<Language, typeof China> = {
  zh: China,
  en: Britain,
  de: Germany,
  fr: France,
  es: Spain,
  pt: Portugal,
  it: Italy,
  pl: Poland,
}
