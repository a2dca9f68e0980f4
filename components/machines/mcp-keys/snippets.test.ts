/** What is handed out to paste is answered by this service, and a secret is in no file that people commit. */
import { expect, test } from "vitest";
import { setUpOf } from "./snippets.ts";

test("the secret is in what goes into an environment or a terminal, and in no program's file", () => {
  const { env, curl, ...files } = setUpOf("https://svc.example/api/v1/mcp", "svc_sk_1");
  expect(env).toBe("SVC_MCP_URL=https://svc.example/api/v1/mcp\nSVC_MCP_KEY=svc_sk_1");
  expect(curl).toContain("Authorization: Bearer svc_sk_1");
  expect(Object.keys(files)).toEqual(["claudeCode", "cursor", "vscode"]);
  for (const file of Object.values(files)) {
    expect(file).toContain("https://svc.example/api/v1/mcp");
    expect(file).not.toContain("svc_sk_");
  }
});
