/** The official client of the 2025 revisions, which discovers everything from the 401 of the endpoint. */
import assert from "node:assert/strict";
import {
  type OAuthDiscoveryState,
  UnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expectPrice, PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import { MemoryProvider } from "#e2e/outside/kit/memory-provider.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";

export async function runOfficialV1({ endpoint, person, log }: Outside): Promise<string> {
  const provider = new MemoryProvider<
    OAuthClientInformationMixed,
    OAuthTokens,
    OAuthDiscoveryState
  >("http://127.0.0.1:7777/callback");
  const start = () => ({
    client: new Client({ name: "official-v1", version: "1.0.0" }),
    transport: new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: provider }),
  });
  const unknown = start();
  await assert.rejects(unknown.client.connect(unknown.transport as Transport), UnauthorizedError);

  const address = provider.takeAuthorizationAddress();
  const back = await (await person()).authorize(address);
  assert.equal(back.searchParams.get("state"), provider.state());
  await unknown.transport.finishAuth(back.searchParams.get("code") ?? "");
  const { client, transport } = start();
  await client.connect(transport as Transport);
  const { tools } = await client.listTools();
  log(`tools: ${tools.map(({ name }) => name).join(" ")}`);
  expectPrice(await client.callTool(PRICE_OF));
  const { contents } = await client.readResource({ uri: "svc://markets" });
  assert.equal(contents.length, 1);
  const { prompts } = await client.listPrompts();
  assert.equal(prompts.length, 3);

  const before = provider.heldTokens();
  provider.loseAccessToken();
  expectPrice(await client.callTool(PRICE_OF));
  const after = provider.heldTokens();
  assert.notEqual(after.access_token, before.access_token);
  assert.notEqual(after.refresh_token, before.refresh_token);
  await client.close();
  return `${tools.length} tools, refreshed`;
}
