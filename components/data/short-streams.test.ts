import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSource } from "#components/trading/live/stream.testing.ts";
import { ShortStreams } from "./short-streams.ts";

type Asked = { url: string; lastEventId: string | undefined; answer: http.ServerResponse };

let server: http.Server;
let asked: Asked[];
let seen: string[];
let streams: ShortStreams;

beforeEach(async () => {
  asked = [];
  seen = [];
  server = http.createServer((request, answer) => {
    const { "last-event-id": lastEventId } = request.headers;
    asked.push({ url: request.url ?? "", lastEventId: lastEventId?.toString(), answer });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  streams = new ShortStreams(`http://127.0.0.1:${port}/stream?market=A`, () => {});
  streams.onopen = () => void seen.push("open");
  streams.onerror = () => void seen.push(streams.readyState === 2 ? "refused" : "end");
  streams.addEventListener("mark", ({ data, lastEventId }) => {
    seen.push(`${data} of ${lastEventId}`);
  });
});
afterEach(() => {
  streams.close();
  server.closeAllConnections();
  server.close();
});

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
const requests = (count: number) => until(() => expect(asked).toHaveLength(count));

test("each answer is read once it has ended, and followed by the next request", async () => {
  await requests(1);
  expect(asked[0]).toMatchObject({ url: "/stream?market=A&seconds=2", lastEventId: undefined });
  asked[0]!.answer.end("retry: 3000\nid: 7\nevent: mark\ndata: 1\n\nevent: other\ndata: 2\n\n");
  await requests(2);
  expect(seen).toEqual(["open", "1 of 7"]);
  expect(asked[1]).toMatchObject({ url: "/stream?market=A&seconds=2", lastEventId: "7" });
  asked[1]!.answer.end("event: mark\ndata: 3\n\n");
  await requests(3);
  // What came between two answers may be missed.
  expect(seen.slice(2)).toEqual(["end", "open", "3 of 7"]);
});

test("an answer that breaks off is an error, and the next is requested", async () => {
  await requests(1);
  asked[0]!.answer.end("event: mark\ndata: 1\n\n");
  await requests(2);
  asked[1]!.answer.write("event: mark\ndata: 2\n\n");
  asked[1]!.answer.destroy();
  await requests(3);
  expect(seen).toEqual(["open", "1 of ", "end"]);
});

test("a lasting stream with an event ends it, so that its owner opens one", async () => {
  const lasting = new FakeSource("");
  vi.stubGlobal("EventSource", function EventSource() {
    return lasting;
  });
  streams.close();
  let isLasting = false;
  const tried = new ShortStreams("http://127.0.0.1:9/stream", () => void (isLasting = true), 0);
  tried.addEventListener("mark", () => {});
  tried.onerror = () => void seen.push(tried.readyState === 2 ? "refused" : "end");
  await until(() => {
    lasting.accept();
    lasting.send("mark", 1);
    expect(isLasting).toBe(true);
  });
  expect([seen.at(-1), tried.readyState]).toEqual(["refused", 2]);
  vi.unstubAllGlobals();
});

test("a refusal ends it, and closing it ends it without a word", async () => {
  await requests(1);
  asked[0]!.answer.writeHead(429).end();
  await until(() => expect(seen).toEqual(["refused"]));
  const { port } = server.address() as AddressInfo;
  const second = new ShortStreams(`http://127.0.0.1:${port}/b`, () => {});
  second.onerror = () => void seen.push("second");
  await requests(2);
  expect(asked[1]!.url).toBe("/b?seconds=2");
  second.close();
  asked[1]!.answer.end("event: mark\ndata: 1\n\n");
  await new Promise((resolve) => server.close(resolve));
  expect(seen).toEqual(["refused"]);
});
