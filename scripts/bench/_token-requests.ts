/** Token requests in sequence: each one refreshes the token of the one before it. */
import { Person } from "#e2e/outside/person.ts";
import { tokens } from "#e2e/outside/registered.ts";

/** Refreshes of one grant: below the limit per hour. */
const OF_A_GRANT = 50;
/** The first refreshes of each grant, which do not count. */
const WARM_UP = 5;

/** Returns the milliseconds of `count` answers. @throws Error at any answer without a new token */
export async function tokenRequests(app: string, count: number): Promise<number[]> {
  const took: number[] = [];
  while (took.length < count) {
    const person = () => Person.signedIn(app, () => undefined);
    const endpoint = `${app}/api/v1/mcp`;
    const granted = await tokens({ app, endpoint, person }, "read:market");
    const { client_id } = granted;
    let { refresh_token } = granted;
    for (let sent = 0; sent < OF_A_GRANT && took.length < count; sent += 1) {
      const body = new URLSearchParams({ grant_type: "refresh_token", client_id, refresh_token });
      const started = performance.now();
      const response = await fetch(`${app}/oauth/token`, { method: "POST", body });
      const text = await response.text();
      const ended = performance.now();
      if (response.status !== 200) throw new Error(`a refresh: ${response.status} ${text}`);
      if (sent >= WARM_UP) took.push(ended - started);
      ({ refresh_token } = JSON.parse(text) as { refresh_token: string });
    }
  }
  return took;
}
