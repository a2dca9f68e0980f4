/** What the simulated checkout has sold, a file each, so that a restart continues what is under way. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const MAX_DEALS = 2_000;
/** States in which nothing was paid, nor will be. */
const UNPAID: readonly Deal["state"][] = ["failed", "refunded"];

const schema = z.object({
  /** The provider's own id of the transaction. */
  id: z.uuid(),
  /** Id of the purchase at the service. */
  purchase: z.string(),
  wallet: z.string(),
  /** Decimal text in the currency, and the fee that is part of it. */
  amount: z.string(),
  fee: z.string(),
  currency: z.string(),
  /** 1e-6 USDC. */
  units: z.string().regex(/^\d+$/),
  state: z.enum(["paying", "completed", "failed", "refunded"]),
  /** Payment on the chain. */
  signature: z.string().nullable(),
  /** Bodies of callbacks that the service has not taken yet, the oldest first. */
  untold: z.array(z.string()),
  /** Unix milliseconds. */
  createdAt: z.number().int(),
});

export type Deal = z.output<typeof schema>;

export class DealFiles {
  readonly #folder: string;
  readonly #deals = new Map<string, Deal>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) this.#load(name);
  }

  /** False when there is no room for it. What was paid stays: without it the same address would be paid again. */
  add(deal: Deal): boolean {
    if (this.#deals.size >= MAX_DEALS && !this.#makeRoom()) return false;
    this.save(deal);
    return true;
  }

  /** On disk when this returns: a kill leaves the old state or the new one. */
  save(deal: Deal): void {
    const path = this.#pathOf(deal.id);
    writeFileSync(`${path}.tmp`, JSON.stringify(deal), { mode: 0o600, flush: true });
    renameSync(`${path}.tmp`, path);
    this.#deals.set(deal.id, deal);
  }

  all(): Deal[] {
    return [...this.#deals.values()];
  }

  find(id: string): Deal | undefined {
    return this.#deals.get(id);
  }

  /** The one that was paid, or is being paid, for a purchase. */
  paidFor(purchase: string): Deal | undefined {
    return this.all().find((deal) => deal.purchase === purchase && !UNPAID.includes(deal.state));
  }

  #makeRoom(): boolean {
    const unpaid = this.all().filter(
      ({ state, untold }) => UNPAID.includes(state) && untold.length === 0,
    );
    const [oldest] = unpaid.toSorted((one, other) => one.createdAt - other.createdAt);
    if (oldest === undefined) return false;
    rmSync(this.#pathOf(oldest.id), { force: true });
    return this.#deals.delete(oldest.id);
  }

  /** Removes what a kill while writing leaves. @throws Error for a file that cannot be read: it may be a purchase that was paid */
  #load(name: string): void {
    const path = join(this.#folder, name);
    if (name.endsWith(".tmp")) return rmSync(path, { force: true });
    try {
      const deal = schema.parse(JSON.parse(readFileSync(path, "utf8")));
      if (name !== `${deal.id}.json`) throw new Error("not its own name");
      this.#deals.set(deal.id, deal);
    } catch (cause) {
      throw new Error(`${path} is no purchase of the simulated checkout`, { cause });
    }
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
