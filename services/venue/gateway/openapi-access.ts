/** The callers of a route, as sentences and as security of OpenAPI. */
import type { Json, Security } from "#lib/kernel/openapi/operation.ts";
import type { Access } from "./route.ts";

export const ABOUT: Readonly<Record<Access, string>> = {
  public: "Anybody may call it, without a key.",
  account: "For the holder of an API key of the account.",
  reader:
    "For the holder of an API key of the account, or of the venue's reader key, with the account in X-Account-Pubkey.",
  signed:
    "For the owner of the account or a registered signer: with an API key of the account, and a signature over the borsh payload of the operation.",
  owner: "For the owner of the account: the signature is enough.",
  operator: "For the operator of the venue.",
  partner: "For the partner programme or the operator of the venue.",
  creditor: "For custody, and for the operator of a venue that has no custody key.",
  custody: "For custody.",
  custodyReader: "For custody, or the holder of the venue's reader key.",
  streamReader: "For the holder of the venue's reader key.",
};

const SIGNATURE_HEADERS = {
  signature: ["X-Signature", "Ed25519 over the digest of the operation, 128 hex characters."],
  timestamp: ["X-Signature-Timestamp", "Unix milliseconds, within the window of the venue."],
  signer: ["X-Signer-Pubkey", "The key that signed, base58."],
  account: ["X-Account-Pubkey", "The account, base58."],
} as const;

const signature = { signature: [], timestamp: [], signer: [], account: [] };

export const SECURITY: Readonly<Record<Access, Security>> = {
  public: [],
  account: [{ apiKey: [] }],
  reader: [{ apiKey: [] }, { readerKey: [], account: [] }],
  signed: [{ apiKey: [], ...signature }],
  owner: [signature],
  operator: [{ operatorKey: [] }],
  partner: [{ partnerKey: [] }, { operatorKey: [] }],
  creditor: [{ custodyKey: [] }, { operatorKey: [] }],
  custody: [{ custodyKey: [] }],
  custodyReader: [{ custodyKey: [] }, { readerKey: [] }],
  streamReader: [{ readerKey: [] }],
};

const bearer = (prefix: string, description: string): Json => ({
  type: "http",
  scheme: "bearer",
  bearerFormat: `${prefix}_<64 hex>`,
  description,
});

export const SECURITY_SCHEMES: Json = {
  apiKey: bearer("apikey", "Identifies an account; it cannot sign."),
  operatorKey: bearer("operator", "The key of the operator."),
  readerKey: bearer("reader", "Reads any account."),
  custodyKey: bearer("custody", "The key of the process that manages the vault."),
  partnerKey: bearer("partner", "The key of the partner programme."),
  ...Object.fromEntries(
    Object.entries(SIGNATURE_HEADERS).map(([name, [header, description]]) => [
      name,
      { type: "apiKey", in: "header", name: header, description },
    ]),
  ),
};
