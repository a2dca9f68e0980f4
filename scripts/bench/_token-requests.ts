/** Token requests in sequence: each one refreshes the token of the one before it. */
import { answerOf } from "#scripts/dev/clients/answer-of.ts";
import { Person } from "#scripts/dev/clients/person.ts";
import { Tokens, tokens } from "#scripts/dev/clients/registered.ts";

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
      const refreshed = await answerOf(response, Tokens);
      if (sent >= WARM_UP) took.push(performance.now() - started);
      ({ refresh_token } = refreshed);
    }
  }
  return took;
}
