/**
 * Who is calling and what they signed (spec 2, "Authentication"). The order of the checks is part of the
 * interface: credential, pinned identity, signature headers, body, freshness, signature.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { ServiceError } from "#lib/errors.ts";
import { CREDENTIAL_DOOR, credentialKind, isVenueKey } from "#lib/protocol/key-formats.ts";
import { SIGNATURE_HEADER, type SigningOperation } from "#lib/protocol/signing.ts";
import { FRESHNESS } from "#services/venue/engine/apply.ts";
import type { Signed } from "#services/venue/engine/commands.ts";
import type { ApiKey, VenueState } from "#services/venue/engine/state.ts";
import {
  type PublicKey,
  publicKey,
  signedDigest,
  verifyDigest,
} from "#services/venue/public-keys.ts";
import type { Body } from "./fields.ts";
import type { VenueRequest } from "./request.ts";

const EXPECTED = "Authorization: Bearer apikey_ followed by 64 lowercase hex characters";

export type SignatureHeaders = {
  account: PublicKey;
  signer: PublicKey;
  signature: Uint8Array;
  timestamp: number;
};

export function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The live API key of a request. @throws 401 in one of five forms that say what to do. */
export function authenticate(state: VenueState, request: VenueRequest, now: number): ApiKey {
  const credential = bearer(request, EXPECTED);
  const kind = credentialKind(credential);
  if (kind !== undefined && kind !== "venue_key") {
    throw new ServiceError("WRONG_CREDENTIAL", { door: CREDENTIAL_DOOR[kind] });
  }
  if (!isVenueKey(credential))
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected: EXPECTED });
  const key = state.apiKeys.get(hashKey(credential));
  if (key === undefined) throw new ServiceError("UNKNOWN_API_KEY");
  if (key.expiresAt !== 0 && key.expiresAt <= now) throw new ServiceError("EXPIRED_API_KEY");
  return key;
}

/** A read's key; identity headers are refused unless they repeat what the key is pinned to, byte for byte. */
export function authenticateRead(state: VenueState, request: VenueRequest, now: number): ApiKey {
  const key = authenticate(state, request, now);
  const signer = request.headers[SIGNATURE_HEADER.signer];
  const account = request.headers[SIGNATURE_HEADER.account];
  const conflict =
    (signer !== undefined && signer !== key.signer) ||
    (account !== undefined && account !== key.account);
  if (conflict) throw new ServiceError("ApiKeyIdentityConflict");
  return key;
}

/** The four signature headers. @throws MISSING_SIGNATURE that lists what is absent or malformed. */
export function signatureHeaders(request: VenueRequest): SignatureHeaders {
  const text = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : "";
  };
  const account = publicKey(text(SIGNATURE_HEADER.account));
  const signer = publicKey(text(SIGNATURE_HEADER.signer));
  const signatureHex = text(SIGNATURE_HEADER.signature);
  const timestampText = text(SIGNATURE_HEADER.timestamp);
  const missing: string[] = [];
  if (!/^[0-9a-f]{128}$/.test(signatureHex)) {
    missing.push("X-Signature (128 lowercase hex characters)");
  }
  if (!/^[1-9]\d{0,15}$/.test(timestampText)) {
    missing.push("X-Signature-Timestamp (Unix milliseconds)");
  }
  if (signer === undefined) missing.push("X-Signer-Pubkey (base58, 32 bytes)");
  if (account === undefined) missing.push("X-Account-Pubkey (base58, 32 bytes)");
  if (signer === undefined || account === undefined || missing.length > 0) {
    throw new ServiceError("MISSING_SIGNATURE", { missing: missing.join(", ") });
  }
  return {
    account,
    signer,
    signature: Buffer.from(signatureHex, "hex"),
    timestamp: Number(timestampText),
  };
}

/** The signed write of a request whose body is read: freshness, then the signature over `payload`. */
export function verifySigned(
  operation: SigningOperation,
  headers: SignatureHeaders,
  { body, payload, now }: { body: Body; payload: Uint8Array; now: number },
): Signed {
  if (body["timestamp"] !== undefined && body["timestamp"] !== headers.timestamp) {
    throw new ServiceError("TIMESTAMP_MISMATCH");
  }
  const age = now - headers.timestamp;
  if (age > FRESHNESS.pastMilliseconds || -age > FRESHNESS.futureMilliseconds) {
    throw new ServiceError("TIMESTAMP_OUT_OF_WINDOW", { serverTime: now }).withData({
      server_time: now,
    });
  }
  const digest = signedDigest(operation, headers.account, payload);
  if (!verifyDigest(headers.signer, digest, headers.signature)) {
    throw new ServiceError("INVALID_SIGNATURE");
  }
  return {
    account: headers.account.text,
    signer: headers.signer.text,
    signature: headers.signature,
    payload,
    digest,
    timestamp: headers.timestamp,
  };
}

/** @throws OPERATOR_ONLY unless the request carries the operator key; compared in constant time. */
export function requireOperator(request: VenueRequest, operatorKeyHash: Buffer): void {
  const credential = bearer(request, "the operator key of this venue");
  const given = createHash("sha256").update(credential).digest();
  if (!timingSafeEqual(given, operatorKeyHash)) throw new ServiceError("OPERATOR_ONLY");
}

function bearer(request: VenueRequest, expected: string): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new ServiceError("MISSING_CREDENTIAL", { expected });
  const credential = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header)?.[1];
  if (credential === undefined) throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
  return credential;
}
