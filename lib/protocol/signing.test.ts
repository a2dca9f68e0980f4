import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PlaceOrderBody } from "./orders.ts";
import {
  decodePublicKey,
  encodeCancelOrder,
  encodePlaceOrder,
  type SigningOperation,
  signingPreimage,
} from "./signing.ts";

type Vector = {
  operation: SigningOperation | "modify_order";
  note: string;
  fields: Record<string, never>;
  timestamp: number;
  payload_hex: string;
  digest_hex: string;
  signature_hex: string;
};

const file = new URL("../../docs/api/vectors/signing.json", import.meta.url);
const { seed_hex, signer_and_account, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  seed_hex: string;
  signer_and_account: string;
  vectors: Vector[];
};

const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${seed_hex}`, "hex"),
  format: "der",
  type: "pkcs8",
});

function payloadOf(vector: Vector): Uint8Array {
  const timestamp = BigInt(vector.timestamp);
  if (vector.operation === "cancel_order") {
    const { order_id, market } = vector.fields as unknown as { order_id: string; market: string };
    return encodeCancelOrder({ order_id: BigInt(order_id), market }, timestamp);
  }
  const fields = vector.fields as unknown as Required<PlaceOrderBody> & { trigger_source: 0 | 1 };
  return encodePlaceOrder(fields, timestamp);
}

describe("signed bytes equal those of an independent implementation", () => {
  const known = vectors.filter((vector) => vector.operation !== "modify_order");
  test("the file has vectors of both operations", () => {
    expect(new Set(known.map((vector) => vector.operation))).toEqual(
      new Set(["place_order", "cancel_order"]),
    );
  });

  test.each(known)("$operation: $note", (vector) => {
    const account = decodePublicKey(signer_and_account);
    const payload = payloadOf(vector);
    expect(Buffer.from(payload).toString("hex")).toBe(vector.payload_hex);
    const preimage = signingPreimage(vector.operation as SigningOperation, account!, payload);
    const digest = createHash("sha256").update(preimage).digest("hex");
    expect(digest).toBe(vector.digest_hex);
    expect(sign(null, Buffer.from(digest), privateKey).toString("hex")).toBe(vector.signature_hex);
    const signature = Buffer.from(vector.signature_hex, "hex");
    expect(verify(null, Buffer.from(digest), createPublicKey(privateKey), signature)).toBe(true);
  });
});
