/** The relay as a site, which answers once the relay runs. */
import { RelaySite } from "./relay-site.ts";
import { type RelayParts, type RunningRelay, startRelay } from "./start-relay.ts";

export function openRelay(parts: RelayParts) {
  let running: RunningRelay | undefined;
  const site = new RelaySite(() => running?.relay, parts);
  return {
    site,
    start: async (): Promise<void> => {
      running = await startRelay(parts);
    },
    stop: async (): Promise<void> => running?.stop(),
  };
}
