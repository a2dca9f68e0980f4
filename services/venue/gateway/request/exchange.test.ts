import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { GatewayCounters } from "./counters.ts";
import { Exchange } from "./exchange.ts";

/** What the log has after a request with this `traceparent` failed. */
function logOf(traceparent: string | undefined, failure: Error): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLogger("venue", "info", { write: (line: string) => void lines.push(line) });
  const gateway = { counters: new GatewayCounters(), log, draining: false, isPrimary: true };
  const headers = traceparent === undefined ? {} : { traceparent };
  const incoming = { url: "/v1/orders?market=X", headers, complete: true };
  const outgoing = { headersSent: false, destroyed: false, writeHead: () => {}, end: () => {} };
  const given = [incoming as IncomingMessage, outgoing as unknown as ServerResponse] as const;
  new Exchange(gateway, ...given).fail(failure);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a line of a failed request has the id of the app's trace", () => {
  const [line] = logOf(`00-${TRACE}-00f067aa0ba902b7-01`, new Error("broken"));
  expect(line).toMatchObject({ msg: "request failed", path: "/v1/orders", trace_id: TRACE });
});

test.each([
  undefined,
  "",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${TRACE}-00f067aa0ba902b7-01, and more`,
])("and none of the traceparent %j", (traceparent) => {
  expect(logOf(traceparent, new Error("broken"))[0]).not.toHaveProperty("trace_id");
});

test("a refusal of the catalogue has no line", () => {
  expect(logOf(undefined, new ServiceError("NOT_PRIMARY"))).toEqual([]);
});
