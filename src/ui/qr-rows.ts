/** The modules of a QR code. */

import encodeQR from "qr"

/** Quiet modules around the code, as the standard asks for. */
const BORDER = 4

/** Row by row, true where a module is dark; the quiet border is part of it. */
export const qrRows = (text: string): boolean[][] => encodeQR(text, "raw", { border: BORDER })
