/** Finds the handler of a method and a path. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { chargeAnybody } from "./endpoints/reads.ts";
import { DESCRIPTIONS } from "./openapi.ts";
import type { Exchange } from "./request/exchange.ts";
import type { Gateway } from "./request/gateway.ts";
import type { Run } from "./request/signed-write.ts";
import type { Method } from "./route.ts";
import { ROUTES } from "./routes.ts";

/** `parameters`: the names that the query may have. */
type Served = { run: Run; parameters: ReadonlySet<string> };
type Methods = Partial<Record<string, Served>>;
/** A path with a variable segment: the parts before and after it. */
type Template = { prefix: string; suffix: string; methods: Methods };

const FIXED = new Map<string, Methods>();
const TEMPLATES: Template[] = [];

function add(method: Method, path: string, served: Served): void {
  const open = path.indexOf("{");
  if (open === -1) {
    const methods = FIXED.get(path) ?? {};
    methods[method] = served;
    FIXED.set(path, methods);
    return;
  }
  const prefix = path.slice(0, open);
  const suffix = path.slice(path.indexOf("}") + 1);
  let template = TEMPLATES.find((known) => known.prefix === prefix && known.suffix === suffix);
  if (template === undefined) {
    template = { prefix, suffix, methods: {} };
    TEMPLATES.push(template);
  }
  template.methods[method] = served;
}

for (const { method, path, run, query = [] } of ROUTES) {
  add(method, path, { run, parameters: new Set(query.map(({ name }) => name)) });
}
for (const [path, run] of Object.entries(DESCRIPTIONS)) {
  add("GET", path, { run, parameters: new Set() });
}

/** @throws NOT_FOUND, METHOD_NOT_ALLOWED or MALFORMED_QUERY, and whatever the endpoint throws */
export function route(gateway: Gateway, exchange: Exchange): void | Promise<void> {
  const methods = FIXED.get(exchange.path) ?? variable(exchange);
  // Node leaves out the body of an answer to HEAD.
  const method = exchange.incoming.method === "HEAD" ? "GET" : (exchange.incoming.method ?? "");
  const served =
    methods !== undefined && Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (served !== undefined) {
    requireKnownParameters(gateway, exchange, served.parameters);
    return served.run(gateway, exchange);
  }
  chargeAnybody(gateway, exchange);
  if (methods === undefined) throw new ServiceError("NOT_FOUND");
  const allowed = Object.keys(methods).join(", ");
  exchange.allowed = allowed;
  throw new ServiceError("METHOD_NOT_ALLOWED", { allowed });
}

/** A parameter that is ignored would answer another question than the one that was asked. */
function requireKnownParameters(
  gateway: Gateway,
  exchange: Exchange,
  known: ReadonlySet<string>,
): void {
  try {
    exchange.allowParameters(known);
  } catch (problem) {
    chargeAnybody(gateway, exchange);
    throw problem;
  }
}

/** Sets the exchange's segment. */
function variable(exchange: Exchange): Methods | undefined {
  const { path } = exchange;
  for (const { prefix, suffix, methods } of TEMPLATES) {
    if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue;
    const segment = path.slice(prefix.length, path.length - suffix.length);
    if (segment === "" || segment.includes("/")) continue;
    exchange.segment = decode(segment);
    return methods;
  }
  return undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError("MALFORMED_PATH", { reason: "its percent-encoding is not UTF-8" });
  }
}
