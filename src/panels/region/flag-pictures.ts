/** All flags as SVG texts: one chunk, fetched when the first flag is shown. */

export * as flags from "country-flag-icons/string/3x2"
