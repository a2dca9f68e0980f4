/** POST /v1/keys and POST /v1/signers: both begin with a signature of the account's owner. */
import { randomBytes } from "node:crypto";
import { ServiceError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import {
  decodePublicKey,
  encodeCreateApiKey,
  encodePublicKey,
  encodeRegisterSigner,
} from "#lib/protocol/signing.ts";
import { hashKey } from "#services/venue/http/authentication.ts";
import { allowOnly, optionalText, requiredText, wholeNumber } from "#services/venue/http/fields.ts";
import { apiKeyRecord } from "#services/venue/http/records.ts";
import type { VenueRequest, VenueResponse } from "#services/venue/http/request.ts";
import { outcomeData, signedWrite } from "#services/venue/http/signed-write.ts";
import { publicKey, signedDigest, verifyDigest } from "#services/venue/public-keys.ts";
import type { Venue } from "#services/venue/venue.ts";

const KEY_FIELDS = new Set(["label", "signer", "expires_at", "timestamp"]);
const SIGNER_FIELDS = new Set(["signer", "label", "scopes", "expires_at", "timestamp"]);
const LABEL_LENGTH = 64;

/** The key's text leaves the venue in this answer and is not kept: the state holds its SHA-256. */
export async function createApiKey(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  const key = `apikey_${randomBytes(32).toString("hex")}`;
  const outcome = await signedWrite(venue, request, {
    operation: "create_api_key",
    needsApiKey: false,
    read: (body) => {
      allowOnly(body, KEY_FIELDS);
      const signer = optionalText(body, "signer", 64);
      return {
        label: requiredText(body, "label", LABEL_LENGTH),
        signer: signer === null ? null : keyBytes(signer),
        expires_at: BigInt(
          wholeNumber(body, "expires_at", { most: Number.MAX_SAFE_INTEGER, fallback: 0 }),
        ),
      };
    },
    encode: encodeCreateApiKey,
    command: (signed) => ({
      type: "create_api_key",
      signed,
      keyId: newId("key"),
      keyHash: hashKey(key),
    }),
  });
  if (outcome.kind !== "api_key") throw new ServiceError("INTERNAL");
  return { status: 201, body: { key, ...apiKeyRecord(outcome.key) } };
}

/** The new signer proves that it agrees by signing the same digest (`X-New-Signer-Signature`). */
export async function registerSigner(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  const acceptance = acceptanceHeader(request);
  const outcome = await signedWrite(venue, request, {
    operation: "register_signer",
    needsApiKey: true,
    read: (body) => {
      allowOnly(body, SIGNER_FIELDS);
      return {
        signer: keyBytes(requiredText(body, "signer", 64)),
        label: requiredText(body, "label", LABEL_LENGTH),
        scopes: wholeNumber(body, "scopes", { most: 255 }),
        expires_at: BigInt(wholeNumber(body, "expires_at", { most: Number.MAX_SAFE_INTEGER })),
      };
    },
    encode: encodeRegisterSigner,
    command: (signed, fields) => {
      const account = publicKey(signed.account);
      const added = publicKey(encodePublicKey(fields.signer));
      const agreed =
        account !== undefined &&
        added !== undefined &&
        verifyDigest(added, signedDigest("register_signer", account, signed.payload), acceptance);
      if (!agreed) throw new ServiceError("INVALID_SIGNATURE");
      return { type: "register_signer", signed, acceptance };
    },
  });
  return { status: 201, body: outcomeData(outcome) };
}

function acceptanceHeader(request: VenueRequest): Uint8Array {
  const text = request.headers["x-new-signer-signature"];
  if (typeof text !== "string" || !/^[0-9a-f]{128}$/.test(text)) {
    throw new ServiceError("MISSING_SIGNATURE", {
      missing: "X-New-Signer-Signature (128 lowercase hex characters)",
    });
  }
  return Buffer.from(text, "hex");
}

function keyBytes(text: string): Uint8Array {
  const bytes = decodePublicKey(text);
  if (bytes === undefined) throw new ServiceError("INVALID_PUBLIC_KEY", { field: "signer" });
  return bytes;
}
