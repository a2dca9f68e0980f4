/** For tests on a clock moved by hand: gives the real sockets of this process the time to answer, and no more. */
import { subscribe } from "node:diagnostics_channel";

/** As long as a request may take before time goes on without it. */
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

/** Comes back when every request of `fetch` has its answer and what follows from it is done, or after 4 ms. */
export async function answers(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; ) {
    await turn();
    quiet = unanswered.size === 0 ? quiet + 1 : 0;
  }
}
