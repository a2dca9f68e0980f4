/**
 * A model of order groups that knows only what was signed and what was reported: the sizes of children follow from the fills of
 * their entry and of each other, and from the position. The engine must agree with it after every command.
 */
import { heldAgainst } from "#lib/protocol/orders/rules.ts";
import type { FillEvent } from "#services/venue/engine/events.ts";
import type { Account, Holding, Order } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";

type Member = { group: number; entry: number | undefined; siblings: readonly number[] };

export class GroupModel {
  readonly #filled = new Map<number, number>();
  readonly #members = new Map<number, Member>();
  readonly #state: VenueState;

  constructor(state: VenueState) {
    this.#state = state;
  }

  /** A fill, before the command that made it is answered. */
  fill({ orderId, lots }: FillEvent): void {
    if (orderId !== 0) this.#filled.set(orderId, this.#filledOf(orderId) + lots);
  }

  /** Learns the groups of the answer and checks all that are open. @throws Error that names the child that is wrong */
  check(outcome: Outcome): void {
    if (outcome.kind === "group") {
      const { id, entry, children } = outcome.group;
      const ids = children.map((child) => child.id);
      for (const child of ids) {
        const siblings = ids.filter((other) => other !== child);
        this.#members.set(child, { group: id, entry: entry?.id, siblings });
      }
    }
    for (const account of this.#state.accounts.values()) this.#checkAccount(account);
  }

  #checkAccount({ holdings }: Account): void {
    for (const holding of holdings.values()) {
      for (const order of holding.untriggered) {
        const member = this.#members.get(order.id);
        if (member !== undefined) this.#checkChild(order, member, holding);
      }
    }
  }

  #checkChild(order: Order, { entry, siblings }: Member, holding: Holding): void {
    const held = Math.max(0, heldAgainst(order.side, holding));
    let most = held;
    if (entry !== undefined) {
      let closed = 0;
      for (const sibling of siblings) closed += this.#filledOf(sibling);
      most = Math.min(held, Math.min(order.size, this.#filledOf(entry)) - closed);
    }
    const wanted = Math.max(0, most);
    const what = `child ${order.id} (${order.status}, ${order.remaining} lots)`;
    must(order.remaining === wanted, `${what} should close ${wanted}`);
    must((order.status === "WAITING") === (wanted === 0), `${what} waits for the wrong thing`);
    if (wanted > 0) return;
    must(entry !== undefined, `${what} outlives its position`);
    const parent = this.#state.orders.get(entry ?? 0);
    must(parent !== undefined && parent.status !== "CLOSED", `${what} outlives its entry`);
  }

  #filledOf(order: number): number {
    return this.#filled.get(order) ?? 0;
  }
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`groups: ${what}`);
}
