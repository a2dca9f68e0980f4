/** A read of the API refuses a query parameter that its document does not have, in place of answering another question. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  OPERATOR_ROUTES,
  operatorDocument,
} from "#app/api/operator/v1/openapi.json/operator-document.ts";
import { catalystStream } from "#lib/catalysts/stream/catalyst-feed.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import type { Parameter } from "#lib/kernel/openapi/operation.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { botStream } from "#lib/machines/bots/bot-stream.ts";
import { sessionActor } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { NOBODY, TestStreams } from "#lib/platform/streams/streams.testing.ts";
import type { OpenApiDocument } from "#lib/server/openapi/document.ts";
import { swapStream } from "#lib/swaps/tape/tape-feed.ts";
import { marketStream } from "#lib/trading/streams/market-stream.ts";
import { DOCUMENTED_STREAMS } from "./documented-streams.ts";
import { DOCUMENTED, hostDocument } from "./host-document.ts";

const ORIGIN = "https://app.example";
const host = hostDocument({ baseUrl: ORIGIN, venueUrl: "https://venue.example" });
const operator = operatorDocument(ORIGIN);

const READS = [...DOCUMENTED, ...OPERATOR_ROUTES].flatMap(({ path, handlers }) =>
  path.startsWith("/api/") && handlers.GET?.definition?.summary !== undefined
    ? [[path, handlers.GET] as const]
    : [],
);

function operationAt(document: OpenApiDocument, path: string) {
  return document.paths[path]?.get;
}

function operationOf(path: string) {
  return operationAt(path.startsWith("/api/operator/") ? operator : host, path);
}

/** The examples of the required parameters of a path or a query. */
function examples(parameters: readonly Parameter[], part: Parameter["in"]) {
  const wanted = parameters.filter((one) => one.in === part && one.required);
  return wanted.map(({ name, example }): [string, string] => [name, String(example)]);
}

describe("a documented read", () => {
  beforeAll(() => {
    let calls = 0;
    // Each call is one of another user, so that no limit is reached.
    setHttpRuntime({
      baseUrl: ORIGIN,
      resolveActor: () => Promise.resolve(sessionActor(`caller${(calls += 1)}`)),
    });
  });
  afterAll(() => setHttpRuntime());

  it.each(READS)("GET %s refuses an unknown parameter by name", async (path, handler) => {
    const operation = operationOf(path);
    const { parameters = [] } = operation ?? {};
    const query = new URLSearchParams([...examples(parameters, "query"), ["no_such", "1"]]);
    const params = Object.fromEntries(examples(parameters, "path"));
    const answer = await handler(new Request(`${ORIGIN}${path}?${query}`), {
      params: Promise.resolve(params),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        error: "MALFORMED_QUERY",
        message: "The parameter no_such is not valid: there is no such parameter.",
      }),
    ]);
    expect(operation?.responses["400"]?.description).toContain("MALFORMED_QUERY");
  });

  it("are all reads of the document below /api but the streams", () => {
    const streams = new Set(DOCUMENTED_STREAMS.map(({ path }) => path));
    const documented = [host, operator].flatMap((document) =>
      Object.keys(document.paths).filter(
        (path) =>
          path.startsWith("/api/") &&
          !streams.has(path) &&
          operationAt(document, path) !== undefined,
      ),
    );
    expect(READS.map(([path]) => path).toSorted()).toEqual(documented.toSorted());
  });
});

describe("a documented stream", () => {
  const source = { knows: () => true, state: () => [], subscribe: () => () => {} };
  const log = createLogger("app", "silent");
  const STREAMS = [
    marketStream(source, NOBODY),
    botStream({ ownerOf: NOBODY, timers: systemTimers, log }),
    catalystStream,
    swapStream,
  ];

  it("refuses an unknown parameter, and takes those of its document", async () => {
    const streams = await TestStreams.start(STREAMS);
    const refusals = DOCUMENTED_STREAMS.map(async ({ path, parameters }) => {
      const query = new URLSearchParams([...examples(parameters, "query"), ["no_such", "1"]]);
      const refused = await streams.open(`${path}?${query}`);
      expect(refused.status, path).toBe(400);
      await vi.waitFor(() => expect(refused.text()).toContain("no_such"), { interval: 5 });
    });
    await Promise.all(refusals);
    await streams.stop();
    const described = DOCUMENTED_STREAMS.map(({ path, parameters }) => [
      path,
      parameters.filter((one) => one.in === "query").map(({ name }) => name),
    ]);
    const taken = STREAMS.map(({ path, parameters }) => [path, [...parameters]]);
    expect(taken).toEqual(described);
  });
});
