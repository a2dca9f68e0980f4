/** The messages of an account that this browser remembers, read and unread, shared by its tabs. */
import type { Notification } from "#components/ui/notify.ts";

export type Remembered = Pick<Notification, "tone" | "text" | "detail"> & {
  id: string;
  /** Unix milliseconds. */
  at: number;
  read: boolean;
};

/** Where it is kept: the browser's storage, replaced in tests. */
export type Shelf = { read: () => string | null; write: (text: string) => void };

/** Messages an account. */
const MOST = 200;
/** Accounts a browser; the one that was quiet longest is forgotten first. */
const MOST_ACCOUNTS = 5;
/** The same message from another tab of this browser comes within this time. */
const SAME_MS = 2_000;
/** A text from elsewhere is no book. */
const LONGEST = 500;

type Book = Readonly<Record<string, readonly Remembered[]>>;

const NOTHING: readonly Remembered[] = [];

export class NotificationHistory {
  readonly #shelf: Shelf;
  readonly #listeners = new Set<() => void>();
  #text: string | null | undefined;
  #book: Book = {};

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** The newest first; the same array as long as nothing changes. */
  of(account: string): readonly Remembered[] {
    return this.#read()[account] ?? NOTHING;
  }

  unread(account: string): number {
    return this.of(account).filter(({ read }) => !read).length;
  }

  add(account: string, { tone, text, detail }: Notification, at: number): void {
    const known = this.of(account);
    const same = known.find(
      (one) => one.text === text && one.detail === detail && Math.abs(at - one.at) < SAME_MS,
    );
    if (same) return;
    const one: Remembered = {
      id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
      tone,
      text: text.slice(0, LONGEST),
      ...(detail === undefined ? {} : { detail: detail.slice(0, LONGEST) }),
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

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Another tab has written. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #read(): Book {
    const text = this.#shelf.read();
    if (text !== this.#text) {
      this.#text = text;
      this.#book = parseBook(text);
    }
    return this.#book;
  }

  #write(account: string, messages: readonly Remembered[]): void {
    const others = Object.entries(this.#read()).filter(([name]) => name !== account);
    const latest = others.toSorted(([, a], [, b]) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0));
    const book = Object.fromEntries(latest.slice(0, MOST_ACCOUNTS - 1));
    if (messages.length > 0) book[account] = messages;
    this.#shelf.write(JSON.stringify(book));
    this.changed();
  }
}

/** What is no message is left out: the text may be of another version, or of another hand. */
function parseBook(text: string | null): Book {
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
  const { id, at, read, tone, text, detail } = one as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof at === "number" &&
    typeof read === "boolean" &&
    (tone === "good" || tone === "bad" || tone === "neutral") &&
    typeof text === "string" &&
    (detail === undefined || typeof detail === "string")
  );
}
