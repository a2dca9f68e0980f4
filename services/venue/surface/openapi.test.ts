/**
 * The published description is the interface: it has every route, every reference resolves, real answers have the
 * promised shape, and a body is read by the described names.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import { METHODS, type Operation } from "#lib/kernel/openapi/operation.ts";
import { openApi, operatorApi } from "#services/venue/gateway/openapi.ts";
import { errorsOf } from "#services/venue/gateway/openapi-errors.ts";
import type { Route } from "#services/venue/gateway/route.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import {
  type Answer,
  CUSTODY_KEY,
  call,
  limit,
  market,
  OPERATOR_KEY,
  READER_KEY,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import { errorBody } from "./answers.ts";
import { EventReader } from "./event-reader.testing.ts";
import { SEGMENTS } from "./parameters.ts";
import {
  ANCHOR_REPORT,
  openVenueFixture,
  publishReserves,
  RESERVES_SEED,
  RESTING,
  stopOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture({
    custodyKey: CUSTODY_KEY,
    readerKey: READER_KEY,
    reservesSeed: RESERVES_SEED,
  });
  expect((await publishReserves(fixture)).status).toBe(200);
});
afterAll(() => fixture.close());

const READER = { authorization: `Bearer ${READER_KEY}`, "content-type": "application/json" };

type Node = Record<string, unknown>;

/** Of both descriptions. */
const operations = [openApi(), operatorApi()].flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  ),
);
const isOfOperator = (path: string) => /^\/v1\/(?:operator|custody)\//.test(path);

describe("the OpenAPI descriptions", () => {
  test("are served, are OpenAPI 3.1 and have every route, those of the operator and of custody apart", async () => {
    const served = await Promise.all(
      ["/v1/openapi.json", "/v1/operator/openapi.json"].map(async (own) => {
        const { status, body } = await fixture.get(own);
        expect([status, body["openapi"]], own).toEqual([200, "3.1.0"]);
        const { [own]: _itself, ...paths } = body["paths"] as Record<string, Node>;
        return Object.entries(paths).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
        );
      }),
    );
    const lines = ROUTES.map(({ method, path }) => ({ path, line: `${method} ${path}` }));
    const wanted = [false, true].map((of) =>
      lines.filter(({ path }) => isOfOperator(path) === of).map(({ line }) => line),
    );
    expect(served.map((one) => one.toSorted())).toEqual(wanted.map((one) => one.toSorted()));
  });

  test("have examples that the venue's own schemas accept, of every body, answer and parameter", () => {
    const refused: string[] = [];
    for (const route of ROUTES) {
      const { method, path, name, status = 200, query = [], headers = [] } = route;
      const found = operations.find(({ operation }) => operation.operationId === name);
      expect([found?.method, found?.path], name).toEqual([method.toLowerCase(), path]);
      if (found === undefined) continue;
      const { requestBody, responses, parameters = [] } = found.operation;
      const exampleOf = (content: Operation["responses"][string]["content"]) =>
        (content?.["application/json"] ?? content?.["text/event-stream"])?.example;
      const parts = [
        { of: "answer", schema: route.answer, value: exampleOf(responses[status]?.content) },
        ...(route.body
          ? [{ of: "body", schema: route.body, value: exampleOf(requestBody?.content) }]
          : []),
        ...parameters.map(({ name: of, example }) => ({
          of,
          schema:
            [...query, ...headers].find((one) => one.name === of)?.schema ?? SEGMENTS[of]?.schema,
          value: example,
        })),
      ];
      for (const { of, schema, value } of parts) {
        const parsed = schema?.safeParse(value);
        if (parsed?.success !== true) refused.push(`${name} ${of}: ${JSON.stringify(value)}`);
      }
    }
    expect(refused).toEqual([]);
  });

  test.each([
    ["for traders", openApi],
    ["for the operator", operatorApi],
  ])(
    "%s has no dangling reference, no duplicate operation id, no missing path parameter",
    (_name, make) => {
      const whole = make() as unknown as Node;
      const seen: string[] = [];
      const walk = (value: unknown) => {
        if (typeof value !== "object" || value === null) return;
        for (const [name, inner] of Object.entries(value)) {
          if (name === "$ref") seen.push(String(inner));
          walk(inner);
        }
      };
      walk(whole);
      expect(seen.length).toBeGreaterThan(80);
      for (const reference of new Set(seen)) {
        const found = reference
          .replace("#/", "")
          .split("/")
          .reduce<unknown>((node, name) => (node as Node | undefined)?.[name], whole);
        expect(found, reference).toBeTypeOf("object");
      }
      const operations = Object.entries(whole["paths"] as Record<string, Record<string, Node>>);
      const ids = operations.flatMap(([, methods]) =>
        Object.values(methods).map((operation) => operation["operationId"]),
      );
      expect(new Set(ids).size).toBe(ids.length);
      for (const [path, methods] of operations) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        for (const { parameters = [] } of Object.values(methods)) {
          const inPath = (parameters as Node[]).filter((one) => one["in"] === "path");
          expect(inPath.map(({ name }) => name)).toEqual(named);
        }
      }
    },
  );

  test("names the keys for the routes of the partner programme, and no programme key elsewhere", () => {
    const named = operations.flatMap(({ method, path, operation: { security } }) =>
      JSON.stringify(security).includes("partnerKey") ? [[method, path, security]] : [],
    );
    const either = [{ partnerKey: [] }, { operatorKey: [] }];
    expect(named).toEqual([
      ["post", "/v1/operator/accounts/{pubkey}/fee-discount", either],
      ["get", "/v1/operator/fees", either],
    ]);
    const [traders, operators] = [openApi(), operatorApi()].map(
      ({ components }) => components["securitySchemes"] as Node,
    );
    expect(operators!["partnerKey"]).toMatchObject({ bearerFormat: "partner_<64 hex>" });
    expect(traders).not.toHaveProperty("partnerKey");
  });

  test("names the custody key for deposits, reports and the feed, and nowhere else", () => {
    const named = operations.flatMap(({ method, path, operation: { security } }) =>
      JSON.stringify(security).includes("custodyKey") ? [[method, path, security]] : [],
    );
    const alone = [{ custodyKey: [] }];
    const orOperator = [{ custodyKey: [] }, { operatorKey: [] }];
    const orReader = [{ custodyKey: [] }, { readerKey: [] }];
    expect(named).toEqual([
      ["post", "/v1/operator/deposits", orOperator],
      ["post", "/v1/operator/insurance", orOperator],
      ["post", "/v1/custody/withdrawals/{id}/sent", alone],
      ["post", "/v1/custody/withdrawals/{id}/settled", alone],
      ["post", "/v1/custody/withdrawals/{id}/returned", alone],
      ["post", "/v1/custody/reserves", alone],
      ["post", "/v1/custody/reserves/{height}/anchor", alone],
      ["get", "/v1/custody/transfers", orReader],
      ["get", "/v1/custody/withdrawals/{id}", orReader],
      ["get", "/v1/custody/totals", orReader],
    ]);
  });

  test("names only codes of the catalogue, each under its status", () => {
    for (const route of ROUTES) {
      for (const code of errorsOf(route)) expect(Object.keys(ERRORS)).toContain(code);
    }
  });
});

const routeOf = (line: string): Route => {
  const found = ROUTES.find(({ method, path }) => `${method} ${path}` === line);
  if (found === undefined) throw new Error(`there is no route ${line}`);
  return found;
};

/** The operator key opens the routes of the partner key too. */
const isOperators = ({ access }: Route): boolean => access === "operator" || access === "partner";

const isCustodys = ({ access }: Route): boolean =>
  access === "creditor" || access === "custody" || access === "custodyReader";

describe("real answers match the description", () => {
  const seen = new Set<string>();
  const expectAnswer = (line: string, answer: Answer) => {
    const route = routeOf(line);
    seen.add(line);
    expect([route.status ?? 200, route.otherStatus], line).toContain(answer.status);
    const parsed = route.answer.safeParse(answer.body);
    expect(parsed.success ? [] : parsed.error.issues, line).toEqual([]);
  };

  beforeAll(async () => {
    const { alice, bob, now, venue } = fixture;
    await alice.place(limit("SELL", "1", "64000"), now());
    await bob.place(market("BUY", "0.5"), now());
    await alice.place(limit("BUY", "0.1", "60000"), now());
    for (let second = 0; second < 3; second += 1) {
      venue.clock.advance(1_000);
      await fixture.setMark(`6${4 + second}000`);
      await venue.tick();
    }
    await bob.place(market("SELL", "0.1", 2), now());
    await venue.venue.followed();
  });

  test("of public routes", async () => {
    const query: Record<string, string> = {
      "/v1/markets/stats": "?market=ALL",
      "/v1/trades": "?market=BTCUSDC",
      "/v1/markets/kline": "?market=BTCUSDC&resolution=1",
      "/v1/markets/funding": "?market=BTCUSDC",
      "/v1/markets/open-interest": "?market=BTCUSDC",
    };
    for (const { access, path } of ROUTES.filter((route) => route.access === "public")) {
      expect(access).toBe("public");
      const target = path.replace("{symbol}", "BTCUSDC") + (query[path] ?? "");
      expectAnswer(`GET ${path}`, await fixture.get(target));
    }
  });

  test("of account routes, with content", async () => {
    const { bob } = fixture;
    const phone = await fixture.trader("phone");
    const terms = { scopes: 3, expires_at: fixture.venue.clock.now() + 60_000 };
    expectAnswer("POST /v1/signers", await bob.registerSigner(phone, terms, fixture.now()));
    const orders = (await bob.read("/v1/orders?status=ALL")).body["results"] as { id: string }[];
    const reads = ROUTES.filter(({ access }) => ["account", "reader"].includes(access));
    for (const { path } of reads.filter(({ isStream }) => !isStream)) {
      const answer = await bob.read(path.replace("{order_id}", orders[0]!.id));
      expectAnswer(`GET ${path}`, answer);
      const { results } = answer.body as { results?: unknown[] };
      if (path !== "/v1/orders") expect(results?.length, path).not.toBe(0);
    }
    expectAnswer("DELETE /v1/signers/{pubkey}", await bob.revokeSigner(phone, fixture.now()));
  });

  test("of writes", async () => {
    const { alice, now, venue } = fixture;
    const placed = await alice.place(RESTING, now());
    expectAnswer("POST /v1/orders", placed);
    const id = String(placed.body["id"]);
    const { market: symbol, side, order_type } = RESTING;
    const change = { market: symbol, side, order_type, size: "0.02", price: "60000" };
    expectAnswer("PUT /v1/orders/{order_id}", await alice.modify(id, change, now()));
    expectAnswer("DELETE /v1/orders/{order_id}", await alice.cancel(id, "BTCUSDC", now()));
    await alice.place({ ...RESTING, client_id: "described" }, now());
    const named = await alice.cancelByClientId("described", now());
    expectAnswer("DELETE /v1/orders/client/{client_id}", named);
    const lever = { market: symbol, leverage: 10, mode: "CROSS" } as const;
    expectAnswer("POST /v1/leverage", await alice.updateLeverage(lever, now()));
    const eth = { market: "ETHUSDC", leverage: 10, mode: "ISOLATED" } as const;
    await alice.updateLeverage(eth, now());
    const traded = { ...RESTING, market: eth.market, price: "3000", size: "0.1" };
    await fixture.bob.place({ ...traded, side: "SELL" }, now());
    await alice.place({ ...traded, side: "BUY" }, now());
    const added = { market: eth.market, amount: "1" };
    expectAnswer("POST /v1/isolated-margin", await alice.updateIsolatedMargin(added, now()));
    const batch = await alice.placeBatch([RESTING, limit("BUY", "9", "9")], now());
    expectAnswer("POST /v1/orders/batch", batch);
    const group = { grouping: "ENTRY", orders: [RESTING, stopOf(RESTING, "50000")] } as const;
    expectAnswer("POST /v1/orders/group", await alice.placeGroup(group, now()));
    const cancels = [{ order_id: id, market: "BTCUSDC" }];
    expectAnswer("DELETE /v1/orders/batch", await alice.cancelBatch(cancels, now()));
    const line = "POST /v1/orders/batch/cancel";
    expectAnswer(line, await alice.cancelBatch(cancels, now(), line));
    expectAnswer("DELETE /v1/orders", await alice.cancelAll(null, now()));
    const at = venue.clock.now() + 10_000;
    expectAnswer("POST /v1/orders/schedule-cancel", await alice.scheduleCancel(at, now()));
    const { key } = alice;
    const made = await alice.createKey(now());
    alice.key = key;
    expectAnswer("POST /v1/keys", made);
    expectAnswer("DELETE /v1/keys/{id}", await alice.revokeKey(String(made.body["id"]), now()));
  });

  test("of operator routes", async () => {
    const { venue, bob } = fixture;
    const bodies: Record<string, unknown> = {
      "/v1/operator/marks": { marks: { BTCUSDC: "64000" } },
      "/v1/operator/markets/{symbol}/status": { status: "Normal" },
      "/v1/operator/accounts/{pubkey}/fee-discount": { fee_discount_ppm: 1 },
    };
    for (const { method, path } of ROUTES.filter(isOperators)) {
      const target = path.replace("{symbol}", "BTCUSDC").replace("{pubkey}", bob.address);
      expectAnswer(`${method} ${path}`, await venue.operator(target, bodies[path]));
    }
  });

  test("of custody routes, and of a withdrawal", async () => {
    const { venue, alice, bob, now } = fixture;
    const tx_hash = transactionOf("described");
    const deposit = { account: bob.address, amount: "1", reference: "described", tx_hash };
    const [paid, back] = await Promise.all(
      ["2", "3"].map(async (amount) => {
        const answer = await alice.withdraw(amount, now());
        expectAnswer("POST /v1/withdrawals", answer);
        return (answer.body["transfer"] as { id: string }).id;
      }),
    );
    const bodies: Record<string, unknown> = {
      "/v1/operator/deposits": deposit,
      "/v1/operator/insurance": { amount: "1", reference: "described too", tx_hash },
      "/v1/custody/withdrawals/{id}/sent": { signature: tx_hash, last_valid_block_height: 1 },
      "/v1/custody/withdrawals/{id}/settled": { tx_hash },
      "/v1/custody/withdrawals/{id}/returned": { reason: "described" },
      "/v1/custody/reserves": {},
      "/v1/custody/reserves/{height}/anchor": ANCHOR_REPORT,
    };
    let height: unknown;
    for (const { method, path } of ROUTES.filter(isCustodys)) {
      const target = path
        .replace("{id}", (path.endsWith("returned") ? back : paid) ?? "")
        .replace("{height}", String(height));
      const answer = await venue.custody(target, bodies[path]);
      // The proof that is anchored next.
      height ??= answer.body["height"];
      expectAnswer(`${method} ${path}`, answer);
    }
    const again = await venue.custody("/v1/operator/deposits", deposit);
    expectAnswer("POST /v1/operator/deposits", again);
    expect(again.status).toBe(200);
  });

  test("of a stream and of the accounts it follows", async () => {
    const { alice, venue } = fixture;
    const reader = new EventReader(`${venue.url}/v1/stream`, alice.authorization());
    const { data } = await reader.next("margin");
    const headers = new Headers();
    expectAnswer("GET /v1/stream", { status: (await reader.opened).status, body: data, headers });
    reader.close();
    const several = new EventReader(`${venue.url}/v1/stream`, READER);
    const { stream } = (await several.next("stream")).data;
    const answer = await call(`${venue.url}/v1/operator/streams/${String(stream)}/accounts`, {
      method: "POST",
      headers: READER,
      body: JSON.stringify({ follow: [{ account: alice.address }] }),
    });
    expectAnswer("POST /v1/operator/streams/{stream}/accounts", answer);
    several.close();
  });

  test("of the notices of all accounts", async () => {
    const { status, body } = await fixture.get("/v1/operator/notices?after=0-0", READER);
    expect((body["results"] as unknown[]).length).toBeGreaterThan(0);
    expectAnswer("GET /v1/operator/notices", { status, body, headers: new Headers() });
  });

  test("of every route", () => {
    const all = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter((line) => !seen.has(line))).toEqual([]);
  });
});

describe("request bodies", () => {
  const withBody = ROUTES.filter((route) => route.body !== undefined);

  test.each(withBody.map(({ method, path }) => `${method} ${path}`))(
    "with undescribed fields are refused at %s",
    async (line) => {
      const route = routeOf(line);
      const { alice, venue, now } = fixture;
      const path = route.path
        .replace("{order_id}", "1")
        .replace("{client_id}", "mine")
        .replace("{pubkey}", alice.address)
        .replace("{symbol}", "BTCUSDC")
        .replace("{id}", "key_1");
      const key =
        route.access === "streamReader"
          ? READER_KEY
          : isOperators(route)
            ? OPERATOR_KEY
            : isCustodys(route)
              ? CUSTODY_KEY
              : alice.key;
      const answer = await call(venue.url + path, {
        method: route.method,
        headers: {
          ...alice.headers("place_order", new Uint8Array(), now()),
          "x-new-signer-signature": "0".repeat(128),
          authorization: `Bearer ${key}`,
        },
        body: '{"no_such_field":1}',
      });
      expect([answer.status, answer.body["error"]]).toEqual([400, "UNKNOWN_FIELD"]);
      expect(errorBody.safeParse(answer.body).success).toBe(true);
      expect(errorsOf(route)).toContain("UNKNOWN_FIELD");
    },
  );
});

describe("a query parameter that no document has", () => {
  const fill = (path: string) =>
    path
      .replace("{order_id}", "1")
      .replace("{client_id}", "mine")
      .replace("{symbol}", "BTCUSDC")
      .replace("{pubkey}", fixture.alice.address)
      .replace("{id}", "none");
  /** The key that the operation takes. */
  const keyOf = ({ security }: Operation): string => {
    const [first = {}] = security;
    if ("custodyKey" in first) return CUSTODY_KEY;
    const isOfOperator = "operatorKey" in first || "partnerKey" in first;
    return isOfOperator ? OPERATOR_KEY : fixture.alice.key;
  };

  test.each(operations.map(({ method, path, operation }) => [method, path, operation] as const))(
    "is refused by name at %s %s",
    async (method, path, operation) => {
      const required = (operation.parameters ?? []).filter((one) => one.in === "query");
      const query = new URLSearchParams(
        required.filter((one) => one.required).map(({ name, example }) => [name, String(example)]),
      );
      query.set("no_such", "1");
      const answer = await call(`${fixture.venue.url}${fill(path)}?${query}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${keyOf(operation)}` },
      });
      expect([answer.status, answer.body["error"]]).toEqual([400, "MALFORMED_QUERY"]);
      expect(answer.body["message"]).toContain("no_such");
      expect(operation.responses["400"]?.description).toContain("MALFORMED_QUERY");
    },
  );

  test("cancels nothing where it may be a market that was misspelled", async () => {
    const { alice, venue, now } = fixture;
    expect((await alice.place(RESTING, now())).status).toBe(201);
    const headers = alice.headers("cancel_all_orders", new Uint8Array(), now());
    const answer = await call(`${venue.url}/v1/orders?markets=ETHUSDC`, {
      method: "DELETE",
      headers: { ...headers, authorization: `Bearer ${alice.key}` },
    });
    expect([answer.status, answer.body["error"]]).toEqual([400, "MALFORMED_QUERY"]);
    expect((await alice.read("/v1/orders")).body["results"]).toHaveLength(1);
  });
});
