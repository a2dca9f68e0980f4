/** For tests on a manual clock: waits until the real sockets of this process have answered. */
import { subscribe } from "node:diagnostics_channel";

/** How long a request may take before time moves on without it. */
const PATIENCE_MS = 4;

/** Requests of `fetch` that have no end yet. */
const unanswered = new Set<unknown>();
const end = (message: unknown) => unanswered.delete((message as { request: unknown }).request);
subscribe("undici:request:create", (message) => {
  unanswered.add((message as { request: unknown }).request);
});
subscribe("undici:request:trailers", end);
subscribe("undici:request:error", end);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves when every request of `fetch` has been answered and handled, or after 4 ms. */
export async function answers(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; ) {
    await turn();
    quiet = unanswered.size === 0 ? quiet + 1 : 0;
  }
}
