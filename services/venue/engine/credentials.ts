/** Keys and delegated signers: both begin with a signature of the account's owner. */
import { refusal } from "#lib/errors.ts";
import { decodeCreateApiKey, decodeRegisterSigner } from "#lib/protocol/decode.ts";
import { encodePublicKey, SIGNER_SCOPE } from "#lib/protocol/signing.ts";
import type { Command, Signed } from "./commands.ts";
import { type Account, type ApiKey, accountOf, type Outcome, type VenueState } from "./state.ts";

const SIGNERS_PER_ACCOUNT = 50;
const API_KEYS_PER_ACCOUNT = 200;
const LABEL_LENGTH = 64;

export function createApiKey(
  state: VenueState,
  command: Extract<Command, { type: "create_api_key" }>,
): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeCreateApiKey(command.signed.payload);
  const expiry = checkExpiry(state, fields.expires_at, true);
  if (expiry !== undefined) return expiry;
  if (fields.label.length > LABEL_LENGTH) return tooLong();
  const pinned = fields.signer === null ? owner : encodePublicKey(fields.signer);
  const account = accountOf(state, owner);
  if (!mayAct(account, pinned, state.time)) return refused("SIGNER_NOT_AUTHORIZED");
  if (account.apiKeys >= API_KEYS_PER_ACCOUNT) {
    return { kind: "refused", refusal: refusal("SIZE_LIMIT", { field: "the number of API keys" }) };
  }
  account.apiKeys += 1;
  const key: ApiKey = {
    id: command.keyId,
    hash: command.keyHash,
    account: owner,
    signer: pinned,
    label: fields.label,
    expiresAt: Number(fields.expires_at),
    createdAt: state.time,
  };
  state.apiKeys.set(key.hash, key);
  return { kind: "api_key", key };
}

export function registerSigner(
  state: VenueState,
  command: Extract<Command, { type: "register_signer" }>,
): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeRegisterSigner(command.signed.payload);
  const expiry = checkExpiry(state, fields.expires_at, false);
  if (expiry !== undefined) return expiry;
  if (fields.label.length > LABEL_LENGTH) return tooLong();
  if (fields.scopes === 0 || (fields.scopes & ~(SIGNER_SCOPE.TRADE | SIGNER_SCOPE.CANCEL)) !== 0) {
    const reason = "1 lets the signer trade, 2 cancel, 3 both";
    return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "scopes", reason }) };
  }
  const account = accountOf(state, owner);
  const pubkey = encodePublicKey(fields.signer);
  if (pubkey === owner || isLive(account, pubkey, state.time)) return refused("DUPLICATED_SIGNER");
  dropExpired(account, state.time);
  if (account.signers.size >= SIGNERS_PER_ACCOUNT) {
    return { kind: "refused", refusal: refusal("SIZE_LIMIT", { field: "the number of signers" }) };
  }
  const added = {
    pubkey,
    label: fields.label,
    scopes: fields.scopes,
    expiresAt: Number(fields.expires_at),
  };
  account.signers.set(pubkey, added);
  return { kind: "signer", signer: added };
}

/** True when `signer` is the account itself or one of its live signers with the scope (any, when none is given). */
export function mayAct(account: Account, signer: string, time: number, scope?: number): boolean {
  if (signer === account.pubkey) return true;
  const found = account.signers.get(signer);
  if (found === undefined || found.expiresAt <= time) return false;
  return scope === undefined || (found.scopes & scope) !== 0;
}

/** The scope that an operation asks of a delegated signer; `undefined` when only the owner may sign it. */
export function scopeOf(type: Extract<Command, { signed: Signed }>["type"]): number | undefined {
  if (type === "place_order") return SIGNER_SCOPE.TRADE;
  if (type === "cancel_order") return SIGNER_SCOPE.CANCEL | SIGNER_SCOPE.TRADE;
  return undefined;
}

function isLive(account: Account, pubkey: string, time: number): boolean {
  const found = account.signers.get(pubkey);
  return found !== undefined && found.expiresAt > time;
}

function dropExpired(account: Account, time: number): void {
  for (const [pubkey, signer] of account.signers) {
    if (signer.expiresAt <= time) account.signers.delete(pubkey);
  }
}

function checkExpiry(
  state: VenueState,
  expiresAt: bigint,
  mayBeNever: boolean,
): Outcome | undefined {
  if (expiresAt === 0n && mayBeNever) return undefined;
  if (expiresAt > BigInt(state.time) && expiresAt <= BigInt(Number.MAX_SAFE_INTEGER)) {
    return undefined;
  }
  const reason = mayBeNever
    ? "give a time in the future in Unix milliseconds, or 0 for a key that does not expire"
    : "give a time in the future in Unix milliseconds";
  return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "expires_at", reason }) };
}

function tooLong(): Outcome {
  const reason = `at most ${LABEL_LENGTH} characters`;
  return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "label", reason }) };
}

function refused(code: "SIGNER_NOT_AUTHORIZED" | "DUPLICATED_SIGNER"): Outcome {
  return { kind: "refused", refusal: refusal(code) };
}
