/** The reads that the partner page shows, each with its answer, so that Verify can repeat them. */
import { createFollowers } from "#components/ui/store.ts";
import type { At } from "#lib/protocol/wire/partner.ts";

export const PARTNER_API = "/api/v1/partner/";

export type ShownRead = {
  /** Name of the read, such as `summary` or `referrals`: the part before the point in `data-figure`. */
  name: string;
  /** Below `/api/v1/partner/`, with its query and without the snapshot: `earnings?granularity=day`. */
  path: string;
  answer: At;
};

/** The address of a read in one snapshot, whose answer never changes. */
export function readAddress(path: string, at: At): string {
  const search = new URLSearchParams({ as_of: at.as_of, as_of_seq: String(at.ledger_seq) });
  return `${PARTNER_API}${path}${path.includes("?") ? "&" : "?"}${search.toString()}`;
}

/** All reads on the screen. A removed part of the page drops its own. */
export class ShownReads {
  readonly #reads = new Map<string, ShownRead>();
  readonly #followers = createFollowers();
  #list: readonly ShownRead[] = [];

  /** `id` names the part of the page; its earlier read is replaced. */
  show(id: string, read: ShownRead): void {
    this.#reads.set(id, read);
    this.#notify();
  }

  drop(id: string): void {
    if (this.#reads.delete(id)) this.#notify();
  }

  /** The same list until one of them changes. */
  readonly all = (): readonly ShownRead[] => this.#list;

  readonly follow = this.#followers.subscribe;

  #notify(): void {
    this.#list = [...this.#reads.values()];
    this.#followers.notify();
  }
}

export function isSameSnapshot(a: At, b: At): boolean {
  return a.as_of === b.as_of && a.ledger_seq === b.ledger_seq;
}
