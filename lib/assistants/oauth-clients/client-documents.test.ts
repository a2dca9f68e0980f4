/** Clients whose id is the address of a document: what is fetched, from where, and how long it is valid. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Answer,
  INTERNAL,
  json,
  type OutsideHost,
  openOutsideHost,
  PUBLIC,
} from "#lib/platform/outbound/guarded-request.testing.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { AddressTerms } from "./_document-address.ts";
import { ClientDocuments } from "./client-documents.ts";

const ID = "https://app.example/oauth/client.json";
const TERMS: AddressTerms = { ownHost: "dex.example", mayBeLocal: false };
const DOCUMENT = {
  client_id: ID,
  client_name: "App",
  redirect_uris: ["https://app.example/cb", "http://127.0.0.1/cb"],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "none",
};
const READ = {
  client_name: "App",
  redirect_uris: DOCUMENT.redirect_uris,
  grant_types: DOCUMENT.grant_types,
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

let host: OutsideHost;
let now: number;
let documents: ClientDocuments;

beforeAll(async () => {
  host = await openOutsideHost(["app.example", "other.example"]);
});
afterAll(() => host.close());
beforeEach(() => {
  now = Date.UTC(2026, 4, 10);
  documents = new ClientDocuments(TERMS, host.network, { now: () => now });
  host.answers = [[PUBLIC]];
  host.lookups.length = 0;
  host.requests.length = 0;
  host.answerWith(json(DOCUMENT));
});

const refused = (text: string) =>
  expect.objectContaining({ kind: "refused", message: expect.stringContaining(text) }) as unknown;
const unreachable = (text: string) =>
  expect.objectContaining({
    kind: "unreachable",
    message: expect.stringContaining(text),
  }) as unknown;

test("a document is read over TLS from the address to which its host resolves", async () => {
  expect(await documents.find(ID)).toEqual(READ);
  expect(host.lookups).toEqual(["app.example"]);
  expect(host.requests).toEqual([`${PUBLIC} app.example /oauth/client.json`]);
});

describe("an id is refused as an address of a document", () => {
  test.each([
    ["it is the id of a registered client", "client_0123456789abcdef01234567"],
    ["it has no path", "https://app.example"],
    ["it has the root as its path", "https://app.example/"],
    ["it is not https", "http://app.example/client.json"],
    ["it is of this machine", "http://127.0.0.1:4000/client.json"],
    ["it is of this machine over https", "https://localhost/client.json"],
    ["it has a fragment", `${ID}#x`],
    ["it has an empty fragment", `${ID}#`],
    ["it has a user", "https://me@app.example/client.json"],
    ["it has a password", "https://:x@app.example/client.json"],
    ["it has a port", "https://app.example:8443/client.json"],
    ["it spells out the default port", "https://app.example:443/client.json"],
    ["its path has ..", "https://app.example/a/../client.json"],
    ["its path has an encoded ..", "https://app.example/a/%2E%2e/client.json"],
    ["its host has capitals", "https://App.example/client.json"],
    ["its scheme has capitals", "HTTPS://app.example/client.json"],
    ["its host is an IPv4 address", "https://8.8.8.8/client.json"],
    ["its host is an IPv6 address", "https://[2606:4700::1111]/client.json"],
    ["its host is a number", "https://134744072/client.json"],
    ["its host has one label", "https://intranet/client.json"],
    ["its host ends with a dot", "https://app.example./client.json"],
    ["it has a backslash", "https://app.example\\client.json"],
    ["it has a space", "https://app.example/a b"],
    ["it is this service's own", "https://dex.example/client.json"],
    ["it is too long", `https://app.example/${"a".repeat(1_000)}`],
    ["it is another scheme", "ftp://app.example/client.json"],
    ["it is a file", "file:///etc/passwd"],
  ])("when %s", async (_, id) => {
    expect(await documents.find(id)).toBeUndefined();
    expect(host.lookups).toEqual([]);
  });
});

describe("no request is made", () => {
  test.each([
    ["an internal address", [INTERNAL]],
    ["an internal address beside a public one", [PUBLIC, INTERNAL]],
    ["an IPv4 address mapped into IPv6", ["::ffff:10.0.0.1"]],
    ["the metadata address of clouds", ["169.254.169.254"]],
  ])("when the name resolves to %s", async (_, addresses) => {
    host.answers = [addresses];
    await expect(documents.find(ID)).rejects.toEqual(refused("not on the public internet"));
    expect(host.requests).toEqual([]);
  });

  test("when the name resolves to nothing", async () => {
    host.answers = [[]];
    await expect(documents.find(ID)).rejects.toEqual(unreachable("has no address"));
  });
});

test("a name that changes its address after the check gets no request at the new address", async () => {
  host.answers = [[PUBLIC], [INTERNAL]];
  expect(await documents.find(ID)).toEqual(READ);
  expect(host.lookups).toHaveLength(1);
  expect(host.requests).toEqual([`${PUBLIC} app.example /oauth/client.json`]);
  // At the next fetch it is checked again.
  now += 25 * HOUR_MS;
  await expect(documents.find(ID)).rejects.toEqual(refused("not on the public internet"));
  expect(host.requests).toHaveLength(1);
});

test("a host that cannot prove its name is refused", async () => {
  const other = "https://stranger.example/client.json";
  host.answerWith(json({ ...DOCUMENT, client_id: other }));
  await expect(documents.find(other)).rejects.toEqual(unreachable("could not be reached"));
  expect(host.requests).toEqual([]);
});

describe("an answer is refused", () => {
  test.each([
    ["that redirects elsewhere", 302, { location: "https://other.example/client.json" }, "302"],
    ["that redirects to this machine", 307, { location: "http://127.0.0.1/" }, "307"],
    ["that is 404", 404, {}, "404"],
    ["that is partial", 206, { "content-type": "application/json" }, "206"],
    ["that is empty", 204, {}, "204"],
  ])("%s", async (_, status, headers, reason) => {
    host.answerWith((_request, response) => response.writeHead(status, headers).end());
    await expect(documents.find(ID)).rejects.toEqual(refused(`status ${reason}`));
    expect(host.requests).toHaveLength(1);
  });

  test.each([
    ["of another type", DOCUMENT, { "content-type": "text/html" }, "application/json"],
    ["without a type", DOCUMENT, { "content-type": "" }, "application/json"],
    ["that is compressed", DOCUMENT, { "content-encoding": "gzip" }, "compressed"],
    ["that is not JSON", "{", {}, "not a JSON object"],
    ["that is a list", [DOCUMENT], {}, "not a JSON object"],
    ["that is null", "null", {}, "not a JSON object"],
    ["that declares too large a length", DOCUMENT, { "content-length": "65537" }, "64 KB"],
    ["for another client", { ...DOCUMENT, client_id: `${ID}?x` }, {}, "another client_id"],
    ["for no client", { ...DOCUMENT, client_id: undefined }, {}, "another client_id"],
    ["with a secret", { ...DOCUMENT, client_secret: "x" }, {}, "must not have a secret"],
    [
      "that requires a secret",
      { ...DOCUMENT, token_endpoint_auth_method: "client_secret_post" },
      {},
      "must be one of: none",
    ],
    [
      "that authenticates with a signature",
      { ...DOCUMENT, token_endpoint_auth_method: "private_key_jwt" },
      {},
      "must be one of: none",
    ],
    [
      "with a redirect over http",
      { ...DOCUMENT, redirect_uris: ["http://app.example/cb"] },
      {},
      "redirect_uris[0] must use https",
    ],
    ["without redirects", { ...DOCUMENT, redirect_uris: [] }, {}, "redirect_uris"],
  ])("%s", async (_, body, headers, reason) => {
    host.answerWith(json(body, headers as Record<string, string>));
    await expect(documents.find(ID)).rejects.toEqual(refused(reason));
  });

  test("as soon as it is larger than 64 KB, whatever its declared length", async () => {
    let sent = 0;
    let wasCut = false;
    host.answerWith((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.on("close", () => {
        wasCut = !response.writableFinished;
      });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(16_384))) sent += 16_384;
      };
      response.on("drain", more);
      more();
    });
    await expect(documents.find(ID)).rejects.toEqual(refused("64 KB"));
    await expect.poll(() => wasCut).toBe(true);
    expect(sent).toBeGreaterThan(0);
  });

  test("an answer of 64 KB is accepted", async () => {
    const text = JSON.stringify(DOCUMENT);
    host.answerWith(json(text.padEnd(64 * 1024, " ")));
    expect(await documents.find(ID)).toEqual(READ);
  });
});

describe("a host without a whole answer", () => {
  test.each([
    ["is busy", 503, "status 503"],
    ["limits us", 429, "status 429"],
  ])("that %s is asked again later", async (_, status, reason) => {
    host.answerWith((_request, response) => response.writeHead(status).end());
    await expect(documents.find(ID)).rejects.toEqual(unreachable(reason));
  });

  test("that does not answer in time is abandoned", async () => {
    host.answerWith(() => {});
    await expect(documents.find(ID)).rejects.toEqual(unreachable("did not answer in time"));
  });

  test("that does not finish its answer in time is abandoned", async () => {
    host.answerWith((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    });
    await expect(documents.find(ID)).rejects.toEqual(unreachable("did not answer in time"));
  });

  test("whose name is not resolved in time is abandoned", async () => {
    const network = { ...host.network, resolve: () => new Promise<string[]>(() => {}) };
    const asking = new ClientDocuments(TERMS, network, { now: () => now }).find(ID);
    await expect(asking).rejects.toEqual(unreachable("did not answer in time"));
  });

  test("that breaks its answer off is abandoned", async () => {
    host.answerWith((_request, response) => response.destroy());
    await expect(documents.find(ID)).rejects.toEqual(unreachable("could not be reached"));
  });
});

describe("a document is valid", () => {
  test.each([
    ["five minutes when its host says nothing", {}, 5 * MINUTE_MS],
    ["five minutes when its host forbids caching", { "cache-control": "no-store" }, 5 * MINUTE_MS],
    ["five minutes when its host says less", { "cache-control": "max-age=60" }, 5 * MINUTE_MS],
    ["as long as its host says", { "cache-control": "public, max-age=3600" }, HOUR_MS],
    [
      "as long as its host says, less its age",
      { "cache-control": "max-age=3600", age: "1800" },
      HOUR_MS / 2,
    ],
    ["a day when its host says a year", { "cache-control": "max-age=31536000" }, 24 * HOUR_MS],
    [
      "until the date that its host says",
      { date: "Sun, 10 May 2026 00:00:00 GMT", expires: "Sun, 10 May 2026 02:00:00 GMT" },
      2 * HOUR_MS,
    ],
  ])("%s", async (_, headers, lasting) => {
    host.answerWith(json(DOCUMENT, headers as Record<string, string>));
    await documents.find(ID);
    now += lasting - 1;
    await documents.find(ID);
    expect(host.requests).toHaveLength(1);
    now += 1;
    await documents.find(ID);
    expect(host.requests).toHaveLength(2);
  });

  test("after one fetch for all concurrent callers", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => documents.find(ID)));
    expect(all).toEqual(all.map(() => READ));
    expect(host.requests).toHaveLength(1);
    expect(host.lookups).toHaveLength(1);
  });

  test("a day longer while its host gives no answer, but not when the host says that it is gone", async () => {
    await documents.find(ID);
    host.answerWith((_request, response) => response.writeHead(500).end());
    now += 5 * MINUTE_MS + 24 * HOUR_MS - 1;
    expect(await documents.find(ID)).toEqual(READ);
    // The failure is cached too: the host is not contacted for a minute.
    expect(await documents.find(ID)).toEqual(READ);
    expect(host.requests).toHaveLength(2);
    now += 1;
    await expect(documents.find(ID)).rejects.toEqual(unreachable("status 500"));
  });

  test("until its host says that it is gone", async () => {
    await documents.find(ID);
    host.answerWith((_request, response) => response.writeHead(410).end());
    now += 5 * MINUTE_MS;
    await expect(documents.find(ID)).rejects.toEqual(refused("status 410"));
  });

  test("never while missing, which is remembered for a minute", async () => {
    host.answerWith((_request, response) => response.writeHead(404).end());
    await expect(documents.find(ID)).rejects.toEqual(refused("404"));
    host.answerWith(json(DOCUMENT));
    now += MINUTE_MS - 1;
    await expect(documents.find(ID)).rejects.toEqual(refused("404"));
    expect(host.requests).toHaveLength(1);
    now += 1;
    expect(await documents.find(ID)).toEqual(READ);
  });
});

describe("fetches that hang", () => {
  let released: PromiseWithResolvers<string[]>;
  let isHanging: boolean;
  let busy: ClientDocuments;
  let requests: Promise<unknown>[];
  const ask = (host: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      requests.push(busy.find(`https://${host}/${index}`).catch((error: unknown) => error));
    }
  };

  beforeEach(() => {
    released = Promise.withResolvers<string[]>();
    isHanging = true;
    requests = [];
    const resolve = async () => (isHanging ? released.promise : [PUBLIC]);
    const network = { ...host.network, timeoutMs: 20_000, resolve };
    busy = new ClientDocuments(TERMS, network, { now: () => now });
  });
  const release = async () => {
    released.resolve([PUBLIC]);
    await Promise.all(requests);
  };

  test("are limited to 64 at a time, and known documents are still served", async () => {
    isHanging = false;
    await busy.find(ID);
    now += 6 * MINUTE_MS;
    isHanging = true;
    for (let index = 0; index < 8; index += 1) ask(`h${index}.example`, 8);
    await setImmediate();
    expect(await busy.find(ID)).toEqual(READ);
    await expect(busy.find("https://other.example/new")).rejects.toEqual(
      unreachable("Too many clients"),
    );
    await release();
    expect(await busy.find(ID)).toEqual(READ);
  });

  test("are limited to eight per host, and other hosts are still asked", async () => {
    ask("app.example", 8);
    await setImmediate();
    await expect(busy.find(ID)).rejects.toEqual(unreachable("Too many clients"));
    isHanging = false;
    const other = "https://other.example/client.json";
    host.answerWith(json({ ...DOCUMENT, client_id: other }));
    expect(await busy.find(other)).toEqual(READ);
    await release();
  });
});

test("a caller that may not cause a fetch gets only known documents, and makes no request", async () => {
  const never = async () => false;
  await expect(documents.find(ID, never)).rejects.toEqual(unreachable("unknown clients"));
  expect(host.lookups).toEqual([]);
  await documents.find(ID);
  now += 6 * MINUTE_MS;
  expect(await documents.find(ID, never)).toEqual(READ);
  expect(host.requests).toHaveLength(2);
});

describe("a service that runs for one machine only", () => {
  let server: Server;
  let base: string;
  let requests: string[];
  const local: AddressTerms = { ownHost: "localhost:3000", mayBeLocal: true };

  const answerLocally: Answer = (request, response) => {
    requests.push(request.url ?? "");
    const id = `http://${request.headers.host}${request.url}`;
    json({ ...DOCUMENT, client_id: id })(request, response);
  };

  beforeAll(async () => {
    server = createServer(answerLocally);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests = [];
  });
  afterAll(() => {
    server.close();
  });

  test.each(["http://127.0.0.1", "http://localhost"])(
    "accepts a document at %s",
    async (origin) => {
      const ours = new ClientDocuments(local, host.network, { now: () => now });
      const id = `${origin}${base}/client.json`;
      expect(await ours.find(id)).toEqual(READ);
      expect(await documents.find(id)).toBeUndefined();
    },
  );

  test.each(["http://app.example/client.json", "http://127.0.0.2/client.json"])(
    "refuses a document at %s",
    async (id) => {
      const ours = new ClientDocuments(local, host.network, { now: () => now });
      expect(await ours.find(id)).toBeUndefined();
    },
  );

  test("keeps the 50 most recently used documents of one host, and does not evict those of others", async () => {
    const ours = new ClientDocuments(local, host.network, { now: () => now });
    const idOf = (index: number) => `http://127.0.0.1${base}/${index}`;
    const other = `http://localhost${base}/other`;
    await ours.find(other);
    for (let index = 0; index < 50; index += 1) await ours.find(idOf(index));
    // The first is used again, so the second is evicted for the next.
    await ours.find(idOf(0));
    expect(requests).toHaveLength(51);
    await ours.find(idOf(50));
    await ours.find(idOf(0));
    await ours.find(other);
    expect(requests.slice(51)).toEqual(["/50"]);
    await ours.find(idOf(1));
    expect(requests.slice(52)).toEqual(["/1"]);
  });

  test("keeps 500 documents of all hosts", async () => {
    const servers = Array.from({ length: 11 }, () => createServer(answerLocally));
    const idsOf = async (one: Server) => {
      await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
      const { port } = one.address() as AddressInfo;
      return Array.from({ length: 50 }, (_, index) => `http://127.0.0.1:${port}/${index}`);
    };
    const ids = (await Promise.all(servers.map(idsOf))).flat().slice(0, 501);
    const ours = new ClientDocuments(local, host.network, { now: () => now });
    for (const id of ids) await ours.find(id);
    await ours.find(ids[1] ?? "");
    expect(requests).toHaveLength(501);
    await ours.find(ids[0] ?? "");
    expect(requests).toHaveLength(502);
    for (const one of servers) one.close();
  });
});
