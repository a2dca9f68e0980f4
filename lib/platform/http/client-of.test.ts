import { expect, it } from "vitest";
import { clientOf } from "./client-of.ts";

it("the user agent is reduced to the program's name, shortened, without a key that was put there", () => {
  const key = `svc_sk_${"0f".repeat(32)}`;
  const agent = (text: string) => clientOf(new Headers({ "user-agent": text })).agent;
  expect(agent("curl/8.1")).toBe("curl/8.1");
  expect(agent(`bot ${key}`)).toBe("bot svc_sk_[secret]");
  // Shortening must not leave the first half of a key.
  expect(agent(`${"a ".repeat(95)}${key}`)).not.toMatch(/svc_sk_0f/);
  expect(agent("a".repeat(1_000))).toHaveLength(200);
});
