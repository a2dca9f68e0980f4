/** API keys and delegated signers. The account's owner signs the creation of both. */
import { randomBytes } from "node:crypto";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  type CreateApiKeyFields,
  decodePublicKey,
  encodeCreateApiKey,
  encodeRegisterSigner,
  encodeRevokeApiKey,
  encodeRevokeSigner,
  type RegisterSignerFields,
} from "#lib/protocol/signing/signing.ts";
import {
  acceptanceHeader,
  hashKey,
  requireSignature,
} from "#services/venue/gateway/request/authentication.ts";
import {
  allowOnly,
  namesOf,
  optionalText,
  requiredText,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import { signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import { publicKeyOf } from "#services/venue/signature/public-keys.ts";
import { createKeyBody, emptyBody, registerSignerBody } from "#services/venue/surface/bodies.ts";

const KEY_FIELDS = namesOf(createKeyBody);
const SIGNER_FIELDS = namesOf(registerSignerBody);
const NO_FIELDS = namesOf(emptyBody);
const LABEL_LENGTH = 64;

/** Only the answer has the key's text: the state holds its SHA-256. */
export const createApiKey = signedWrite<CreateApiKeyFields>({
  operation: "create_api_key",
  needsApiKey: false,
  units: 1,
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
  command: (signed, _fields, { exchange, memo }) => {
    const key = `apikey_${randomBytes(32).toString("hex")}`;
    exchange.keyText = key;
    return { type: "create_api_key", signed, keyId: newId("key"), keyHash: hashKey(key), memo };
  },
});

export const revokeApiKey = signedWrite<{ id: string }>({
  operation: "revoke_api_key",
  units: 1,
  read: (body, exchange) => {
    allowOnly(body, NO_FIELDS);
    return { id: requiredText({ id: exchange.segment }, "id", 64) };
  },
  encode: encodeRevokeApiKey,
  command: (signed, { id }) => ({ type: "revoke_api_key", signed, id }),
});

/** The new signer proves that it agrees by signing the same digest (`X-New-Signer-Signature`). */
export const registerSigner = signedWrite<RegisterSignerFields & { acceptance: Uint8Array }>({
  operation: "register_signer",
  units: 1,
  read: (body, exchange) => {
    const acceptance = acceptanceHeader(exchange);
    allowOnly(body, SIGNER_FIELDS);
    return {
      signer: keyBytes(requiredText(body, "signer", 64)),
      label: requiredText(body, "label", LABEL_LENGTH),
      scopes: wholeNumber(body, "scopes", { most: 255 }),
      expires_at: BigInt(wholeNumber(body, "expires_at", { most: Number.MAX_SAFE_INTEGER })),
      acceptance,
    };
  },
  encode: encodeRegisterSigner,
  command: (signed, { signer, acceptance }, { gateway, memo }) => {
    const { digest } = signed;
    requireSignature(gateway, publicKeyOf(signer), { digest, signature: acceptance });
    return { type: "register_signer", signed, acceptance, memo };
  },
});

export const revokeSigner = signedWrite<{ signer: Uint8Array; pubkey: string }>({
  operation: "revoke_signer",
  units: 1,
  read: (body, exchange) => {
    allowOnly(body, NO_FIELDS);
    return { signer: keyBytes(exchange.segment), pubkey: exchange.segment };
  },
  encode: encodeRevokeSigner,
  command: (signed, { pubkey }) => ({ type: "revoke_signer", signed, pubkey }),
});

function keyBytes(text: string): Uint8Array {
  const bytes = decodePublicKey(text);
  if (bytes === undefined) throw new ServiceError("INVALID_PUBLIC_KEY", { field: "signer" });
  return bytes;
}
