/** Scopes of delegated signers. Gateways check them too, and load nothing else of the engine with this file. */
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import type { SignedCommand } from "./commands.ts";

/** The scope that a delegated signer needs for an operation; `undefined` when only the owner may sign it. */
export function scopeOf(type: SignedCommand["type"]): number | undefined {
  switch (type) {
    case "place_order":
    case "place_batch_orders":
    case "place_order_group":
    case "modify_order":
    case "update_leverage":
    case "update_isolated_margin":
      return SIGNER_SCOPE.TRADE;
    case "cancel_order":
    case "cancel_batch_orders":
    case "cancel_by_client_id":
    case "cancel_all_orders":
    case "schedule_cancel":
      return SIGNER_SCOPE.CANCEL | SIGNER_SCOPE.TRADE;
    case "create_api_key":
    case "revoke_api_key":
    case "register_signer":
    case "revoke_signer":
    case "withdraw":
      return undefined;
  }
}
