/** MCP keys for measurements: enough that none of them reaches its limit. */
import { answerOf, MadeKey } from "#scripts/dev/clients/answer-of.ts";
import { newVisitor } from "#scripts/dev/clients/wallet-session.ts";

/** Keys that a person may make in an hour. */
const KEYS = 30;
/** Requests that a key may make in a minute. */
export const KEY_LIMIT = 120;

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
      keys.push((await answerOf(response, MadeKey)).secret);
    }
  }
  return keys;
}
