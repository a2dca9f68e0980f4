/** Loads the code that signs, sends and tracks orders. It is loaded with a session, not with the page. */
import { createFollowers } from "#components/ui/store.ts";
import type { orderCommands as Exported } from "./order-commands.ts";
import type { Write } from "./write-types.ts";

export type OrderCommands = typeof Exported;

const NONE: readonly Write[] = [];
const RETRY_MS = 5_000;

let commands: OrderCommands | undefined;
let loading: Promise<OrderCommands> | undefined;
const followers = createFollowers();

/** In a browser only. Rejects when the code cannot be loaded; the next call tries again. */
export function loadOrderCommands(): Promise<OrderCommands> {
  loading ??= import("./order-commands.ts").then(({ orderCommands: loaded }) => {
    commands = loaded;
    loaded.onWrites(followers.notify);
    followers.notify();
    return loaded;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Writes of all accounts; the same array until something changes. None before the first session. */
export function currentWrites(): readonly Write[] {
  return commands?.currentWrites() ?? NONE;
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
    commands?.setAccount(undefined);
    return () => undefined;
  }
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    loadOrderCommands().then(
      ({ setAccount }) => {
        if (!gone) setAccount(account);
      },
      () => {
        if (!gone) timer = setTimeout(load, RETRY_MS);
      },
    );
  };
  load();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
