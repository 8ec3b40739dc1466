/**
 * A device that makes passkeys and signs with them, in software: what a browser's authenticator does (WebAuthn Level 3, ES256,
 * attestation "none"), written from the specification and sharing no line with the server's library. It can be made to lie.
 */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** Flags of the authenticator data. */
const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP = 0x18
const ATTESTED = 0x40

const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

/** What a device says otherwise than it should. */
export interface Lies {
  origin?: string
  domain?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  type?: string
  /** Signed by another key. */
  key?: KeyObject
}

interface Asked {
  challenge: string
}

export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(24))
  readonly #origin: string
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" })
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The answer to `/passkey/begin`. */
  make(asked: Asked & { rp: { id: string } }, lies: Lies = {}) {
    const clientDataJSON = this.#clientData("webauthn.create", asked, lies)
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" })
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ])
    const id = Buffer.from(this.id, "base64url")
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(id.length)
    const data = Buffer.concat([
      this.#head(asked.rp.id, ATTESTED | BACKUP, lies),
      Buffer.alloc(16),
      idLength,
      id,
      cose,
    ])
    const dataLength = Buffer.alloc(2)
    dataLength.writeUInt16BE(data.length)
    const attestationObject = Buffer.concat([
      Buffer.from("a3", "hex"),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from("a0", "hex"),
      cborText("authData"),
      Buffer.from([0x59]),
      dataLength,
      data,
    ])
    return {
      ...this.#shape,
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      },
    }
  }

  /** The answer to `/passkey/ask`. */
  prove(asked: Asked & { rpId: string }, lies: Lies = {}) {
    const clientDataJSON = this.#clientData("webauthn.get", asked, lies)
    const data = this.#head(asked.rpId, BACKUP, lies)
    const signed = Buffer.concat([data, sha256(clientDataJSON)])
    return {
      ...this.#shape,
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", signed, lies.key ?? this.#key.privateKey)),
      },
    }
  }

  get #shape() {
    return { id: this.id, rawId: this.id, type: "public-key" as const }
  }

  #clientData(type: string, { challenge }: Asked, lies: Lies): Buffer {
    const origin = lies.origin ?? this.#origin
    const said = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(said))
  }

  #head(domain: string, flags: number, lies: Lies): Buffer {
    this.#counter = lies.counter ?? this.#counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const verified = lies.isVerified === false ? 0 : VERIFIED
    return Buffer.concat([sha256(lies.domain ?? domain), Buffer.from([PRESENT | verified | flags]), counter])
  }
}

/** CBOR's short text. */
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
