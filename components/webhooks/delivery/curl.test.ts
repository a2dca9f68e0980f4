/** The command sends what the service sends, with a signature that a receiver accepts. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { curlCommand } from "./curl.ts";

test("the shell sends the same bytes to the same address, signed with its own secret", () => {
  const body = `{"id":"wh_evt_1","data":{"text":"it's $HOME \\"\u00e4\\""}}`;
  const webhook = {
    url: "https://hooks.example/in?a='b'",
    headers: [{ name: "X-Tenant" }, { name: "Authorization" }],
  };
  const command = curlCommand(webhook, { id: "wh_evt_1", body });
  // A `curl` that prints its arguments, one a line.
  const script = `curl() { printf '%s\\n' "$@"; }\n${command}`;
  const env = {
    ...process.env,
    WEBHOOK_SECRET: "a-secret-of-the-caller-0123",
    HEADER_X_TENANT: 'blue "green"',
    HEADER_AUTHORIZATION: "Bearer tok_1",
  };
  const said = execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\n");
  expect(said).toContain("https://hooks.example/in?a='b'");
  expect(said).toContain('X-Tenant: blue "green"');
  expect(said).toContain("Authorization: Bearer tok_1");
  expect(said.at(-2)).toBe(body);
  const header = said.find((line) => line.startsWith("x-svc-signature"))!;
  const [, t, v1] = /t=(\d+),v1=([0-9a-f]{64})$/.exec(header)!;
  const expected = createHmac("sha256", env.WEBHOOK_SECRET).update(`${t}.${body}`).digest("hex");
  expect(v1).toBe(expected);
});
