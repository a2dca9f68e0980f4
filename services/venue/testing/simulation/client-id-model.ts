/**
 * A model of client ids that knows only what was sent and answered: from its rule on, an id names one order of its account for a
 * day. The engine must agree with it about each order.
 */
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Command, CommandOf } from "#services/venue/engine/commands.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import { RULES } from "#services/venue/engine/rules.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { Coverage } from "./coverage.ts";

/** `ended`: before the command that is checked. */
type Named = { order: Order; placedAt: number; ended: boolean };

export class ClientIdModel {
  /** The last order of each name. */
  readonly #named = new Map<string, Named>();
  readonly #state: VenueState;
  readonly #coverage: Coverage;
  /** Those that had not ended before the command. */
  readonly #open = new Set<Named>();

  constructor(state: VenueState, coverage: Coverage) {
    this.#state = state;
    this.#coverage = coverage;
  }

  /** @throws Error that names the order that should have had another answer */
  check(command: Command, outcome: Outcome): void {
    if (command.type === "place_order_group") this.#group(command, outcome);
    if (command.type === "place_order")
      this.#item(command.signed.account, command.clientId, outcome);
    if (command.type === "place_batch_orders" && outcome.kind === "batch") {
      for (const [index, item] of outcome.items.entries()) {
        this.#item(command.signed.account, command.clientIds[index] ?? null, item);
      }
    }
    for (const named of this.#open) {
      if (isOpen(named.order)) continue;
      named.ended = true;
      this.#open.delete(named);
    }
  }

  #item(account: string, clientId: string | null, outcome: Outcome): void {
    if (clientId === null) return;
    const key = `${account} ${clientId}`;
    const known = this.#named.get(key);
    if (outcome.kind === "order") {
      const { order } = outcome;
      const isTaken = known !== undefined && (this.#isYoung(known) || isOpen(known.order));
      must(!isTaken, `order ${order.id} has the name of order ${known?.order.id}`);
      if (known !== undefined) this.#coverage.count("client_id free again");
      const named = { order, placedAt: this.#state.time, ended: false };
      this.#named.set(key, named);
      this.#open.add(named);
    } else if (outcome.kind === "refused" && outcome.refusal.code === "DUPLICATED_CLIENT_ID") {
      const { orderId } = outcome.refusal.context as { orderId?: number };
      must(known !== undefined && orderId === known.order.id, `${orderId} does not have ${key}`);
      // Within a batch the order may have ended by an item behind this one.
      const isTaken = known !== undefined && (this.#isYoung(known) || !known.ended);
      must(isTaken, `${key} was refused although it is free`);
      if (known?.ended === true) this.#coverage.count("client_id of an ended order");
    }
  }

  /** A group is refused whole. */
  #group({ signed, clientIds }: CommandOf<"place_order_group">, outcome: Outcome): void {
    if (outcome.kind !== "group") return;
    const { entry, children } = outcome.group;
    const orders = entry === undefined ? children : [entry, ...children];
    for (const [index, order] of orders.entries()) {
      this.#item(signed.account, clientIds[index] ?? null, { kind: "order", order, fills: [] });
    }
  }

  #isYoung({ placedAt }: Named): boolean {
    const { rules, time } = this.#state;
    return rules >= RULES.CLIENT_IDS && time - placedAt < DAY_MS;
  }
}

function isOpen({ status }: Order): boolean {
  return status !== "CLOSED" && status !== "NEW";
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
