/** API keys and delegated signers. The account's owner signs the creation of both. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { decodeCreateApiKey, decodeRegisterSigner } from "#lib/protocol/signing/decode.ts";
import { encodePublicKey, SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountOf } from "./accounts.ts";
import { cancelWhere } from "./cancel-orders.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import type { Account, ApiKey, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

const SIGNERS_PER_ACCOUNT = 50;
const API_KEYS_PER_ACCOUNT = 200;
const LABEL_LENGTH = 64;

export function createApiKey(state: VenueState, command: CommandOf<"create_api_key">): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeCreateApiKey(command.signed.payload);
  const expiry = checkExpiry(state, fields.expires_at, true);
  if (expiry !== undefined) return expiry;
  if (fields.label.length > LABEL_LENGTH) return tooLong();
  const pinned = fields.signer === null ? owner : encodePublicKey(fields.signer);
  const account = accountOf(state, owner);
  if (!mayAct(account, pinned, state.time)) return refused("SIGNER_NOT_AUTHORIZED");
  dropExpiredKeys(state, account);
  if (account.apiKeys.size >= API_KEYS_PER_ACCOUNT) {
    return { kind: "refused", refusal: refusal("SIZE_LIMIT", { field: "API keys" }) };
  }
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
  account.apiKeys.set(key.id, key);
  state.effects.hashNumber(account.apiKeys.size);
  return { kind: "api_key", key };
}

/** Takes effect for the next request. */
export function revokeApiKey(state: VenueState, command: CommandOf<"revoke_api_key">): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const account = state.accounts.get(owner);
  const key = account?.apiKeys.get(command.id);
  if (account === undefined || key === undefined) return refused("API_KEY_NOT_FOUND");
  dropKey(state, account, key);
  return { kind: "api_key_revoked", id: key.id };
}

export function registerSigner(state: VenueState, command: CommandOf<"register_signer">): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeRegisterSigner(command.signed.payload);
  const expiry = checkExpiry(state, fields.expires_at, false);
  if (expiry !== undefined) return expiry;
  if (fields.label.length > LABEL_LENGTH) return tooLong();
  if (!areScopes(fields.scopes)) {
    const reason = "add up 1 to trade, 2 to cancel, and 4 beside 1 when the trades are copies";
    return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "scopes", reason }) };
  }
  const account = accountOf(state, owner);
  const pubkey = encodePublicKey(fields.signer);
  if (pubkey === owner || isLive(account, pubkey, state.time)) return refused("DUPLICATED_SIGNER");
  dropExpired(account, state.time);
  if (account.signers.size >= SIGNERS_PER_ACCOUNT) {
    return { kind: "refused", refusal: refusal("SIZE_LIMIT", { field: "signers" }) };
  }
  const added = {
    pubkey,
    label: fields.label,
    scopes: fields.scopes,
    expiresAt: Number(fields.expires_at),
  };
  account.signers.set(pubkey, added);
  state.effects.hashNumber(account.signers.size);
  return { kind: "signer", signer: added };
}

/** Also cancels the signer's open orders and revokes the API keys that are pinned to it. */
export function revokeSigner(
  state: VenueState,
  command: CommandOf<"revoke_signer">,
  events: EngineEvents,
): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const { pubkey } = command;
  const account = state.accounts.get(owner);
  if (account === undefined || !account.signers.delete(pubkey)) return refused("SIGNER_NOT_FOUND");
  for (const key of account.apiKeys.values()) {
    if (key.signer === pubkey) dropKey(state, account, key);
  }
  const which = {
    wanted: (order: Order) => order.signer === pubkey,
    reason: "SIGNER_REVOKED",
  } as const;
  const canceled = cancelWhere(state, account, which, events);
  state.effects.hashNumber(account.signers.size);
  return { kind: "signer_revoked", pubkey, canceled };
}

/** True when `signer` is the account itself or one of its live signers with the scope (any, when none is given). */
export function mayAct(account: Account, signer: string, time: number, scope?: number): boolean {
  if (signer === account.pubkey) return true;
  const found = account.signers.get(signer);
  if (found === undefined || found.expiresAt <= time) return false;
  return scope === undefined || (found.scopes & scope) !== 0;
}

/** The scope for copy trading is valid only together with the scope to trade. */
function areScopes(scopes: number): boolean {
  const { TRADE, CANCEL, COPY } = SIGNER_SCOPE;
  const copies = (scopes & COPY) !== 0;
  return scopes > 0 && scopes <= (TRADE | CANCEL | COPY) && (!copies || (scopes & TRADE) !== 0);
}

function dropKey(state: VenueState, account: Account, key: ApiKey): void {
  state.apiKeys.delete(key.hash);
  account.apiKeys.delete(key.id);
  state.effects.hashNumber(account.apiKeys.size);
}

function dropExpiredKeys(state: VenueState, account: Account): void {
  for (const key of account.apiKeys.values()) {
    if (key.expiresAt !== 0 && key.expiresAt <= state.time) dropKey(state, account, key);
  }
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

function refused(
  code: "SIGNER_NOT_AUTHORIZED" | "DUPLICATED_SIGNER" | "SIGNER_NOT_FOUND" | "API_KEY_NOT_FOUND",
): Outcome {
  return { kind: "refused", refusal: refusal(code) };
}
