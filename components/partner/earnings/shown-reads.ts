/** What the partner page shows: each answer on the screen with the question that it answers. */
import type { At } from "#lib/protocol/partner-reads.ts";

export const PARTNER_API = "/api/v1/partner/";

export type ShownRead = {
  /** Of the page's part that asked, such as `summary` or `referrals`: what comes before the point in `data-figure`. */
  name: string;
  /** Below `/api/v1/partner/`, with its query and without the snapshot: `earnings?granularity=day`. */
  path: string;
  answer: At;
};

/** The address of a read in one snapshot: whenever it is asked there, it answers the same. */
export function readAddress(path: string, at: At): string {
  const search = new URLSearchParams({ as_of: at.as_of, as_of_seq: String(at.ledger_seq) });
  return `${PARTNER_API}${path}${path.includes("?") ? "&" : "?"}${search.toString()}`;
}

/** Every read that is on the screen; a part that goes away takes its own with it. */
export class ShownReads {
  readonly #reads = new Map<string, ShownRead>();
  readonly #followers = new Set<() => void>();
  #list: readonly ShownRead[] = [];

  /** `id` is the part's own; what it showed before is replaced. */
  show(id: string, read: ShownRead): void {
    this.#reads.set(id, read);
    this.#tell();
  }

  drop(id: string): void {
    if (this.#reads.delete(id)) this.#tell();
  }

  /** The same list until one of them changes. */
  readonly all = (): readonly ShownRead[] => this.#list;

  readonly follow = (follower: () => void): (() => void) => {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  };

  #tell(): void {
    this.#list = [...this.#reads.values()];
    for (const follower of this.#followers) follower();
  }
}

export function isSameSnapshot(a: At, b: At): boolean {
  return a.as_of === b.as_of && a.ledger_seq === b.ledger_seq;
}
