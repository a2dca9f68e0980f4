/** The results that every client must get at the assistant endpoint. */
import assert from "node:assert/strict";

/** The call that every client makes. */
export const PRICE_OF = { name: "get_price", arguments: { market: "BTCUSDC" } };

/** Tools that a grant of `read:market` shows. */
const SHOWN = ["search_assets", "get_price", "list_markets"];

/**
 * @param answer a JSON-RPC answer to the call @throws AssertionError when it is not a price of the requested market
 */
export function expectPriceAnswer(answer: unknown): void {
  expectPrice((answer as { result?: unknown }).result ?? answer);
}

/**
 * @param result of `tools/call` @throws AssertionError when it is not a price of the requested market
 */
export function expectPrice(result: unknown): void {
  const { structuredContent, isError } = result as {
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
  assert.ok(!isError, `get_price refused: ${JSON.stringify(result)}`);
  assert.match(JSON.stringify(structuredContent), /"BTCUSDC"/);
  const prices = Object.values(structuredContent ?? {});
  assert.ok(
    prices.some((value) => /^\d+(\.\d+)?$/.test(String(value))),
    "no decimal price",
  );
}

/** @param answer a JSON-RPC answer to `tools/list` @returns the number of tools */
export function expectTools(answer: unknown): number {
  const { result } = answer as { result?: { tools?: { name: string }[] } };
  const names = result?.tools?.map(({ name }) => name) ?? [];
  for (const name of SHOWN) assert.ok(names.includes(name), `no ${name} among ${names.join(" ")}`);
  return names.length;
}

/** The first request that docs/api/mcp.md shows, as JSON. */
export const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
