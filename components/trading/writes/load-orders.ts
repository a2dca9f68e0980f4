/** Loads the code that signs, sends and tracks orders. It is loaded with a session, not with the page. */
import { lazyModule } from "#components/ui/lazy-module.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { orderCommands as Exported } from "./order-commands.ts";
import type { Write } from "./write-types.ts";

export type OrderCommands = typeof Exported;

const NONE: readonly Write[] = [];
const RETRY_MS = 5_000;

const followers = createFollowers();
const { load, loaded, subscribe } = lazyModule(async (): Promise<OrderCommands> => {
  const { orderCommands } = await import("./order-commands.ts");
  orderCommands.onWrites(followers.notify);
  return orderCommands;
});
subscribe(followers.notify);

/** In a browser only. Rejects when the code cannot be loaded; the next call tries again. */
export const loadOrderCommands = load;

/** Writes of all accounts; the same array until something changes. None before the first session. */
export function currentWrites(): readonly Write[] {
  return loaded()?.currentWrites() ?? NONE;
}

export function noWrites(): readonly Write[] {
  return NONE;
}

export const onWrites = followers.subscribe;

/**
 * Tracks this account's writes, including those that were open when the last page closed, until the returned function
 * is called. Loading is retried: an order may be waiting for its result.
 */
export function followWrites(account: string | undefined): () => void {
  if (account === undefined) {
    loaded()?.setAccount(undefined);
    return () => undefined;
  }
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    loadOrderCommands().then(
      ({ setAccount }) => {
        if (!gone) setAccount(account);
      },
      () => {
        if (!gone) timer = setTimeout(begin, RETRY_MS);
      },
    );
  };
  begin();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
