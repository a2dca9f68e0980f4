/** Requests to URLs that other people chose, against servers with TLS; more of them in client-documents.test.ts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTERNAL, type OutsideHost, openOutsideHost, PUBLIC } from "./guarded-request.testing.ts";
import { type OutboundRequest, sendOutbound } from "./guarded-request.ts";

let host: OutsideHost;
beforeAll(async () => {
  host = await openOutsideHost(["app.example", "other.example"]);
});
afterAll(() => host.close());
beforeEach(() => {
  host.answers = [[PUBLIC]];
  host.lookups.length = 0;
  host.requests.length = 0;
});

const send = (terms: Partial<OutboundRequest> = {}) =>
  sendOutbound(
    {
      url: new URL("https://app.example/feed?page=1"),
      headers: { accept: "*/*" },
      mostRedirects: 0,
      timeoutMs: 5_000,
      maxBytes: 1_000,
      ...terms,
    },
    host.network,
  );

test("a body is posted with its length, and the answer is read in full", async () => {
  let received = "";
  host.answerWith((request, response) => {
    const { method, headers } = request;
    request.on("data", (chunk) => {
      received += String(chunk);
    });
    request.on("end", () => {
      received += ` ${method} ${headers["content-length"]} ${String(headers["x-a"])}`;
      response.writeHead(202, { "x-b": "2" }).end("taken");
    });
  });
  const answer = await send({ body: Buffer.from("{}"), headers: { "x-a": "1" } });
  expect(received).toBe("{} POST 2 1");
  expect([answer.status, answer.headers["x-b"], String(answer.body)]).toEqual([202, "2", "taken"]);
});

describe("a redirect", () => {
  /** `/feed` leads along `path`, one hop each, and its end answers with its own address. */
  const leadAlong = (path: readonly string[]) => {
    let hops = 0;
    host.answerWith((request, response) => {
      const next = path[hops];
      hops += 1;
      if (next !== undefined) response.writeHead(302, { location: next }).end("ignored");
      else response.end(`${request.headers.host}${request.url}`);
    });
  };

  test("is returned as it is where redirects are not followed", async () => {
    leadAlong(["https://other.example/"]);
    expect((await send()).status).toBe(302);
    expect(host.requests).toHaveLength(1);
  });

  test("is followed three times, and each name is resolved and checked", async () => {
    leadAlong(["/a", "https://other.example/b", "https://app.example/c"]);
    const answer = await send({ mostRedirects: 3 });
    expect([answer.url.href, String(answer.body)]).toEqual([
      "https://app.example/c",
      "app.example/c",
    ]);
    expect(host.lookups).toEqual(["app.example", "app.example", "other.example", "app.example"]);
    leadAlong(["/a", "/b", "/c", "/d"]);
    await expect(send({ mostRedirects: 3 })).rejects.toMatchObject({
      failure: "too_many_redirects",
    });
  });

  test.each([
    ["a private name", "https://other.example/", [[PUBLIC], [INTERNAL]]],
    ["this machine by its address", `https://${INTERNAL}/`, [[PUBLIC]]],
    ["plain HTTP", "http://other.example/", [[PUBLIC]]],
    ["another scheme", "file:///etc/passwd", [[PUBLIC]]],
  ])("to %s is refused, and no request is made there", async (_, target, answers) => {
    host.answers = answers;
    leadAlong([target]);
    await expect(send({ mostRedirects: 3 })).rejects.toMatchObject({ failure: "target_refused" });
    expect(host.requests).toHaveLength(1);
  });

  test("without an address is not an answer", async () => {
    host.answerWith((_request, response) => response.writeHead(302).end());
    const answer = send({ mostRedirects: 3 });
    await expect(answer).rejects.toMatchObject({ failure: "unreachable" });
  });
});

describe("limits", () => {
  test("a body of exactly the maximum size is accepted, and one byte more is refused", async () => {
    host.answerWith((_request, response) => response.end("x".repeat(1_000)));
    expect((await send()).body).toHaveLength(1_000);
    host.answerWith((_request, response) => {
      response.write("x".repeat(1_000));
      response.end("x");
    });
    await expect(send()).rejects.toMatchObject({ failure: "too_large" });
  });

  test("the time limit covers all hops together", async () => {
    host.answerWith((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/again" }).end(), 200);
    });
    await expect(send({ mostRedirects: 3 })).rejects.toMatchObject({ failure: "timeout" });
  });

  test("an answer with a refused head is not read", async () => {
    const refusal = new Error("not this one");
    host.answerWith((_request, response) => response.writeHead(404).write("x"));
    const sent = send({
      checkHead: (status) => {
        if (status === 404) throw refusal;
      },
    });
    await expect(sent).rejects.toBe(refusal);
  });
});
