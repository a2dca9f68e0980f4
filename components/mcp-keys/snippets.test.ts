/** What is handed out to paste is answered by this service. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpOf } from "./snippets.ts";

test("no text is for a client of an endpoint that has no route here", () => {
  const { env, curl, ...others } = setUpOf("https://svc.example", "svc_sk_1");
  expect(env).toBe("SVC_MCP_URL=https://svc.example/api/v1/mcp\nSVC_MCP_KEY=svc_sk_1");
  expect(curl).toContain("https://svc.example/api/v1/mcp/keys/validate");
  expect(curl).toContain("Authorization: Bearer svc_sk_1");
  expect(existsSync("app/api/v1/mcp/keys/validate/route.ts")).toBe(true);
  expect(existsSync("app/api/v1/mcp/route.ts") || Object.keys(others).length === 0).toBe(true);
});
