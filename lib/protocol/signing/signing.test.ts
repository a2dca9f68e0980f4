/** The signed bytes equal those of implementations that share no code with this one. */
import { createHash, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { privateKeyObject } from "#lib/kernel/ed25519.ts";
import type { OrderGroupFields } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  type CancelOrderFields,
  decodePublicKey,
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
  type ModifyOrderFields,
  type SigningOperation,
  signingPreimage,
  type UpdateIsolatedMarginFields,
  type UpdateLeverageFields,
  type WithdrawFields,
} from "./signing.ts";

type Vector = {
  operation: SigningOperation;
  note: string;
  signed_by?: string;
  fields: Record<string, unknown>;
  timestamp: number | string;
  payload_hex: string;
  digest_hex: string;
  signature_hex: string;
  new_signer_signature_hex?: string;
};

type VectorFile = {
  /** `signing.json`: one key, which is account and signer. */
  seed_hex?: string;
  signer_and_account?: string;
  /** `operations.json`: an owner and a signer it has delegated to. */
  account?: string;
  keys?: Record<string, { seed_hex: string; public_key: string }>;
  vectors: Vector[];
};

function readVectors(name: string): VectorFile {
  const file = new URL(`../../../docs/api/vectors/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as VectorFile;
}

const [signing, operations] = [readVectors("signing.json"), readVectors("operations.json")];
const keys = {
  ...operations.keys,
  only: { seed_hex: signing.seed_hex!, public_key: signing.signer_and_account! },
};
const vectors = [
  ...signing.vectors.map((vector) => ({ ...vector, account: "only", signed_by: "only" })),
  ...operations.vectors.map((vector) => ({
    ...vector,
    account: operations.account!,
    signed_by: vector.signed_by!,
  })),
];

function keyNamed(name: string) {
  const { seed_hex, public_key } = keys[name as keyof typeof keys]!;
  const privateKey = privateKeyObject(Buffer.from(seed_hex, "hex"));
  return { privateKey, publicKey: decodePublicKey(public_key)! };
}

const cancellation = (fields: { order_id: string; market: string }): CancelOrderFields => ({
  ...fields,
  order_id: BigInt(fields.order_id),
});
const signerBytes = (text: unknown) => decodePublicKey(text as string)!;

/** The fields of a vector are JSON: u64 as decimal text, keys as base58. */
const ENCODE: Record<SigningOperation, (fields: never, timestamp: bigint) => Uint8Array> = {
  place_order: (fields: PlaceOrderFields, at) => encodePlaceOrder(fields, at),
  modify_order: (fields: ModifyOrderFields, at) =>
    encodeModifyOrder({ ...fields, order_id: BigInt(fields.order_id) }, at),
  cancel_order: (fields: never, at) => encodeCancelOrder(cancellation(fields), at),
  place_batch_orders: (fields: { orders: PlaceOrderFields[] }, at) =>
    encodePlaceBatchOrders(fields.orders, at),
  place_order_group: (fields: OrderGroupFields, at) => encodePlaceOrderGroup(fields, at),
  cancel_batch_orders: (fields: { orders: never[] }, at) =>
    encodeCancelBatchOrders(fields.orders.map(cancellation), at),
  update_leverage: (fields: UpdateLeverageFields, at) => encodeUpdateLeverage(fields, at),
  update_isolated_margin: (fields: UpdateIsolatedMarginFields, at) =>
    encodeUpdateIsolatedMargin(fields, at),
  cancel_by_client_id: (fields: { client_id: string }, at) => encodeCancelByClientId(fields, at),
  cancel_all_orders: (fields: { market: string | null }, at) => encodeCancelAllOrders(fields, at),
  schedule_cancel: (fields: { time: string | null }, at) =>
    encodeScheduleCancel({ time: fields.time === null ? null : BigInt(fields.time) }, at),
  register_signer: (fields: { label: string; scopes: number; [name: string]: unknown }, at) =>
    encodeRegisterSigner(
      {
        signer: signerBytes(fields["signer"]),
        label: fields.label,
        scopes: fields.scopes,
        expires_at: BigInt(fields["expires_at"] as string),
      },
      at,
    ),
  revoke_signer: (fields: { signer: string }, at) =>
    encodeRevokeSigner({ signer: signerBytes(fields.signer) }, at),
  create_api_key: (fields: { label: string; signer: string | null; expires_at: string }, at) =>
    encodeCreateApiKey(
      {
        label: fields.label,
        signer: fields.signer === null ? null : signerBytes(fields.signer),
        expires_at: BigInt(fields.expires_at),
      },
      at,
    ),
  revoke_api_key: (fields: { id: string }, at) => encodeRevokeApiKey(fields, at),
  withdraw: (fields: WithdrawFields, at) => encodeWithdraw(fields, at),
};

describe("signed bytes equal those of an independent implementation", () => {
  test.each(Object.keys(ENCODE))("there are vectors of %s", (operation) => {
    const found = operations.vectors.filter((vector) => vector.operation === operation);
    expect(found.length).toBeGreaterThanOrEqual(2);
  });

  test.each(vectors)("$operation: $note", (vector) => {
    const [account, signer] = [keyNamed(vector.account), keyNamed(vector.signed_by)];
    const payload = ENCODE[vector.operation](vector.fields as never, BigInt(vector.timestamp));
    expect(Buffer.from(payload).toString("hex")).toBe(vector.payload_hex);
    const preimage = signingPreimage(vector.operation, account.publicKey, payload);
    const digest = createHash("sha256").update(preimage).digest("hex");
    expect(digest).toBe(vector.digest_hex);
    expect(sign(null, Buffer.from(digest), signer.privateKey).toString("hex")).toBe(
      vector.signature_hex,
    );
    const signature = Buffer.from(vector.signature_hex, "hex");
    const { privateKey } = signer;
    expect(verify(null, Buffer.from(digest), createPublicKey(privateKey), signature)).toBe(true);
  });

  test.each(vectors.filter((vector) => vector.operation === "register_signer"))(
    "the new signer accepts the same digest: $note",
    (vector) => {
      const { privateKey } = keyNamed("delegate");
      const accepted = sign(null, Buffer.from(vector.digest_hex), privateKey).toString("hex");
      expect(accepted).toBe(vector.new_signer_signature_hex);
    },
  );
});

test("public keys are accepted only in their canonical text", () => {
  const text = keys.only.public_key;
  expect(encodePublicKey(decodePublicKey(text)!)).toBe(text);
  expect(encodePublicKey(new Uint8Array(32))).toBe("1".repeat(32));
  for (const wrong of ["", `1${text}`, text.slice(2), `${text} `, text.replace("G", "0")]) {
    expect(decodePublicKey(wrong), wrong).toBeUndefined();
  }
});
