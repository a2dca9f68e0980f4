/**
 * Authenticates callers and verifies what they signed (docs/api/README.md). The order of the checks is part of the
 * interface: credential, pinned identity, signature headers, signer, body, freshness, signature.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { CREDENTIAL_ENDPOINT, credentialKind, isVenueKey } from "#lib/protocol/key-formats.ts";
import { SIGNATURE_HEADER, type SigningOperation } from "#lib/protocol/signing/signing.ts";
import type { Signed } from "#services/venue/engine/commands.ts";
import { FRESHNESS } from "#services/venue/engine/replay-protection.ts";
import type { MirroredKey } from "#services/venue/link/messages.ts";
import { type PublicKey, publicKey, signedDigest } from "#services/venue/signature/public-keys.ts";
import type { Exchange } from "./exchange.ts";
import type { Body } from "./fields.ts";
import type { Gateway } from "./gateway.ts";
import { memoMessage, type PresentMemo } from "./memo.ts";

const EXPECTED = "Authorization: Bearer apikey_ followed by 64 lowercase hex characters";
const VENUE_KEY_HEADER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (apikey_[0-9a-f]{64})$/;

export type SignatureHeaders = {
  account: PublicKey;
  signer: PublicKey;
  signature: Uint8Array;
  timestamp: number;
};

export function hashKey(text: string): string {
  return hash("sha256", text, "hex");
}

/**
 * The live API key of a request. One without is counted against its address.
 * @throws 401 in one of five forms that say what to do; RATE_LIMITED
 */
export function authenticate(gateway: Gateway, exchange: Exchange): MirroredKey {
  const key = presentKey(gateway, exchange);
  if (key !== undefined) return key;
  gateway.limits.chargeAddress(exchange);
  throw whyNot(gateway, exchange);
}

/** The live API key of a request that needs none, if it carries one. */
export function presentKey(gateway: Gateway, exchange: Exchange): MirroredKey | undefined {
  const text = VENUE_KEY_HEADER.exec(exchange.headers.authorization ?? "")?.[1];
  if (text === undefined) return undefined;
  const key = gateway.mirror.key(hashKey(text));
  return key === undefined || hasExpired(gateway, key) ? undefined : key;
}

/** @throws 401 when the key was revoked or has expired since the request began */
export function requireLive(gateway: Gateway, exchange: Exchange, key: MirroredKey): void {
  if (!isLive(gateway, key)) throw whyNot(gateway, exchange);
}

/** Whether the key is neither revoked nor expired now. */
export function isLive(gateway: Gateway, key: MirroredKey): boolean {
  return gateway.mirror.key(key.hash) !== undefined && !hasExpired(gateway, key);
}

function hasExpired(gateway: Gateway, key: MirroredKey): boolean {
  return key.expiresAt !== 0 && key.expiresAt <= gateway.clock.now();
}

function whyNot(gateway: Gateway, exchange: Exchange): ServiceError {
  let credential: string;
  try {
    credential = bearer(exchange, EXPECTED);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  const kind = credentialKind(credential);
  if (kind !== undefined && kind !== "venue_key") {
    // The venue serves any application and does not know the address of the caller's.
    const hint = CREDENTIAL_ENDPOINT[kind].replaceAll("{base_url}", "<application host>");
    return new ServiceError("WRONG_CREDENTIAL", { hint });
  }
  if (!isVenueKey(credential)) {
    return new ServiceError("MALFORMED_CREDENTIAL", { expected: EXPECTED });
  }
  const known = gateway.mirror.key(hashKey(credential)) !== undefined;
  return new ServiceError(known ? "EXPIRED_API_KEY" : "UNKNOWN_API_KEY");
}

/** Identity headers of a read are refused unless they repeat what the key is pinned to, byte for byte. */
export function requirePinnedIdentity(exchange: Exchange, key: MirroredKey): void {
  const signer = exchange.headers[SIGNATURE_HEADER.signer];
  const account = exchange.headers[SIGNATURE_HEADER.account];
  const conflict =
    (signer !== undefined && signer !== key.signer) ||
    (account !== undefined && account !== key.account);
  if (conflict) throw new ServiceError("ApiKeyIdentityConflict");
}

const SIGNATURE = /^[0-9a-f]{128}$/;
const TIMESTAMP = /^[1-9]\d{0,15}$/;

/** The four signature headers. @throws MISSING_SIGNATURE that lists what is absent or malformed. */
export function signatureHeaders(exchange: Exchange): SignatureHeaders {
  const account = publicKey(headerText(exchange, SIGNATURE_HEADER.account));
  const signer = publicKey(headerText(exchange, SIGNATURE_HEADER.signer));
  const signature = headerText(exchange, SIGNATURE_HEADER.signature);
  const timestamp = headerText(exchange, SIGNATURE_HEADER.timestamp);
  const wellFormed = SIGNATURE.test(signature) && TIMESTAMP.test(timestamp);
  if (account !== undefined && signer !== undefined && wellFormed) {
    return {
      account,
      signer,
      signature: Buffer.from(signature, "hex"),
      timestamp: Number(timestamp),
    };
  }
  const missing: string[] = [];
  if (!SIGNATURE.test(signature)) missing.push("X-Signature (128 lowercase hex characters)");
  if (!TIMESTAMP.test(timestamp)) missing.push("X-Signature-Timestamp (Unix milliseconds)");
  if (signer === undefined) missing.push("X-Signer-Pubkey (base58, 32 bytes)");
  if (account === undefined) missing.push("X-Account-Pubkey (base58, 32 bytes)");
  throw new ServiceError("MISSING_SIGNATURE", { missing: missing.join(", ") });
}

/** A signature in a header of its own, as the new key of a registration gives it. @throws MISSING_SIGNATURE */
export function acceptanceHeader(exchange: Exchange): Uint8Array {
  const text = headerText(exchange, "x-new-signer-signature");
  if (SIGNATURE.test(text)) return Buffer.from(text, "hex");
  const missing = "X-New-Signer-Signature (128 lowercase hex characters)";
  throw new ServiceError("MISSING_SIGNATURE", { missing });
}

/** What was signed: the digest of `payload` as text, or a memo transaction that says it. */
type SignedParts = {
  operation: SigningOperation;
  body: Body;
  payload: Uint8Array;
  memo: PresentMemo | undefined;
};

/**
 * The signed write of a request whose body is read: freshness, then the signature over `payload`. `memo` is the message of
 * the memo transaction, if that was signed.
 */
export function verifySigned(
  gateway: Gateway,
  headers: SignatureHeaders,
  { operation, body, payload, memo: present }: SignedParts,
): { signed: Signed; memo: Uint8Array | undefined } {
  if (body["timestamp"] !== undefined && body["timestamp"] !== headers.timestamp) {
    throw new ServiceError("TIMESTAMP_MISMATCH");
  }
  const now = gateway.clock.now();
  const age = now - headers.timestamp;
  if (age > FRESHNESS.pastMilliseconds || -age > FRESHNESS.futureMilliseconds) {
    throw new ServiceError("TIMESTAMP_OUT_OF_WINDOW", { serverTime: now }).withData({
      server_time: now,
    });
  }
  const digest = signedDigest(operation, headers.account, payload);
  const memo = present && memoMessage(present, headers, digest);
  requireSignature(gateway, headers.signer, { digest, memo, signature: headers.signature });
  const signed = {
    account: headers.account.text,
    signer: headers.signer.text,
    signature: headers.signature,
    payload,
    digest,
    timestamp: headers.timestamp,
  };
  return { signed, memo };
}

/** What is signed is the digest's lowercase hex text, or the message of a memo transaction. @throws INVALID_SIGNATURE */
export function requireSignature(
  gateway: Gateway,
  signer: PublicKey,
  {
    digest,
    memo,
    signature,
  }: { digest: string; memo?: Uint8Array | undefined; signature: Uint8Array },
): void {
  const message = memo ?? Buffer.from(digest, "latin1");
  if (gateway.verifier.verify(signer, message, signature)) return;
  gateway.counters.verificationFailure();
  throw new ServiceError("INVALID_SIGNATURE");
}

/**
 * The operator key, compared in constant time, from an address that may be the operator's.
 * @throws IP_NOT_ALLOWED, 401, OPERATOR_ONLY; RATE_LIMITED
 */
export function requireOperator(gateway: Gateway, exchange: Exchange): void {
  refuseUnless(gateway, exchange, () => {
    const expected = "the operator key of this venue";
    if (!isKey(exchange, gateway.options.operatorKeyHash, expected)) {
      throw new ServiceError("OPERATOR_ONLY");
    }
  });
}

const READER_KEY_HEADER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (reader_[0-9a-f]{64})$/;

/**
 * The account that the holder of the reader key reads, from an address that may be the operator's; `undefined` for a request
 * with another credential. It counts against its address, as the key is held by a process that faces the internet.
 * @throws IP_NOT_ALLOWED, MALFORMED_CREDENTIAL without an account; RATE_LIMITED
 */
export function accountOfReader(gateway: Gateway, exchange: Exchange): string | undefined {
  if (!isReader(gateway, exchange)) return undefined;
  gateway.limits.chargeAddress(exchange);
  requireOperatorAddress(gateway, exchange);
  const account = publicKey(headerText(exchange, SIGNATURE_HEADER.account));
  if (account === undefined) {
    const expected = "the reader key, and in X-Account-Pubkey the account that is read";
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
  }
  return account.text;
}

/**
 * The same of a stream, which may be of several accounts: then there is none. One process has one such stream, so its address
 * has no limit.
 * @throws IP_NOT_ALLOWED, INVALID_PUBLIC_KEY
 */
export function streamedAccountOfReader(
  gateway: Gateway,
  exchange: Exchange,
): { account: string | undefined } | undefined {
  if (!isReader(gateway, exchange)) return undefined;
  requireOperatorAddress(gateway, exchange);
  if (exchange.headers[SIGNATURE_HEADER.account] === undefined) return { account: undefined };
  const account = publicKey(headerText(exchange, SIGNATURE_HEADER.account));
  if (account === undefined) {
    throw new ServiceError("INVALID_PUBLIC_KEY", { field: "X-Account-Pubkey" });
  }
  return { account: account.text };
}

/** The reader key, from an address that may be the operator's. @throws IP_NOT_ALLOWED, 401; RATE_LIMITED */
export function requireReader(gateway: Gateway, exchange: Exchange): void {
  refuseUnless(gateway, exchange, () => {
    const expected = "the reader key of this venue";
    const keyHash = gateway.options.readerKeyHash ?? HASH_OF_NO_KEY;
    if (!isKey(exchange, keyHash, expected)) {
      throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
    }
  });
}

/** Compared in constant time. */
function isReader({ options }: Gateway, exchange: Exchange): boolean {
  const { readerKeyHash } = options;
  const text = READER_KEY_HEADER.exec(exchange.headers.authorization ?? "")?.[1];
  if (readerKeyHash === undefined || text === undefined) return false;
  return timingSafeEqual(hash("sha256", text, "buffer"), readerKeyHash);
}

/**
 * The custody key, from an address that may be the operator's. A venue without one has no custody.
 * @throws IP_NOT_ALLOWED, 401, CUSTODY_ONLY; RATE_LIMITED
 */
export function requireCustody(
  gateway: Gateway,
  exchange: Exchange,
  expected = "the custody key of this venue",
): void {
  refuseUnless(gateway, exchange, () => {
    const keyHash = gateway.options.custodyKeyHash ?? HASH_OF_NO_KEY;
    if (!isKey(exchange, keyHash, expected)) throw new ServiceError("CUSTODY_ONLY");
  });
}

/** No text is known that has this SHA-256. */
const HASH_OF_NO_KEY = new Uint8Array(32);

/** The holder of the key that credited. */
export type Creditor = "operator" | "custody";

/** Where there is custody, only its key credits: the operator key alone makes no money. @throws as the two do */
export function requireCreditor(gateway: Gateway, exchange: Exchange): Creditor {
  if (gateway.options.custodyKeyHash === undefined) {
    requireOperator(gateway, exchange);
    return "operator";
  }
  requireCustody(gateway, exchange);
  return "custody";
}

/**
 * The custody key, or the key that reads any account: signers and auditors read transfers with it.
 * @throws IP_NOT_ALLOWED, 401, CUSTODY_ONLY; RATE_LIMITED
 */
export function requireCustodyReader(gateway: Gateway, exchange: Exchange): void {
  if (!isReader(gateway, exchange)) {
    requireCustody(gateway, exchange, "the custody key or the reader key of this venue");
    return;
  }
  gateway.limits.chargeAddress(exchange);
  requireOperatorAddress(gateway, exchange);
}

/** The holder of the key that authorised a request of the partner programme. */
export type PartnerCaller = "operator" | "partner";

/**
 * The operator key or the partner programme's, from an address that may be the operator's. The partner key is held by a
 * process that faces the internet, so its requests count against its address like those of other clients.
 * @throws IP_NOT_ALLOWED, 401, OPERATOR_ONLY; RATE_LIMITED
 */
export function requirePartner(gateway: Gateway, exchange: Exchange): PartnerCaller {
  const { operatorKeyHash, partnerKeyHash } = gateway.options;
  const caller = refuseUnless(gateway, exchange, (): PartnerCaller => {
    const expected = "the partner key or the operator key of this venue";
    if (isKey(exchange, operatorKeyHash, expected)) return "operator";
    if (partnerKeyHash !== undefined && isKey(exchange, partnerKeyHash, expected)) return "partner";
    throw new ServiceError("OPERATOR_ONLY");
  });
  if (caller === "partner") gateway.limits.chargeAddress(exchange);
  return caller;
}

/** Runs `check` for an address that may be the operator's; a refusal counts against the address. */
function refuseUnless<Answer>(gateway: Gateway, exchange: Exchange, check: () => Answer): Answer {
  try {
    requireOperatorAddress(gateway, exchange);
    return check();
  } catch (problem) {
    if (problem instanceof ServiceError) gateway.limits.chargeAddress(exchange);
    throw problem;
  }
}

function requireOperatorAddress({ options, operatorAddresses, limits }: Gateway, of: Exchange) {
  if (options.operatorAddresses.length === 0) return;
  if (!operatorAddresses.has(limits.address(of))) throw new ServiceError("IP_NOT_ALLOWED");
}

/** Compared in constant time. @throws MISSING_CREDENTIAL, MALFORMED_CREDENTIAL that say what is `expected` */
function isKey(exchange: Exchange, keyHash: Uint8Array, expected: string): boolean {
  return timingSafeEqual(hash("sha256", bearer(exchange, expected), "buffer"), keyHash);
}

function bearer(exchange: Exchange, expected: string): string {
  const header = exchange.headers.authorization;
  if (header === undefined) throw new ServiceError("MISSING_CREDENTIAL", { expected });
  const credential = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header)?.[1];
  if (credential === undefined) throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
  return credential;
}

function headerText(exchange: Exchange, name: string): string {
  const value = exchange.headers[name];
  return typeof value === "string" ? value : "";
}
