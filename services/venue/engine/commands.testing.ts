/** Commands as clients send them, with real payloads and without real signatures; for tests and simulations. */
import { hash } from "node:crypto";
import type { MarginMode } from "#lib/protocol/enumerations.ts";
import type { OrderGroupFields } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  encodeCancelAllOrders,
  encodeCancelBatchOrders,
  encodeCancelByClientId,
  encodeCancelOrder,
  encodeCreateApiKey,
  encodeModifyOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodePlaceOrderGroup,
  encodePublicKey,
  encodeRegisterSigner,
  encodeRevokeApiKey,
  encodeRevokeSigner,
  encodeScheduleCancel,
  encodeUpdateIsolatedMargin,
  encodeUpdateLeverage,
  encodeWithdraw,
} from "#lib/protocol/signing/signing.ts";
import { publicKey } from "#services/venue/signature/public-keys.ts";
import type { CancelFields, Command, ModifyFields, Signed } from "./commands.ts";

const NO_SIGNATURE = new Uint8Array(64);
const pubkeys = new Map<string, string>();

/** The public key of a person in a test; the same name has the same key. */
export function pubkeyOf(name: string): string {
  let pubkey = pubkeys.get(name);
  if (pubkey === undefined) {
    pubkey = encodePublicKey(hash("sha256", name, "buffer"));
    pubkeys.set(name, pubkey);
  }
  return pubkey;
}

export function keyBytesOf(name: string): Uint8Array {
  const key = publicKey(pubkeyOf(name));
  if (key === undefined) throw new Error(`${name} has no key`);
  return key.bytes;
}

/** Writes of one signer for one account; each has a digest of its own. */
export class Signatory {
  #count = 0;
  readonly #account: string;
  readonly #signer: string;

  constructor(account: string, signer: string = account) {
    this.#account = account;
    this.#signer = signer;
  }

  place(order: PlaceOrderFields, clientId: string | null, time: number): Command {
    const payload = encodePlaceOrder(order, BigInt(time));
    return { type: "place_order", signed: this.#sign(payload, time), order, clientId };
  }

  placeBatch(orders: PlaceOrderFields[], clientIds: (string | null)[], time: number): Command {
    const payload = encodePlaceBatchOrders(orders, BigInt(time));
    return { type: "place_batch_orders", signed: this.#sign(payload, time), orders, clientIds };
  }

  placeGroup(group: OrderGroupFields, clientIds: (string | null)[], time: number): Command {
    const payload = encodePlaceOrderGroup(group, BigInt(time));
    const { grouping, orders } = group;
    const signed = this.#sign(payload, time);
    return { type: "place_order_group", signed, grouping, orders: [...orders], clientIds };
  }

  modify(change: ModifyFields, time: number): Command {
    const payload = encodeModifyOrder(change, BigInt(time));
    return { type: "modify_order", signed: this.#sign(payload, time), change };
  }

  cancel(cancel: CancelFields, time: number): Command {
    const payload = encodeCancelOrder(cancel, BigInt(time));
    return { type: "cancel_order", signed: this.#sign(payload, time), cancel };
  }

  cancelBatch(cancels: CancelFields[], time: number): Command {
    const payload = encodeCancelBatchOrders(cancels, BigInt(time));
    return { type: "cancel_batch_orders", signed: this.#sign(payload, time), cancels };
  }

  cancelByClientId(clientId: string, time: number): Command {
    const payload = encodeCancelByClientId({ client_id: clientId }, BigInt(time));
    return { type: "cancel_by_client_id", signed: this.#sign(payload, time), clientId };
  }

  cancelAll(market: string | null, time: number): Command {
    const payload = encodeCancelAllOrders({ market }, BigInt(time));
    return { type: "cancel_all_orders", signed: this.#sign(payload, time), market };
  }

  updateLeverage(
    market: string,
    leverage: number,
    time: number,
    mode: MarginMode = "CROSS",
  ): Command {
    const fields = { market, leverage, mode } as const;
    const payload = encodeUpdateLeverage(fields, BigInt(time));
    return { type: "update_leverage", signed: this.#sign(payload, time), ...fields };
  }

  updateIsolatedMargin(market: string, amount: string, time: number): Command {
    const fields = { market, amount };
    const payload = encodeUpdateIsolatedMargin(fields, BigInt(time));
    return { type: "update_isolated_margin", signed: this.#sign(payload, time), ...fields };
  }

  scheduleCancel(at: number | null, time: number): Command {
    const payload = encodeScheduleCancel({ time: at === null ? null : BigInt(at) }, BigInt(time));
    return { type: "schedule_cancel", signed: this.#sign(payload, time), time: at };
  }

  registerSigner(name: string, { scopes, expiresAt }: SignerTerms, time: number): Command {
    const fields = { signer: keyBytesOf(name), label: name, scopes, expires_at: BigInt(expiresAt) };
    const payload = encodeRegisterSigner(fields, BigInt(time));
    const signed = this.#sign(payload, time);
    return { type: "register_signer", signed, acceptance: NO_SIGNATURE };
  }

  revokeSigner(name: string, time: number): Command {
    const payload = encodeRevokeSigner({ signer: keyBytesOf(name) }, BigInt(time));
    return { type: "revoke_signer", signed: this.#sign(payload, time), pubkey: pubkeyOf(name) };
  }

  /** `pinnedTo` names the signer of the key's reads. */
  createApiKey(
    keyId: string,
    terms: { pinnedTo: string | null; expiresAt: number },
    time: number,
  ): Command {
    const signer = terms.pinnedTo === null ? null : keyBytesOf(terms.pinnedTo);
    const fields = { label: keyId, signer, expires_at: BigInt(terms.expiresAt) };
    const payload = encodeCreateApiKey(fields, BigInt(time));
    const signed = this.#sign(payload, time);
    return { type: "create_api_key", signed, keyId, keyHash: hash("sha256", keyId) };
  }

  revokeApiKey(id: string, time: number): Command {
    const payload = encodeRevokeApiKey({ id }, BigInt(time));
    return { type: "revoke_api_key", signed: this.#sign(payload, time), id };
  }

  withdraw(amount: string, time: number, fee?: string): Command {
    const terms = fee === undefined ? {} : { fee };
    const signed = this.#sign(encodeWithdraw({ amount, ...terms }, BigInt(time)), time);
    return { type: "withdraw", signed, id: `wdr_${signed.digest}`, amount, ...terms };
  }

  /** The digest counts the signer's writes, so that it is unique and the same in every run. */
  #sign(payload: Uint8Array, timestamp: number): Signed {
    this.#count += 1;
    const [account, signer] = [this.#account, this.#signer];
    const digest = digestOf(`${account} ${signer}`, this.#count);
    return { account, signer, signature: NO_SIGNATURE, payload, digest, timestamp };
  }
}

type SignerTerms = { scopes: number; expiresAt: number };

const prefixes = new Map<string, string>();

function digestOf(signatory: string, count: number): string {
  let prefix = prefixes.get(signatory);
  if (prefix === undefined) {
    prefix = hash("sha256", signatory).slice(0, 48);
    prefixes.set(signatory, prefix);
  }
  return prefix + count.toString(16).padStart(16, "0");
}
