/** Settings of branding and allowed origins: rows of the table in settings.ts. */

import { LANGUAGES, type Language, languageOf } from "#core/wire/language.ts"
import { absolute, address, readOrigins, readRegions, setting, text, web } from "./setting-readers.ts"

export const pageSettings = {
  name: setting({
    name: "SAKER_NAME",
    default: "Saker",
    meaning: "Name of the platform on the page",
    ...text(60),
  }),
  logo: setting({
    name: "SAKER_LOGO",
    default: "",
    meaning: "Address of the platform's logo; empty for the built-in mark",
    ...web,
  }),
  content: setting({
    name: "SAKER_CONTENT",
    default: "",
    allowed: "nothing (the texts that come with Saker), or a folder laid out like `content/`",
    meaning: "Folder of the operator's texts: notices, help, about, customer service, documents",
    read: (given) => (given === "" ? null : given.includes("\0") ? undefined : absolute(given)),
  }),
  regions: setting({
    name: "SAKER_REGIONS",
    default: "",
    allowed: "nothing, or ISO codes of regions such as DE,FR,PL",
    meaning: "Regions that the platform serves, counted on the home page; empty: no figure",
    read: readRegions,
  }),
  defaultLanguage: setting({
    name: "SAKER_DEFAULT_LANGUAGE",
    default: "en",
    allowed: LANGUAGES.join(", "),
    meaning: "Language where neither the visitor nor the browser names one",
    read: (given): Language | undefined => languageOf(given),
  }),
  api: setting({
    name: "SAKER_API",
    default: "",
    meaning: "API address for the page; empty: where the page comes from",
    ...web,
  }),
  socket: setting({
    name: "SAKER_SOCKET",
    default: "",
    meaning: "Socket address for the page; empty: /socket where the page comes from",
    ...address("wss:", "ws:"),
  }),
  mobileSite: setting({
    name: "SAKER_MOBILE_SITE",
    default: "",
    meaning: "Address behind the phone QR on the desk; empty: the page's own",
    ...web,
  }),
  ios: setting({ name: "SAKER_IOS", default: "", meaning: "Download address of an iOS app", ...web }),
  android: setting({
    name: "SAKER_ANDROID",
    default: "",
    meaning: "Download address of an Android app",
    ...web,
  }),
  origins: setting({
    name: "SAKER_ORIGINS",
    default: "",
    allowed: "origins such as https://trade.example.org, parted by commas",
    meaning: "Other origins whose pages may call the API and open the socket; its own always may",
    read: readOrigins,
  }),
} as const
