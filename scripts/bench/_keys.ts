/** MCP keys for measurements: enough that none of them reaches its limit. */
import { newVisitor } from "#scripts/checks/wallet-session.ts";

/** Keys that a person may make in an hour. */
const KEYS = 30;
/** Requests that a key may make in a minute. */
export const KEY_LIMIT = 120;
const READY_WITHIN_MS = 120_000;

/** Each key stays below its limit for a minute, however short the run is. */
export async function makeKeys(app: string, requests: number): Promise<string[]> {
  const accounts = Math.ceil(requests / (KEYS * KEY_LIMIT));
  const keys: string[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const visitor = await newVisitor(app);
    for (let made = 0; made < KEYS; made += 1) {
      const response = await visitor.request("/api/v1/mcp/keys", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      keys.push(((await response.json()) as { secret: string }).secret);
    }
  }
  return keys;
}

export async function waitUntilReady(app: string): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await fetch(`${app}/readyz`)).ok) {
    if (performance.now() > giveUpAt) throw new Error("the app does not become ready");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
