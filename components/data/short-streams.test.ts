import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  streams = new ShortStreams(`http://127.0.0.1:${port}/stream?market=A`);
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
  expect(seen).toEqual(["open", "1 of 7", "end"]);
  expect(asked[1]).toMatchObject({ url: "/stream?market=A&seconds=2", lastEventId: "7" });
  asked[1]!.answer.end("event: mark\ndata: 3\n\n");
  await requests(3);
  expect(seen.slice(3)).toEqual(["open", "3 of 7", "end"]);
});

test("an answer that breaks off is an end without an event, and the next is requested", async () => {
  await requests(1);
  asked[0]!.answer.write("event: mark\ndata: 1\n\n");
  asked[0]!.answer.destroy();
  await requests(2);
  expect(seen).toEqual(["end"]);
});

test("a refusal ends it, and closing it ends it without a word", async () => {
  await requests(1);
  asked[0]!.answer.writeHead(429).end();
  await until(() => expect(seen).toEqual(["refused"]));
  const second = new ShortStreams(`http://127.0.0.1:${(server.address() as AddressInfo).port}/b`);
  second.onerror = () => void seen.push("second");
  await requests(2);
  expect(asked[1]!.url).toBe("/b?seconds=2");
  second.close();
  asked[1]!.answer.end("event: mark\ndata: 1\n\n");
  await new Promise((resolve) => server.close(resolve));
  expect(seen).toEqual(["refused"]);
});
