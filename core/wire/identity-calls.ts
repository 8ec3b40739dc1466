/** Calls about identity verification: pictures in pieces, the form, its state, the avatar. */

import { z } from "zod/mini"
import { IDENTITY_STATES } from "./account.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, timeMs } from "./scalar.ts"

/** Largest picture that is taken, in bytes; pages compress before they send. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024
/** Largest piece that a page of ours sends in one call. */
export const PIECE_BYTES_MAX = 256 * 1024

export const PICTURE_PURPOSES = ["front", "back", "avatar"] as const
export type PicturePurpose = (typeof PICTURE_PURPOSES)[number]
const uploadId = z.string().check(z.regex(/^[\w-]{16,64}$/))
const pictureId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const piece = named(
  "PicturePiece",
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  {
    type: "string",
    format: "binary",
    description: "The picture, or its bytes from `offset` on; at most 8 MiB.",
  },
)

export const uploadPicture = endpoint({
  method: "POST",
  path: "/index/upic",
  summary: "Takes a picture, whole or piece by piece",
  notes:
    "A `file` alone is a whole picture of a document, for either side. In pieces, send the first piece with `offset` 0 and go on from the answer's `received`: that is how an upload goes on after a lost connection, and sending a piece twice harms nothing. An empty `id` means: there is more to come. JPEG, PNG and WebP are taken; the server makes its own copy without any metadata.",
  access: "user",
  limit: "upload",
  body: "multipart",
  request: z
    .strictObject({
      purpose: z.optional(described(z.enum(PICTURE_PURPOSES), "Left out: either side of a document.")),
      upload: z.optional(
        described(
          uploadId,
          "A random id of the page's own, the same for all pieces of a picture. Left out: `file` is all of it.",
        ),
      ),
      offset: z.optional(countWithin(0, PICTURE_BYTES_MAX, "Where the piece begins; left out: 0.")),
      size: z.optional(
        countWithin(1, PICTURE_BYTES_MAX, "Bytes of the whole picture; left out: those of `file`."),
      ),
      file: piece,
    })
    .check(
      z.refine(
        ({ upload, offset = 0, size, file }) =>
          upload !== undefined || (offset === 0 && (size === undefined || size === file.length)),
        { path: ["upload"] },
      ),
    ),
  response: z.object({
    received: described(z.int(), "Bytes that the server has."),
    id: described(z.string(), "The picture's id once it is whole and was found good; else empty."),
  }),
  problems: ["PICTURE_KIND", "PICTURE_SIZE", "WAIT"],
  example: {
    request: { purpose: "front", upload: "5f0c7f0e6f5d4a0b9c1d", offset: 0, size: 181_204, file: "…" },
    response: { received: 181_204, id: "0123456789abcdef0123456789abcdef" },
  },
})

export const uploadState = endpoint({
  method: "GET",
  path: "/index/upicState",
  summary: "How much of a picture has arrived",
  access: "user",
  limit: "read",
  request: z.strictObject({ upload: uploadId }),
  response: z.object({ received: z.int() }),
  problems: [],
  example: { request: { upload: "5f0c7f0e6f5d4a0b9c1d" }, response: { received: 65_536 } },
})

export const setAvatar = endpoint({
  method: "POST",
  path: "/security/avatar",
  summary: "Shows an uploaded picture as the user's own; an empty id takes it away",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: z.union([pictureId, z.literal("")]) }),
  response: z.object({ avatar: z.string() }),
  problems: ["UNKNOWN_PICTURE"],
  example: {
    request: { id: "0123456789abcdef0123456789abcdef" },
    response: { avatar: "/avatar/0123456789abcdef0123456789abcdef" },
  },
})

const identity = named(
  "Identity",
  z.object({
    status: z.enum(IDENTITY_STATES),
    real_name: described(z.string(), "Masked."),
    id_number: described(z.string(), "Masked."),
    residence: described(z.string(), "ISO 3166-1 code of country or region."),
    submitted: described(timeMs, "0: never."),
    decided: described(timeMs, "0: not yet."),
    reason: described(z.string(), "Why it was refused; empty otherwise."),
  }),
  { description: "How far the verification has come. Pictures are never given back." },
)

export const authInfo = endpoint({
  method: "GET",
  path: "/security/getAuthInfo",
  summary: "State of the identity verification",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: identity,
  problems: [],
  example: {
    request: {},
    response: {
      status: "review",
      real_name: "A•• L•••••••",
      id_number: "••••4711",
      residence: "GB",
      submitted: 1_785_000_000_000,
      decided: 0,
      reason: "",
    },
  },
})

export const submitIdentity = endpoint({
  method: "POST",
  path: "/security/primaryAuth",
  summary: "Hands in the identity verification",
  notes: "Possible while not certified or refused; WRONG_STATE otherwise.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    real_name: z
      .string()
      .check(z.trim(), z.normalize("NFC"), z.regex(/^\p{L}[\p{L}\p{M}\p{N} .,'’·-]{1,99}$/u)),
    id_number: z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,38}[\p{L}\p{N}]$/u)),
    residence: z.string().check(z.regex(/^[A-Z]{2}$/)),
    front: pictureId,
    back: pictureId,
  }),
  response: identity,
  problems: ["WRONG_STATE", "UNKNOWN_PICTURE"],
  example: {
    request: {
      real_name: "Ada Lovelace",
      id_number: "L01X00T471",
      residence: "GB",
      front: "0123456789abcdef0123456789abcdef",
      back: "fedcba9876543210fedcba9876543210",
    },
    response: {
      status: "review",
      real_name: "A•• L•••••••",
      id_number: "••••T471",
      residence: "GB",
      submitted: 1_785_000_000_000,
      decided: 0,
      reason: "",
    },
  },
})
