/** The signature debugger understands both headers of a delivery, and a secret that a library has decoded. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { checkStandardSignature, deliveryHeaders } from "./signature.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const BODY = '{"dedup_key":"key-1"}';
const MADE = `whsec_${Buffer.from("a secret of 24 letters..").toString("base64")}`;
/** Text that also is Base64. */
const OWN = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
const secrets = [
  { id: "whs_made", text: MADE },
  { id: "whs_own", text: OWN },
];
const check = (header: string, now = NOW) =>
  checkStandardSignature(header, { id: "key-1", body: BODY }, { secrets, now });
const sent = (secret: string) =>
  deliveryHeaders({ id: "whd_1", dedupKey: "key-1" }, BODY, { secrets: [secret], now: NOW })[
    "webhook-signature"
  ] ?? "";

test.each([
  [MADE, "whs_made"],
  [OWN, "whs_own"],
])("the header that was sent passes with the secret %s", (secret, secretId) => {
  expect(check(sent(secret), NOW + 20_000)).toEqual({ ok: true, secretId, ageSeconds: 20 });
});

test("a secret of one's own that a library has decoded is named", () => {
  const decoded = createHmac("sha256", Buffer.from(OWN, "base64"));
  const seconds = Math.floor(NOW / 1_000);
  const value = decoded.update(`key-1.${seconds}.${BODY}`).digest("base64");
  expect(check(`v1,${value}`)).toEqual({
    ok: false,
    problem: "secret_decoded",
    secretId: "whs_own",
    ageSeconds: 0,
  });
});

test("another body does not match, and another header is none of these", () => {
  const header = sent(MADE);
  const other = { id: "key-1", body: '{"dedup_key":"key-1" }' };
  expect(checkStandardSignature(header, other, { secrets, now: NOW })).toEqual({
    ok: false,
    problem: "mismatch",
  });
  expect(check("t=1,v1=00")).toBeUndefined();
  expect(check(header, NOW + 400_000)).toMatchObject({ problem: "mismatch" });
});
