/** Delegated signers, which the account's owner registers and revokes. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { decodeRegisterSigner } from "#lib/protocol/signing/decode.ts";
import { encodePublicKey, SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountOf } from "./accounts.ts";
import { dropKey } from "./api-keys.ts";
import { cancelWhere } from "./cancel-orders.ts";
import type { CommandOf } from "./commands.ts";
import { checkExpiry, checkLabel } from "./credential-terms.ts";
import type { EngineEvents } from "./events.ts";
import type { Account, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

const SIGNERS_PER_ACCOUNT = 50;

export function registerSigner(state: VenueState, command: CommandOf<"register_signer">): Outcome {
  const { account: owner, signer } = command.signed;
  if (signer !== owner) return refused("SIGNER_NOT_AUTHORIZED");
  const fields = decodeRegisterSigner(command.signed.payload);
  const wrong = checkExpiry(state, fields.expires_at, false) ?? checkLabel(fields.label);
  if (wrong !== undefined) return wrong;
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

/** The scope for copy trading is valid only together with the scope to trade. */
function areScopes(scopes: number): boolean {
  const { TRADE, CANCEL, COPY } = SIGNER_SCOPE;
  const copies = (scopes & COPY) !== 0;
  return scopes > 0 && scopes <= (TRADE | CANCEL | COPY) && (!copies || (scopes & TRADE) !== 0);
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

function refused(
  code: "SIGNER_NOT_AUTHORIZED" | "DUPLICATED_SIGNER" | "SIGNER_NOT_FOUND",
): Outcome {
  return { kind: "refused", refusal: refusal(code) };
}
