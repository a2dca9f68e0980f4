import { expect, it } from "vitest";
import { clientOf } from "./client-of.ts";

it("keeps of the user agent what names a program, cut, and no key that was put there", () => {
  const key = `svc_sk_${"0f".repeat(32)}`;
  const agent = (text: string) => clientOf(new Headers({ "user-agent": text })).agent;
  expect(agent("curl/8.1")).toBe("curl/8.1");
  expect(agent(`bot ${key}`)).toBe("bot svc_sk_[secret]");
  // A key across the cut must not leave its first half.
  expect(agent(`${"a ".repeat(95)}${key}`)).not.toMatch(/svc_sk_0f/);
  expect(agent("a".repeat(1_000))).toHaveLength(200);
});
