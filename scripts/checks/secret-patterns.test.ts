import { expect, test } from "vitest";
import { findSecrets } from "./secret-patterns.ts";

test.each(["apikey_0f", "svc_sk_live", "tbs_abc", "operator_9e", `partner_${"9e".repeat(8)}`])(
  "%s is found in a page",
  (key) => {
    expect(findSecrets(`<script>self.x="${key}"</script>`, [])).toHaveLength(1);
  },
);

test("the value of a secret is found, and not repeated in the report", () => {
  const secret = "c0ffee".repeat(8);
  const found = findSecrets(`{"a":"${secret}"}`, ["x".repeat(40), secret]);
  expect(found).toEqual(["has the value of secret 2 of secrets.json"]);
});

test("words that only look alike are left alone", () => {
  expect(
    findSecrets(
      "operator_key partner_accounts partner_<64 hex> apikey_<64 hex> tabs svc_sk_YOUR_KEY svc_sk_… tbs_ and",
      [],
    ),
  ).toEqual([]);
});
