/**
 * Faults on request, for tests of what a client does when a venue fails it. They are there in a venue that was started
 * with VENUE_FAULT_HOOKS=on; any other has neither this endpoint nor a line of this in the way of a request.
 *
 * `POST /v1/operator/faults` adds one, GET lists those that wait, DELETE ends them all or the one of `?id=`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Clock } from "#lib/platform/clock.ts";
import { ERRORS } from "#lib/platform/error-catalogue.ts";
import { type ErrorCode, refusalError, ServiceError } from "#lib/platform/errors.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing.ts";
import { presentKey, requireOperator } from "./authentication.ts";
import { readBody } from "./body.ts";
import { Exchange } from "./exchange.ts";
import { type Fault, FaultTable, MOST_REQUESTS } from "./fault-table.ts";
import type { Gateway } from "./gateway.ts";
import { route } from "./router.ts";

const PATH = "/v1/operator/faults";
const HOUR_MS = 3_600_000;
const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const bodySchema = z.strictObject({
  kind: z.enum(["drop_answer", "silence", "slow", "refuse", "clock_skew"]),
  when: z.enum(["before", "after"]).default("after"),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  path: z.string().startsWith("/").max(128).optional(),
  account: z.string().max(64).optional(),
  /** Requests that it happens to. */
  count: z.int().min(1).max(MOST_REQUESTS).default(1),
  ms: z.int().min(-HOUR_MS).max(HOUR_MS).default(0),
  code: z.enum(CODES).default("DRAINING"),
  context: z.record(z.string().max(32), z.union([z.string().max(64), z.number()])).default({}),
});

/** An exchange whose answer may fall victim to a fault. */
export class FaultExchange extends Exchange {
  fault: Fault | undefined;

  override answered(status: number, body: string): void {
    const { fault } = this;
    if (fault?.kind === "drop_answer") this.incoming.socket.destroy();
    else if (fault?.kind === "slow") setTimeout(() => super.answered(status, body), fault.ms);
    else if (fault?.kind !== "silence") super.answered(status, body);
  }
}

/** A router that does as the table says. */
export function faultyRoute(
  shared: SharedArrayBuffer,
): (gateway: Gateway, exchange: FaultExchange) => void | Promise<void> {
  const table = new FaultTable(shared);
  return (gateway, exchange) => {
    if (exchange.path === PATH) return steer(table, gateway, exchange);
    const fault = table.take((one) => matches(one, gateway, exchange));
    return fault === undefined ? route(gateway, exchange) : suffer(fault, gateway, exchange);
  };
}

function matches(fault: Fault, gateway: Gateway, exchange: Exchange): boolean {
  if (fault.method !== undefined && fault.method !== exchange.incoming.method) return false;
  if (fault.path !== undefined && !exchange.path.startsWith(fault.path)) return false;
  return fault.account === undefined || fault.account === accountOf(gateway, exchange);
}

function accountOf(gateway: Gateway, exchange: Exchange): unknown {
  return (
    exchange.headers[SIGNATURE_HEADER.account] ?? presentKey(gateway, exchange)?.account ?? null
  );
}

async function suffer(fault: Fault, gateway: Gateway, exchange: FaultExchange): Promise<void> {
  const { kind, when, ms } = fault;
  if (kind === "refuse") throw refusalError(fault);
  if (kind === "clock_skew") {
    await route(withClock(gateway, { now: () => gateway.clock.now() + ms }), exchange);
    return;
  }
  if (when === "after") {
    exchange.fault = fault;
    await route(gateway, exchange);
    return;
  }
  if (kind === "silence") return;
  if (kind === "drop_answer") {
    exchange.incoming.socket.destroy();
    return;
  }
  await sleep(ms);
  await route(gateway, exchange);
}

/** The same gateway for one request, but for its clock. */
function withClock(gateway: Gateway, clock: Clock): Gateway {
  return Object.create(gateway, { clock: { value: clock } }) as Gateway;
}

async function steer(table: FaultTable, gateway: Gateway, exchange: Exchange): Promise<void> {
  requireOperator(gateway, exchange);
  const { method } = exchange.incoming;
  if (method === "GET") {
    exchange.answered(200, JSON.stringify({ results: table.list() }));
    return;
  }
  if (method === "DELETE") {
    const id = exchange.integer("id", { least: 0, most: Number.MAX_SAFE_INTEGER });
    exchange.answered(200, JSON.stringify({ cleared: table.clear(id) }));
    return;
  }
  if (method !== "POST") {
    exchange.allowed = "GET, POST, DELETE";
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: exchange.allowed });
  }
  const { count, ...fault } = faultOf(await readBody(exchange.incoming));
  const id = table.add(fault, count);
  if (id === undefined) {
    const reason = "there is no room for another fault, or its text is too long";
    throw new ServiceError("MALFORMED_BODY", { reason });
  }
  exchange.answered(201, JSON.stringify({ id }));
}

/** @throws MALFORMED_BODY */
function faultOf(body: unknown): z.output<typeof bodySchema> {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const reason = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`;
  throw new ServiceError("MALFORMED_BODY", { reason });
}
