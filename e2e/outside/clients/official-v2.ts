/** The official client of revision 2026-07-28, which also asks for another scope when a tool requires one. */
import assert from "node:assert/strict";
import {
  Client,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expectPrice, PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import { MemoryProvider } from "#e2e/outside/kit/memory-provider.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";

export async function runOfficialV2({ endpoint, person, log }: Outside): Promise<string> {
  const provider = new MemoryProvider<
    StoredOAuthClientInformation,
    StoredOAuthTokens,
    OAuthDiscoveryState
  >("http://localhost:7777/callback");
  const start = () => ({
    client: new Client(
      { name: "official-v2", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    ),
    transport: new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: provider }),
  });
  const unknown = start();
  await assert.rejects(unknown.client.connect(unknown.transport), UnauthorizedError);

  const somebody = await person();
  const back = await somebody.authorize(provider.takeAuthorizationAddress());
  assert.equal(back.searchParams.get("state"), provider.state());
  await unknown.transport.finishAuth(back.searchParams);
  const { client, transport } = start();
  await client.connect(transport);
  const { tools } = await client.listTools();
  log(`tools: ${tools.map(({ name }) => name).join(" ")}`);
  expectPrice(await client.callTool(PRICE_OF));

  const before = provider.heldTokens();
  provider.loseAccessToken();
  expectPrice(await client.callTool(PRICE_OF));
  const after = provider.heldTokens();
  assert.notEqual(after.access_token, before.access_token);
  assert.notEqual(after.refresh_token, before.refresh_token);

  // The person has not granted this scope, so the client asks for it in addition to those that it has.
  const proposal = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "MARKET" };
  const stage = () => client.callTool({ name: "stage_order", arguments: proposal });
  await assert.rejects(stage(), UnauthorizedError);
  const more = provider.takeAuthorizationAddress();
  assert.ok(more.searchParams.get("scope")?.split(" ").includes("trade:execute"));
  // The consent page ticks what the refused call lacked.
  const again = await somebody.authorize(more);
  await transport.finishAuth(again.searchParams);
  assert.equal(provider.heldTokens().scope, "read:market trade:execute");
  log(`staged: ${JSON.stringify(await stage())}`);
  await client.close();
  return `${tools.length} tools, refreshed, stepped up`;
}
