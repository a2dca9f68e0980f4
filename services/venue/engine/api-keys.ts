/** API keys, which the account's owner creates and revokes. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { decodeCreateApiKey } from "#lib/protocol/signing/decode.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { accountOf } from "./accounts.ts";
import { mayAct } from "./authorization.ts";
import type { CommandOf } from "./commands.ts";
import { checkExpiry, checkLabel } from "./credential-terms.ts";
import type { Account, ApiKey } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

const API_KEYS_PER_ACCOUNT = 200;

export function createApiKey(state: VenueState, command: CommandOf<"create_api_key">): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeCreateApiKey(command.signed.payload);
  const wrong = checkExpiry(state, fields.expires_at, true) ?? checkLabel(fields.label);
  if (wrong !== undefined) return wrong;
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

export function dropKey(state: VenueState, account: Account, key: ApiKey): void {
  state.apiKeys.delete(key.hash);
  account.apiKeys.delete(key.id);
  state.effects.hashNumber(account.apiKeys.size);
}

function dropExpiredKeys(state: VenueState, account: Account): void {
  for (const key of account.apiKeys.values()) {
    if (key.expiresAt !== 0 && key.expiresAt <= state.time) dropKey(state, account, key);
  }
}

function refused(code: "SIGNER_NOT_AUTHORIZED" | "API_KEY_NOT_FOUND"): Outcome {
  return { kind: "refused", refusal: refusal(code) };
}
