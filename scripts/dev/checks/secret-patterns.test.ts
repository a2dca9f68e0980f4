import { expect, test } from "vitest";
import { findSecrets } from "./secret-patterns.ts";

test.each([
  "apikey_0f",
  "svc_sk_live",
  "tbs_abc",
  "operator_9e",
  `partner_${"9e".repeat(8)}`,
  `custody_${"9e".repeat(8)}`,
])("the scan finds %s in a page", (key) => {
  expect(findSecrets(`<script>self.x="${key}"</script>`, [])).toHaveLength(1);
});

test("the scan finds the value of a secret, and does not repeat it in the report", () => {
  const secret = "c0ffee".repeat(8);
  const found = findSecrets(`{"a":"${secret}"}`, ["x".repeat(40), secret]);
  expect(found).toEqual(["has the value of secret 2 of secrets.json"]);
});

test("the scan ignores words that only look alike", () => {
  expect(
    findSecrets(
      "operator_key partner_accounts partner_<64 hex> apikey_<64 hex> tabs svc_sk_YOUR_KEY svc_sk_… tbs_ and",
      [],
    ),
  ).toEqual([]);
});
