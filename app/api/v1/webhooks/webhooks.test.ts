/**
 * Webhooks over their routes: who may manage them, what is refused, and that only the owner reads
 * them.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { McpKeyList } from "#lib/machines/keys/list-keys.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import {
  NewWebhook,
  SignatureDiagnosis,
  Webhook,
  WebhookCheck,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEventTypes,
  WebhookReplay,
} from "#lib/protocol/wire/webhook.ts";
import { type MarketData, setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { deliveryHeaders } from "#lib/webhooks/core/signature.ts";

const HOOKS = "/api/v1/webhooks";
const TERMS = { url: "https://hooks.example/in", events: ["agentic.intent"] };

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
});
beforeEach(startTime);

function refusalOf({ status, body }: { status: number; body: unknown }): [number, unknown] {
  return [status, (body as { error?: string }).error];
}

async function person() {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  const register = async (terms: object = {}) => {
    const { status, body } = await visitor.post(HOOKS, { ...TERMS, ...terms });
    expect(status).toBe(201);
    return NewWebhook.parse(body);
  };
  return { visitor, register };
}

async function keyOf(visitor: Visitor, terms: object): Promise<Record<string, string>> {
  const { body } = await visitor.post("/api/v1/mcp/keys", terms);
  const { secret } = body as { secret: string };
  return { authorization: `Bearer ${secret}` };
}

describe("a registration", () => {
  it("stores the given terms and returns a secret only when the service made it, and once", async () => {
    const { visitor, register } = await person();
    const own = await register({ secret: "my-own-secret-0123456", filter: { assets: ["BTC"] } });
    expect(own).toMatchObject({
      ...TERMS,
      filter: { assets: ["BTC"] },
      status: "active",
      secret: null,
      waiting: 0,
      max_per_second: 50,
    });
    const made = await register();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body } = await visitor.get(`${HOOKS}/${made.id}`);
    expect(JSON.stringify(Webhook.parse(body))).not.toContain(made.secret);
  });

  it("stores the language of a page, and none for a program", async () => {
    const { visitor } = await person();
    for (const headers of [{ "accept-language": "de-AT" }, {}]) {
      const { body } = await visitor.post(HOOKS, TERMS, headers);
      const { id } = NewWebhook.parse(body);
      const rows = await db.select().from(TABLES.webhooks);
      const locale = "accept-language" in headers ? "de" : null;
      expect(rows).toContainEqual(expect.objectContaining({ id, locale }));
    }
  });

  it.each([
    [{ url: "ftp://hooks.example" }, 400, "INVALID_FIELD"],
    [{ url: "https://user:pass@hooks.example" }, 400, "INVALID_FIELD"],
    [{ url: "https://hooks.example/#here" }, 400, "INVALID_FIELD"],
    [{ url: `https://hooks.example/${"x".repeat(2_048)}` }, 400, "INVALID_FIELD"],
    [{ url: "http://hooks.example/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://127.0.0.1/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://localhost/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://0x7f.1/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://[::1]/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://[::ffff:10.0.0.1]/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://169.254.169.254/latest" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://10.1.2.3/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://100.64.0.1/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "https://hooks.example:6667/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ url: "http://localhost:3000/in" }, 422, "WEBHOOK_TARGET_REFUSED"],
    [{ events: [] }, 400, "INVALID_FIELD"],
    [{ events: ["order.placed"] }, 400, "INVALID_ENUM"],
    [{ secret: "short" }, 400, "INVALID_FIELD"],
    [{ secret: "with a space in it 012" }, 400, "INVALID_FIELD"],
    [{ filter: { min_conviction: 2 } }, 400, "INVALID_FIELD"],
    [{ color: "red" }, 400, "UNKNOWN_FIELD"],
  ])("of %o is refused with %i %s", async (terms, status, code) => {
    const { visitor } = await person();
    const answer = await visitor.post(HOOKS, { ...TERMS, ...terms });
    expect(refusalOf(answer)).toEqual([status, code]);
  });

  it("is refused when the account has twenty", async () => {
    const { visitor, register } = await person();
    for (let more = 0; more < 20; more += 1) await register();
    const answer = await visitor.post(HOOKS, TERMS);
    expect(refusalOf(answer)).toEqual([409, "TOO_MANY_WEBHOOKS"]);
  });
});

describe("headers of one's own", () => {
  const TOKEN = "Bearer tok_0123456789";

  it("are encrypted, and shown by name alone, wherever the webhook is read", async () => {
    const { visitor, register } = await person();
    const made = await register({ headers: { Authorization: TOKEN, "X-Tenant": "blue" } });
    expect(made.headers.map(({ name }) => name)).toEqual(["Authorization", "X-Tenant"]);
    const path = `${HOOKS}/${made.id}`;
    await visitor.post(`${path}/test`, {});
    const [{ id: did } = { id: "" }] = WebhookDeliveryPage.parse(
      (await visitor.get(`${path}/deliveries`)).body,
    ).deliveries;
    const answers = await Promise.all(
      ["", "/deliveries", `/deliveries/${did}`, "/deliveries?format=csv"].map((end) =>
        visitor.get(`${path}${end}`),
      ),
    );
    const audit = await visitor.get("/api/v1/audit");
    const rows = await db.select().from(TABLES.webhooks);
    const texts = [made, rows, audit.body, ...answers.map(({ body }) => body as unknown)];
    for (const text of texts) expect(JSON.stringify(text)).not.toMatch(/tok_0123|"blue"/);
  });

  it("are set anew one by one, removed with null, and dropped when the address moves to another origin", async () => {
    const { visitor, register } = await person();
    const { id } = await register({ headers: { Authorization: TOKEN, "X-Tenant": "blue" } });
    const path = `${HOOKS}/${id}`;
    const change = async (terms: object) =>
      Webhook.parse((await visitor.patch(path, terms)).body).headers.map(({ name }) => name);
    expect(await change({ headers: { authorization: "Bearer new" } })).toEqual([
      "authorization",
      "X-Tenant",
    ]);
    expect(await change({ headers: { "X-Tenant": null } })).toEqual(["authorization"]);
    expect(await change({ url: "https://hooks.example/other" })).toEqual(["authorization"]);
    expect(await change({ url: "https://elsewhere.example/in" })).toEqual([]);
    const moved = { url: "https://third.example/", headers: { Authorization: TOKEN } };
    expect(await change(moved)).toEqual(["Authorization"]);
  });

  it.each([
    [{ headers: { "Content-Type": "text/plain" } }, "headers.Content-Type"],
    [{ headers: { "webhook-id": "1" } }, "headers.webhook-id"],
    [{ headers: { "X-A": "tok_1\r\nX-B: 2" } }, "headers.X-A"],
    [{ headers: { "X-A": "tok_1\n" } }, "headers.X-A"],
    [{ headers: { "X-A": "" } }, "headers.X-A"],
    [{ headers: { "X-A": 5 } }, "headers.X-A"],
    [{ headers: { "X-A": null } }, "headers.X-A"],
    [{ headers: ["X-A: 1"] }, "headers"],
    [{ headers: { "X A": TOKEN } }, "headers"],
  ])("of %o are refused, and %s is named", async (terms, field) => {
    const { visitor } = await person();
    const { status, body } = await visitor.post(HOOKS, { ...TERMS, ...terms });
    expect([status, (body as { error?: string }).error]).toEqual([400, "INVALID_FIELD"]);
    const { message } = body as { message: string };
    expect(message).toContain(`${field} is not valid`);
    expect(message).not.toContain("tok_");
  });
});

describe("a filter by market and wallet", () => {
  const MARKETS = [{ symbol: "BTCUSDC" }, { symbol: "ETHUSDC" }];
  beforeEach(() => {
    setMarketData({ markets: () => Promise.resolve(MARKETS) } as unknown as MarketData);
  });
  afterEach(() => setMarketData(undefined));

  async function trader() {
    const visitor = new Visitor();
    const wallet = newWallet();
    await visitor.signIn(wallet);
    return { visitor, wallet: wallet.address };
  }

  it("is stored and checked at registration and change", async () => {
    const { visitor, wallet } = await trader();
    const filter = { markets: ["BTCUSDC"], accounts: [wallet] };
    const { body } = await visitor.post(HOOKS, { ...TERMS, filter });
    const made = NewWebhook.parse(body);
    expect(made.filter).toEqual(filter);
    const change = (next: object) => visitor.patch(`${HOOKS}/${made.id}`, { filter: next });
    const unknown = await change({ markets: ["BTCUSDC", "DOGEUSDC"] });
    expect(refusalOf(unknown)).toEqual([404, "MARKET_NOT_FOUND"]);
    expect((unknown.body as { message: string }).message).toContain("DOGEUSDC");
    // A market that the venue took off its list does not keep the webhook from being changed.
    setMarketData({ markets: () => Promise.resolve([]) } as unknown as MarketData);
    expect((await change({ markets: ["BTCUSDC"] })).status).toBe(200);
  });

  it("refuses another person's wallet, and an asset that no event is about", async () => {
    const [ada, eve] = [await trader(), await trader()];
    for (const [filter, named] of [
      [{ accounts: [ada.wallet, eve.wallet] }, eve.wallet],
      [{ assets: ["BTC", "NOPE"] }, "NOPE"],
    ] as const) {
      const answer = await ada.visitor.post(HOOKS, { ...TERMS, filter });
      expect(refusalOf(answer)).toEqual([400, "INVALID_FIELD"]);
      expect((answer.body as { message: string }).message).toContain(named);
    }
    const filter = { markets: ["DOGEUSDC"], accounts: [eve.wallet], assets: ["NOPE"] };
    const { body } = await ada.visitor.post(`${HOOKS}/check`, { ...TERMS, filter });
    expect(WebhookCheck.parse(body).unknown).toEqual({
      assets: ["NOPE"],
      markets: ["DOGEUSDC"],
      accounts: [eve.wallet],
    });
  });

  it("without its market data, a market cannot be named, and everything else can be changed", async () => {
    setMarketData(undefined);
    const { visitor } = await trader();
    const refused = await visitor.post(HOOKS, { ...TERMS, filter: { markets: ["BTCUSDC"] } });
    expect(refusalOf(refused)).toEqual([503, "NOT_READY"]);
    expect((await visitor.post(HOOKS, TERMS)).status).toBe(201);
  });
});

describe("a format, a name and a receiver's say", () => {
  it("have defaults, are stored and are changed", async () => {
    const { visitor, register } = await person();
    expect(await register()).toMatchObject({
      name: null,
      format: "json",
      receiver_may_stop: "header",
      max_per_second: 50,
    });
    const terms = { name: "  Orders 1  ", format: "slack", receiver_may_stop: "never" };
    const made = await register(terms);
    expect(made).toMatchObject({ ...terms, name: "Orders 1", max_per_second: 1 });
    expect(await register({ format: "teams", max_per_second: 4 })).toMatchObject({
      max_per_second: 4,
    });
    const next = { name: null, format: "json", receiver_may_stop: "header_or_410" };
    const { body } = await visitor.patch(`${HOOKS}/${made.id}`, next);
    expect(Webhook.parse(body)).toMatchObject(next);
  });

  it.each([
    [{ name: "" }, "INVALID_FIELD"],
    [{ name: "x".repeat(61) }, "INVALID_FIELD"],
    [{ name: "a\u0007b" }, "INVALID_FIELD"],
    [{ name: "a\u202eb" }, "INVALID_FIELD"],
    [{ format: "irc" }, "INVALID_ENUM"],
    [{ receiver_may_stop: "always" }, "INVALID_ENUM"],
  ])("of %o are refused", async (terms, code) => {
    const { visitor } = await person();
    expect(refusalOf(await visitor.post(HOOKS, { ...TERMS, ...terms }))).toEqual([400, code]);
  });

  it("a delivery is shown as the service gets it, and a check shows it before", async () => {
    const { visitor, register } = await person();
    const { id } = await register({ format: "discord" });
    const sent = await visitor.post(`${HOOKS}/${id}/test`, {});
    const { delivery_id: did } = sent.body as { delivery_id: string };
    const { body } = await visitor.get(`${HOOKS}/${id}/deliveries/${did}`);
    expect(JSON.parse(WebhookDelivery.parse(body).body)).toMatchObject({
      allowed_mentions: { parse: [] },
    });
    const draft = { ...TERMS, url: "https://hooks.slack.com/services/T0/B0/x" };
    const check = async (terms: object) =>
      WebhookCheck.parse(
        (await visitor.post(`${HOOKS}/check`, { ...draft, ...terms }, { "accept-language": "de" }))
          .body,
      );
    expect(await check({})).toMatchObject({ suggested_format: "slack", preview: null });
    const { preview } = await check({ format: "slack" });
    expect(preview).toMatchObject({ type: "agentic.intent" });
    expect(preview?.title).toContain("kaufen");
    expect(JSON.parse(preview?.body ?? "")).toHaveProperty("blocks");
    const other = await check({ format: "slack", preview_type: "swap.failed" });
    expect(other.preview?.type).toBe("swap.failed");
  });
});

describe("who may manage webhooks", () => {
  it("a key may when its owner allowed it, and any other key may neither read nor write", async () => {
    const { visitor, register } = await person();
    const { id } = await register();
    const allowed = await keyOf(visitor, { canManageWebhooks: true });
    const reader = await keyOf(visitor, {});
    const program = new Visitor();
    expect((await program.get(`${HOOKS}/${id}`, allowed)).status).toBe(200);
    expect((await program.post(HOOKS, TERMS, allowed)).status).toBe(201);
    for (const path of [HOOKS, `${HOOKS}/${id}`, `${HOOKS}/event-types`]) {
      const answer = await program.get(path, reader);
      expect(refusalOf(answer), path).toEqual([403, "WEBHOOKS_NOT_ALLOWED"]);
    }
    const answer = await program.post(HOOKS, {}, reader);
    expect(refusalOf(answer)).toEqual([403, "WEBHOOKS_NOT_ALLOWED"]);
    expect((await program.get(HOOKS)).status).toBe(401);
  });

  it("shows a key's owner which webhooks the key made or redirected, also after it was revoked", async () => {
    const { visitor, register } = await person();
    const own = await register();
    const turned = await register();
    const allowed = await keyOf(visitor, { canManageWebhooks: true });
    const program = new Visitor();
    const { body: made } = await program.post(HOOKS, TERMS, allowed);
    const url = "https://elsewhere.example/in?token=x";
    expect((await program.patch(`${HOOKS}/${turned.id}`, { url }, allowed)).status).toBe(200);
    const list = async () => {
      const { body } = await visitor.get("/api/v1/mcp/keys");
      return McpKeyList.parse(body).keys;
    };
    const [key] = await list();
    const expected = [
      { id: turned.id, origin: "https://elsewhere.example" },
      { id: (made as { id: string }).id, origin: "https://hooks.example" },
    ];
    expect(key?.webhooks).toEqual(expected);
    expect(JSON.stringify(key)).not.toContain(own.id);
    expect((await visitor.delete(`/api/v1/mcp/keys/${key?.id}`)).status).toBe(204);
    expect((await list())[0]).toMatchObject({ state: "revoked", webhooks: expected });
    await visitor.delete(`${HOOKS}/${turned.id}`);
    expect((await list())[0]?.webhooks).toEqual(expected.slice(1));
  });

  it("hides everything from another account", async () => {
    const [ada, eve] = [await person(), await person()];
    const { id } = await ada.register();
    for (const path of ["", "/deliveries"]) {
      const answer = await eve.visitor.get(`${HOOKS}/${id}${path}`);
      expect(refusalOf(answer)).toEqual([404, "WEBHOOK_NOT_FOUND"]);
    }
    for (const verb of ["pause", "resume", "test", "secrets"]) {
      const answer = await eve.visitor.post(`${HOOKS}/${id}/${verb}`, {});
      expect(refusalOf(answer), verb).toEqual([404, "WEBHOOK_NOT_FOUND"]);
    }
  });
});

describe("a webhook", () => {
  it("is changed, paused, resumed and deleted", async () => {
    const { visitor, register } = await person();
    const { id } = await register();
    const path = `${HOOKS}/${id}`;
    const changed = await visitor.patch(path, { url: "https://other.example/", max_per_second: 5 });
    expect(Webhook.parse(changed.body)).toMatchObject({
      url: "https://other.example/",
      events: TERMS.events,
      max_per_second: 5,
    });
    const paused = Webhook.parse((await visitor.post(`${path}/pause`, {})).body);
    expect(paused).toMatchObject({ status: "paused", pause: { reason: "owner" } });
    const resumed = Webhook.parse((await visitor.post(`${path}/resume`, {})).body);
    expect(resumed).toMatchObject({ status: "active", pause: null });
    expect((await visitor.delete(path)).status).toBe(204);
    expect((await visitor.get(path)).status).toBe(404);
  });

  it("has several secrets during a rotation, and always one", async () => {
    const { visitor, register } = await person();
    const { id, secrets } = await register();
    const path = `${HOOKS}/${id}/secrets`;
    const [first] = secrets;
    const last = await visitor.delete(`${path}/${first!.id}`);
    expect(refusalOf(last)).toEqual([409, "LAST_SECRET"]);
    const { status, body } = await visitor.post(path, { overlap_hours: 24 });
    expect(status).toBe(201);
    const { webhook } = body as { webhook: Webhook };
    expect(webhook.secrets.map(({ retires_at: end }) => end === null)).toEqual([true, false]);
    // Without the newest secret, the first one would be the only one and would end with the
    // overlap, so the service removes its end.
    const [newest] = webhook.secrets;
    expect((await visitor.delete(`${path}/${newest!.id}`)).status).toBe(204);
    const left = Webhook.parse((await visitor.get(`${HOOKS}/${id}`)).body).secrets;
    expect(left).toMatchObject([{ id: first!.id, retires_at: null }]);
    expect((await visitor.post(path, {})).status).toBe(201);
    expect((await visitor.delete(`${path}/${first!.id}`)).status).toBe(204);
    for (const _ of [1, 2]) expect((await visitor.post(path, {})).status).toBe(201);
    const many = await visitor.post(path, {});
    expect(refusalOf(many)).toEqual([409, "TOO_MANY_SECRETS"]);
  });

  it("shows a test delivery, which can be skipped and replayed once at a time", async () => {
    const { visitor, register } = await person();
    const { id } = await register();
    const { status, body } = await visitor.post(`${HOOKS}/${id}/test`, {
      type: "agentic.executed",
    });
    expect(status).toBe(202);
    const did = String((body as { delivery_id: string }).delivery_id);
    const read = async () =>
      WebhookDelivery.parse((await visitor.get(`${HOOKS}/${id}/deliveries/${did}`)).body);
    const waiting = await read();
    expect(waiting).toMatchObject({ state: "pending", livemode: false, attempts: 0, runs: [] });
    expect(JSON.parse(waiting.body)).toMatchObject({ id: did, livemode: false });
    expect((await visitor.post(`${HOOKS}/${id}/deliveries/${did}/skip`, {})).status).toBe(204);
    expect((await read()).state).toBe("canceled");
    const again = await visitor.post(`${HOOKS}/${id}/deliveries/${did}/retry`, {});
    expect(refusalOf(again)).toEqual([409, "DELIVERY_ENDED"]);
    const replay = () =>
      visitor.post(`${HOOKS}/${id}/replay`, { delivery_ids: [did, "wh_evt_none"] });
    const [one, two] = [await replay(), await replay()];
    expect(one.body).toEqual(two.body);
    expect(one.body).toMatchObject({ replayed: [{ delivery_id: did }], refused: ["wh_evt_none"] });
    expect((one.body as { refusals: unknown }).refusals).toEqual([
      { delivery_id: "wh_evt_none", reason: "not_an_id", webhook_id: null },
    ]);
    const page = await visitor.get(`${HOOKS}/${id}/deliveries?state=pending`);
    const { deliveries } = WebhookDeliveryPage.parse(page.body);
    expect(deliveries).toMatchObject([{ replay_of: did, dedup_key: waiting.dedup_key }]);
  });

  it("says why a delivery cannot be sent again, and nothing about another account's", async () => {
    const [ada, eve] = [await person(), await person()];
    const sent = async ({ visitor, register }: Awaited<ReturnType<typeof person>>) => {
      const { id } = await register();
      const { body } = await visitor.post(`${HOOKS}/${id}/test`, {});
      return { id, did: String((body as { delivery_id: string }).delivery_id) };
    };
    const { id } = await ada.register();
    const [own, foreign] = [await sent(ada), await sent(eve)];
    const missing = `wh_evt_${"0".repeat(24)}`;
    const delivery_ids = [own.did, foreign.did, missing];
    const { body } = await ada.visitor.post(`${HOOKS}/${id}/replay`, { delivery_ids });
    expect(WebhookReplay.parse(body)).toEqual({
      replayed: [],
      refused: delivery_ids,
      refusals: [
        { delivery_id: own.did, reason: "other_webhook", webhook_id: own.id },
        { delivery_id: foreign.did, reason: "not_found", webhook_id: null },
        { delivery_id: missing, reason: "not_found", webhook_id: null },
      ],
    });
  });

  it("is tested with a type that it has chosen, and says when the test has to wait", async () => {
    const { visitor, register } = await person();
    const { id } = await register({ events: ["swap.failed", "order.filled"] });
    const test = async (body: object) => (await visitor.post(`${HOOKS}/${id}/test`, body)).body;
    expect(await test({})).toMatchObject({ type: "swap.failed", is_paused: false });
    expect(await test({ type: "order.filled" })).toMatchObject({ type: "order.filled" });
    await visitor.post(`${HOOKS}/${id}/pause`, {});
    expect(await test({})).toMatchObject({ type: "swap.failed", is_paused: true });
  });

  it("lists its deliveries a page at a time", async () => {
    const { visitor, register } = await person();
    const { id } = await register();
    for (let more = 0; more < 5; more += 1) await visitor.post(`${HOOKS}/${id}/test`, {});
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await visitor.get(`${HOOKS}/${id}/deliveries?limit=2${cursor}`);
      const page = WebhookDeliveryPage.parse(body);
      seen.push(...page.deliveries.map((one) => one.id));
      cursor = page.next === null ? "" : `&cursor=${page.next}`;
    } while (cursor !== "");
    expect(new Set(seen).size).toBe(5);
  });
});

describe("the signature debugger", () => {
  const SECRET = "my-own-secret-0123456";

  async function received() {
    const { visitor, register } = await person();
    const { id } = await register({ secret: SECRET });
    const data = { b: 1, a: "ä ✓", n: { z: 1, y: [1, 2] } };
    const sent = await visitor.post(`${HOOKS}/${id}/test`, { type: "agentic.intent", data });
    const { delivery_id: did } = sent.body as { delivery_id: string };
    const read = await visitor.get(`${HOOKS}/${id}/deliveries/${did}`);
    const { body, dedup_key: dedupKey } = WebhookDelivery.parse(read.body);
    const terms = { secrets: [SECRET], now: Date.now() };
    const headers = deliveryHeaders({ id: did, dedupKey }, body, terms);
    const diagnose = async (text: string, name = "x-svc-signature") => {
      const signature = headers[name];
      const answer = await visitor.post(`${HOOKS}/${id}/diagnose`, { signature, body: text });
      return SignatureDiagnosis.parse(answer.body).problem;
    };
    return { body, diagnose };
  }
  type Parsed = { data: Record<string, unknown> };
  const changed: readonly [string, (body: string) => string, string | null][] = [
    ["the bytes as they came", (body) => body, null],
    ["JSON of two spaces", (body) => JSON.stringify(JSON.parse(body), null, 2), "reserialised"],
    [
      "JSON as Python writes it",
      (body) =>
        body
          .replaceAll(/(?<="):/g, ": ")
          .replaceAll(
            /[^\0-\u007f]/g,
            (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
          ),
      "reserialised",
    ],
    [
      "another order of the fields",
      (body) => {
        const { data, ...rest } = JSON.parse(body) as Parsed;
        const { n, a, b } = data;
        return JSON.stringify({ data: { a, b, n }, ...rest });
      },
      "reserialised",
    ],
    ["an object that was turned into text", () => "[object Object]", "reserialised"],
    ["a line break at the end", (body) => `${body}\n`, "newline_added"],
    ["another content", (body) => body.replace('"b":1', '"b":2'), "mismatch"],
    [
      "another content in another order",
      (body) => {
        const { data, ...rest } = JSON.parse(body) as Parsed;
        return JSON.stringify({ data: { ...data, b: 2 }, ...rest });
      },
      "mismatch",
    ],
  ];

  it.each(changed)("understands %s", async (_, change, problem) => {
    const { body, diagnose } = await received();
    expect(await diagnose(change(body))).toBe(problem);
    if (change(body).startsWith("{")) {
      expect(await diagnose(change(body), "webhook-signature")).toBe(problem);
    }
  });
});

it("a draft is checked, and deliveries are a CSV file", async () => {
  const { visitor, register } = await person();
  const check = async (terms: object) =>
    WebhookCheck.parse((await visitor.post(`${HOOKS}/check`, { ...TERMS, ...terms })).body);
  expect(await check({})).toEqual({
    url_problem: null,
    matched: null,
    unknown: { assets: [], markets: [], accounts: [] },
    suggested_format: null,
    preview: null,
  });
  expect(await check({ url: "https://10.0.0.1/" })).toMatchObject({ url_problem: "not_public" });
  expect(await check({ url: "hooks.example" })).toMatchObject({ url_problem: "malformed" });
  const { id } = await register();
  for (const type of ["agentic.intent", "webhook.paused", "agentic.intent"]) {
    await visitor.post(`${HOOKS}/${id}/test`, { type });
  }
  const file = await visitor.get(`${HOOKS}/${id}/deliveries?format=csv&type=agentic.intent`);
  expect(file.headers.get("content-type")).toContain("text/csv");
  const lines = String(file.body).trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "id,type,created_at,dedup_key,livemode,replay_of,state,attempts,next_attempt_at,ended_at,last_error",
  );
  expect(lines).toHaveLength(3);
  expect((await visitor.get(`${HOOKS}/whk_none/deliveries?format=csv`)).status).toBe(404);
});

it("every event type is listed, with its schema and a sample", async () => {
  const { visitor } = await person();
  const { body } = await visitor.get(`${HOOKS}/event-types`);
  const { event_types: types } = WebhookEventTypes.parse(body);
  expect(types.map(({ type }) => type)).toEqual([...WEBHOOK_EVENT_TYPES]);
  expect(new Set(types.map(({ schema }) => schema["type"]))).toEqual(new Set(["object"]));
  expect(types.filter(({ sample }) => Object.keys(sample).length === 0)).toEqual([]);
});

it("is deleted with its account, and leaves no secret", async () => {
  const { visitor, register } = await person();
  const { id } = await register();
  await visitor.post(`${HOOKS}/${id}/test`, {});
  const left = async () => {
    const held = await db.select().from(TABLES.webhooks);
    const secrets = await db.select().from(TABLES.webhookSecrets);
    return [
      held.filter((row) => row.id === id).length,
      secrets.filter(({ webhookId }) => webhookId === id).length,
    ];
  };
  expect(await left()).toEqual([1, 1]);
  expect((await visitor.delete("/api/v1/account", { confirm: "delete" })).status).toBe(204);
  expect(await left()).toEqual([0, 0]);
});
