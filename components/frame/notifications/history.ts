/** The messages of an account that this browser remembers, read and unread, shared by its tabs. */

import type { Notification } from "#components/ui/notify.ts";
import { createFollowers } from "#components/ui/store.ts";

export type Remembered = Pick<Notification, "tone" | "text" | "detail" | "key"> & {
  id: string;
  /** Unix milliseconds. */
  at: number;
  read: boolean;
};

/** Stores the history: the browser's storage, replaced in tests. */
export type HistoryStorage = { read: () => string | null; write: (text: string) => void };

/** Messages an account. */
const MOST = 200;
/** Accounts a browser; the least recently active one is dropped first. */
const MAX_ACCOUNTS = 5;
/** The same message within this time comes from another tab of this browser. */
const SAME_MS = 2_000;
/** Longest text of a message. */
const LONGEST = 500;

type MessagesByAccount = Readonly<Record<string, readonly Remembered[]>>;

const NOTHING: readonly Remembered[] = [];

export class NotificationHistory {
  readonly #storage: HistoryStorage;
  readonly #followers = createFollowers();
  #text: string | null | undefined;
  #messages: MessagesByAccount = {};

  constructor(storage: HistoryStorage) {
    this.#storage = storage;
  }

  /** The newest first; the same array as long as nothing changes. */
  of(account: string): readonly Remembered[] {
    return this.#read()[account] ?? NOTHING;
  }

  unread(account: string): number {
    return this.of(account).filter(({ read }) => !read).length;
  }

  add(account: string, { tone, text, detail, key }: Notification, at: number): void {
    const known = this.of(account).filter((one) => key === undefined || one.key !== key);
    const same = known.find(
      (one) => one.text === text && one.detail === detail && Math.abs(at - one.at) < SAME_MS,
    );
    if (same) return;
    const one: Remembered = {
      id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
      tone,
      text: text.slice(0, LONGEST),
      ...(detail === undefined ? {} : { detail: detail.slice(0, LONGEST) }),
      ...(key === undefined ? {} : { key }),
      at,
      read: false,
    };
    this.#write(account, [one, ...known].slice(0, MOST));
  }

  markRead(account: string): void {
    if (this.unread(account) === 0) return;
    this.#write(
      account,
      this.of(account).map((one) => ({ ...one, read: true })),
    );
  }

  remove(account: string, id: string): void {
    this.#write(
      account,
      this.of(account).filter((one) => one.id !== id),
    );
  }

  clear(account: string): void {
    this.#write(account, []);
  }

  readonly subscribe = this.#followers.subscribe;

  /** Also called when another tab has written. */
  readonly changed = this.#followers.notify;

  #read(): MessagesByAccount {
    const text = this.#storage.read();
    if (text !== this.#text) {
      this.#text = text;
      this.#messages = parseHistory(text);
    }
    return this.#messages;
  }

  #write(account: string, messages: readonly Remembered[]): void {
    const others = Object.entries(this.#read()).filter(([name]) => name !== account);
    const latest = others.toSorted(([, a], [, b]) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0));
    const byAccount = Object.fromEntries(latest.slice(0, MAX_ACCOUNTS - 1));
    if (messages.length > 0) byAccount[account] = messages;
    this.#storage.write(JSON.stringify(byAccount));
    this.changed();
  }
}

/** Skips what is not a message: another version or another program may have written the text. */
function parseHistory(text: string | null): MessagesByAccount {
  if (text === null) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return {};
    return Object.fromEntries(
      Object.entries(parsed).map(([account, messages]) => [
        account,
        Array.isArray(messages) ? messages.filter(isRemembered).slice(0, MOST) : [],
      ]),
    );
  } catch {
    return {};
  }
}

function isRemembered(one: unknown): one is Remembered {
  if (typeof one !== "object" || one === null) return false;
  const { id, at, read, tone, text, detail, key } = one as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof at === "number" &&
    typeof read === "boolean" &&
    (tone === "good" || tone === "bad" || tone === "neutral") &&
    typeof text === "string" &&
    (detail === undefined || typeof detail === "string") &&
    (key === undefined || typeof key === "string")
  );
}
