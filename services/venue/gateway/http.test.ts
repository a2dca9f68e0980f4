/** HTTP edge cases, byte for byte: pipelining, pieces, half bodies, odd targets. */
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openVenueFixture,
  RESTING,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

/**
 * Sends pieces over one connection and returns everything received until the venue closes it or `answers` have come.
 */
function exchange(pieces: string[], answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(fixture.venue.url).port), "127.0.0.1");
    let received = "";
    socket.on("data", (data) => {
      received += data.toString();
      const complete = received.split("HTTP/1.1 ").length - 1 >= answers;
      if (complete && received.endsWith("}")) socket.end();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    const sendNext = (index: number) => {
      const piece = pieces[index];
      if (piece === undefined) return;
      socket.write(piece);
      setImmediate(() => sendNext(index + 1));
    };
    sendNext(0);
  });
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test("pipelined requests are answered in order", async () => {
  const paths = ["/v1/time", "/v1/markets", "/nothing", "/v1/time"];
  const all = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join("");
  expect(statusesIn(await exchange([all], 4))).toEqual([200, 200, 404, 200]);
});

test("bytes that are not an HTTP request are refused in the usual form", async () => {
  const noHost = await exchange(["GET /v1/time HTTP/1.1\r\n\r\n"], 1);
  const garbage = await exchange(["no such protocol\r\n\r\n"], 1);
  const fat = `GET /v1/time HTTP/1.1\r\nhost: x\r\nx-fat: ${"a".repeat(20_000)}\r\n\r\n`;
  expect(statusesIn(garbage)).toEqual([400]);
  expect(garbage).toContain('"error":"MALFORMED_REQUEST"');
  expect(statusesIn(noHost)).toEqual([400]);
  expect(await exchange([fat], 1)).toContain('"error":"HEADERS_TOO_LARGE"');
});

test("a deeply nested body is refused, without a stack overflow", async () => {
  const depth = 32_000;
  const body = `{"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const { headers } = fixture.alice.placeRequest(RESTING, fixture.now());
  const url = `${fixture.venue.url}/v1/orders`;
  const response = await fetch(url, { method: "POST", headers, body });
  expect([response.status, (await response.json())["error"]]).toEqual([400, "MALFORMED_BODY"]);
});

test("an unparsable request does not answer the request before it", async () => {
  const { headers, body } = fixture.alice.placeRequest(RESTING, fixture.now());
  const lines = Object.entries({ ...headers, "content-length": body.length, host: "x" });
  const head = `POST /v1/orders HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join("")}\r\n`;
  const answer = await exchange([`${head}${body}no such protocol\r\n\r\n`], 1);
  expect(statusesIn(answer)).not.toContain(400);
});

test("a key that is revoked while an order's body is in flight places nothing", async () => {
  const { alice } = fixture;
  const request = alice.placeRequest(RESTING, fixture.now());
  const bytes = Buffer.from(request.body);
  const lines = Object.entries({ ...request.headers, "content-length": bytes.length, host: "x" });
  const head = `POST /v1/orders HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join("")}\r\n`;
  const socket = connect(Number(new URL(fixture.venue.url).port), "127.0.0.1");
  const answered = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString()));
  });
  socket.write(head + request.body.slice(0, 5));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const keys = (await alice.read("/v1/keys")).body["results"] as { id: string }[];
  for (const { id } of keys) await alice.revokeKey(id, fixture.now());
  socket.write(request.body.slice(5));
  expect(statusesIn(await answered)).toEqual([401]);
  socket.end();
  await alice.createKey(fixture.now());
});

test("an order may arrive in pieces of any size", async () => {
  const { headers, body } = fixture.alice.placeRequest(
    { ...RESTING, client_id: "ä" },
    fixture.now(),
  );
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, "content-length": bytes.length, host: "x" });
  const head = `POST /v1/orders HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join("")}\r\n`;
  const whole = head + body;
  const middle = Math.floor(whole.length / 2);
  const pieces = [whole.slice(0, 30), whole.slice(30, middle), whole.slice(middle)];
  const answer = await exchange(pieces, 1);
  expect(statusesIn(answer)).toEqual([201]);
  expect(answer).toContain('"client_id":"ä"');
});

test("a refusal whose body came with it leaves the connection open; half a body closes it", async () => {
  const post = (length: number) =>
    `POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{}`;
  const time = "GET /v1/time HTTP/1.1\r\nhost: x\r\n\r\n";
  expect(statusesIn(await exchange([post(2), time], 2))).toEqual([401, 200]);
  const cut = await exchange([post(100)], 1);
  expect(statusesIn(cut)).toEqual([401]);
  expect(cut.toLowerCase()).toContain("connection: close");
});

test("a request that is not HTTP gets 400 and ends the connection", async () => {
  expect(statusesIn(await exchange(["nonsense\r\n\r\n"], 1))).toEqual([400]);
});

test("endless headers get 431", async () => {
  const head = `GET /v1/time HTTP/1.1\r\nhost: x\r\nx-large: ${"a".repeat(20_000)}\r\n\r\n`;
  expect(statusesIn(await exchange([head], 1))).toEqual([431]);
});

test("a credential that is given twice is not a mixture of both", async () => {
  const { key } = fixture.alice;
  const head = `GET /v1/accounts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\nauthorization: Bearer ${key}\r\n\r\n`;
  expect(statusesIn(await exchange([head], 1))).toEqual([401]);
});

test("a signature header that is given twice is malformed", async () => {
  const { headers, body } = fixture.alice.placeRequest(RESTING, fixture.now());
  const lines = Object.entries({ ...headers, "content-length": `${body.length}`, host: "x" });
  const repeated = [...lines, ...lines.filter(([name]) => name === "x-signature")];
  expect(repeated).toHaveLength(lines.length + 1);
  const head = repeated.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const answer = await exchange([`POST /v1/orders HTTP/1.1\r\n${head}\r\n${body}`], 1);
  expect(answer).toContain("MISSING_SIGNATURE");
});

test("every answer forbids caching and type sniffing", async () => {
  for (const path of ["/v1/markets", "/nothing", "/v1/accounts"]) {
    const response = await fetch(fixture.venue.url + path);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    await response.body?.cancel();
  }
});
