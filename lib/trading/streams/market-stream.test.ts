import type net from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_BLOCKED_MS, MAX_WAITING_BYTES } from "#lib/kernel/streams/slow-reader.ts";
import { NOBODY, type TestStream, TestStreams } from "#lib/platform/streams/streams.testing.ts";
import { TopicBoard } from "#lib/trading/market-data/market-topics.ts";
import { MARKET_STREAM_PATH, marketStream } from "./market-stream.ts";

let board: TopicBoard;
/** Boards of a second market and of the list feed. */
let others: Map<string, TopicBoard>;
let streams: TestStreams;
let subscriptions: number;

beforeEach(async () => {
  board = new TopicBoard();
  others = new Map([
    ["ETHUSDC", new TopicBoard()],
    ["ALL", new TopicBoard()],
  ]);
  const boardOf = (market: string) => others.get(market) ?? board;
  subscriptions = 0;
  const definition = marketStream(
    {
      knows: (market) => market === "BTCUSDC" || others.has(market),
      state: (market, topics) => boardOf(market).state(topics),
      subscribe: (market, topics, deliver) => {
        subscriptions += 1;
        const stop = boardOf(market).listen(topics, deliver);
        return () => {
          subscriptions -= 1;
          stop();
        };
      },
    },
    NOBODY,
  );
  streams = await TestStreams.start([definition]);
});
afterEach(() => streams.stop());

const open = (query: string) => streams.open(`${MARKET_STREAM_PATH}?${query}`);

/** The events of a stream, each as its name and its data. */
function eventsOf(stream: TestStream): [string, unknown][] {
  const blocks = stream
    .text()
    .replace("retry: 3000\n", "")
    .split("\n\n")
    .filter((block) => block.startsWith("event: "));
  return blocks.map((block) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return [event ?? "", JSON.parse(data ?? "null")];
  });
}

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });

describe("a market stream", () => {
  test("begins with retry, then the state of each requested event, then only changes", async () => {
    board.announceState("mark", '{"mark_price":"1"}');
    board.announceState("kline:1m", '{"close":"1"}');
    board.announceState("kline:1s", '{"close":"1"}');
    board.announceState("bbo", '{"bid":"1"}');
    board.flush();
    const stream = await open("market=BTCUSDC&kline=1m&events=mark,kline,stats");
    await until(() => expect(eventsOf(stream)).toHaveLength(2));
    expect(stream.text().startsWith("retry: 3000\n")).toBe(true);
    expect(eventsOf(stream)).toEqual([
      ["mark", { mark_price: "1" }],
      ["kline", { close: "1" }],
    ]);
    board.announceState("mark", '{"mark_price":"1"}');
    board.announceState("bbo", '{"bid":"2"}');
    board.announceState("kline:1m", '{"close":"2"}');
    board.flush();
    await until(() => expect(eventsOf(stream)).toHaveLength(3));
    expect(eventsOf(stream)[2]).toEqual(["kline", { close: "2" }]);
  });

  test("without events every event comes, but no bars unless an interval is named", async () => {
    for (const topic of ["bbo", "orderbook", "stats", "mark", "tape", "kline:1m"] as const) {
      board.announceState(topic, JSON.stringify(topic));
    }
    board.flush();
    const stream = await open("market=BTCUSDC");
    await until(() => expect(eventsOf(stream)).toHaveLength(5));
    expect(eventsOf(stream).map(([event]) => event)).not.toContain("kline");
  });

  test("never replays fills", async () => {
    board.announceOnce("trades", '[{"id":1}]', 1);
    board.flush();
    const stream = await open("market=BTCUSDC&events=trades");
    await until(() => expect(stream.text()).toContain("retry"));
    board.announceOnce("trades", '[{"id":2}]', 1);
    board.flush();
    await until(() => expect(eventsOf(stream)).toEqual([["trades", [{ id: 2 }]]]));
  });

  test("carries the headers that keep proxies from holding or changing it", async () => {
    const { status, headers } = await open("market=BTCUSDC&events=hb");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache, no-transform");
    expect(headers["x-accel-buffering"]).toBe("no");
    expect(headers["x-request-id"]).toMatch(/^req_/);
    expect(headers["content-encoding"]).toBeUndefined();
  });

  test("gets a heartbeat every 15 s, whatever it asked for", async () => {
    const stream = await open("market=BTCUSDC&events=mark");
    await streams.timers.advance(14_999);
    await until(() => expect(stream.text()).toContain("retry"));
    expect(eventsOf(stream)).toEqual([]);
    await streams.timers.advance(1);
    await until(() => expect(eventsOf(stream)).toEqual([["hb", {}]]));
    await streams.timers.advance(15_000);
    await until(() => expect(eventsOf(stream)).toHaveLength(2));
  });

  test("shares one subscription and one buffer with every stream that follows the same", async () => {
    const first = await open("market=BTCUSDC&events=mark,bbo");
    const second = await open("market=BTCUSDC&events=bbo,mark");
    const other = await open("market=BTCUSDC&events=mark");
    expect([subscriptions, streams.server.size]).toEqual([2, 3]);
    for (const stream of [first, second, other]) stream.close();
    await until(() => expect([subscriptions, streams.server.size]).toEqual([0, 0]));
  });

  test("of several markets names the market of each event in its id, and repeats it with no heartbeat", async () => {
    board.announceState("mark", '{"mark_price":"1"}');
    board.flush();
    others.get("ETHUSDC")?.announceState("mark", '{"mark_price":"2"}');
    others.get("ETHUSDC")?.flush();
    const stream = await open("market=BTCUSDC,ETHUSDC,ALL&events=mark");
    await until(() => expect(stream.text()).toContain("ETHUSDC"));
    expect(stream.text()).toBe(
      'retry: 3000\nid: BTCUSDC\nevent: mark\ndata: {"mark_price":"1"}\n\n' +
        'id: ETHUSDC\nevent: mark\ndata: {"mark_price":"2"}\n\n',
    );
    const before = stream.text().length;
    others.get("ALL")?.announceState("mark", '{"marks":{}}');
    others.get("ALL")?.flush();
    await streams.timers.advance(15_000);
    await until(() =>
      expect(stream.text().slice(before)).toBe(
        'id: ALL\nevent: mark\ndata: {"marks":{}}\n\nevent: hb\ndata: {}\n\n',
      ),
    );
    expect([subscriptions, streams.server.size]).toEqual([3, 1]);
    stream.close();
    await until(() => expect([subscriptions, streams.server.size]).toEqual([0, 0]));
  });

  test("of one market in a list is a stream of one market", async () => {
    board.announceState("mark", '{"mark_price":"1"}');
    board.flush();
    const stream = await open("market=BTCUSDC,&events=mark");
    await until(() => expect(eventsOf(stream)).toHaveLength(1));
    expect(stream.text()).not.toContain("id:");
  });

  test("writes all events of a tick at once", async () => {
    const stream = await open("market=BTCUSDC");
    await until(() => expect(stream.text()).toContain("retry"));
    const [peer] = streams.peers;
    const write = vi.spyOn(peer as net.Socket, "write");
    for (const topic of ["bbo", "mark", "stats"] as const) board.announceState(topic, '"x"');
    board.flush();
    await until(() => expect(eventsOf(stream)).toHaveLength(3));
    expect(write).toHaveBeenCalledTimes(1);
  });

  test("refused lists hold no slot and no subscription", async () => {
    const refused = await open("market=BTCUSDC,DOGEUSDC");
    expect(refused.status).toBe(404);
    expect([subscriptions, streams.server.size]).toEqual([0, 0]);
  });

  test.each([
    ["market=DOGEUSDC", 404, "MARKET_NOT_FOUND"],
    ["", 400, "MALFORMED_QUERY"],
    ["market=BTCUSDC&market=ETHUSDC", 400, "MALFORMED_QUERY"],
    ["market=BTCUSDC&events=mark,nonsense", 400, "UNKNOWN_EVENT"],
    ["market=BTCUSDC&kline=1m,2m", 400, "UNKNOWN_INTERVAL"],
    ["market=BTCUSDC&events=kline", 400, "MALFORMED_QUERY"],
  ])("is refused as JSON before it starts: %s", async (query, status, code) => {
    const refused = await open(query);
    expect(refused.status).toBe(status);
    await until(() => expect(JSON.parse(refused.text())).toMatchObject({ error: code }));
    expect(streams.server.size).toBe(0);
  });

  test("is refused with 503 when the server is full", async () => {
    const open20 = Array.from({ length: 20 }, () => open("market=BTCUSDC&events=mark"));
    await Promise.all(open20);
    const refused = await open("market=BTCUSDC");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "3"]);
  });

  test("ends cleanly when the server drains, and a new one gets 503", async () => {
    const stream = await open("market=BTCUSDC");
    streams.server.drain();
    await until(() => expect(stream.ended()).toBe(true));
    const refused = await open("market=BTCUSDC");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "3"]);
    await until(() => expect(streams.server.size).toBe(0));
  });
});

describe("a reader that does not read", () => {
  const BOOK = "x".repeat(40_000);

  /** Opens a stream and stops reading; resolves once the server cannot write to it any more. */
  async function stall(): Promise<{
    socket: net.Socket;
    received: () => string;
    sent: () => number;
  }> {
    const { socket, received } = streams.connect(`${MARKET_STREAM_PATH}?market=BTCUSDC&kline=1s`);
    await until(() => expect(received()).toContain("retry: 3000"));
    socket.pause();
    let sent = 0;
    // The kernel accepts some megabytes, in steps, before the server notices.
    for (let stuckMs = 0; stuckMs < 300; ) {
      sent += 1;
      board.announceState("orderbook", JSON.stringify(`${sent}${BOOK}`));
      board.flush();
      if (sent % 20 !== 0) continue;
      await new Promise((resolve) => setTimeout(resolve, 10));
      const waiting = streams.peers.some((peer) => peer.writableLength > 0);
      stuckMs = waiting ? stuckMs + 10 : 0;
    }
    return { socket, received, sent: () => sent };
  }

  test("takes bounded memory, and gets the latest state when it reads again", async () => {
    const { socket, received, sent } = await stall();
    board.announceState("mark", '{"mark_price":"77"}');
    board.announceOnce("trades", '[{"id":9}]', 1);
    board.flush();
    socket.resume();
    await until(() => {
      expect(received()).toContain('"mark_price":"77"');
      expect(received()).toContain('[{"id":9}]');
      expect(received()).toContain(`data: "${sent()}x`);
    });
    const books = received().match(/event: orderbook/g) ?? [];
    expect(books.length).toBeLessThan(sent());
    expect(streams.server.size).toBe(1);
    socket.destroy();
  });

  test("gets every bar that closed and every fill, in order, and no open bar behind its closed one", async () => {
    const { socket, received } = await stall();
    board.announceState("kline:1s", '"open A"');
    board.announceOnce("kline:1s", '"closed A"', 1);
    board.announceState("kline:1s", '"open B"');
    board.flush();
    board.announceOnce("trades", '"fill 1"', 1);
    board.announceOnce("kline:1s", '"closed B"', 1);
    board.announceState("kline:1s", '"open C"');
    board.announceOnce("trades", '"fill 2"', 1);
    board.flush();
    socket.resume();
    await until(() => expect(received()).toContain("fill 2"));
    const events = received().match(/data: "(?:open|closed|fill) \w"/g) ?? [];
    expect(events.map((line) => line.slice(7, -1))).toEqual([
      "closed A",
      "fill 1",
      "closed B",
      "open C",
      "fill 2",
    ]);
    socket.destroy();
  });

  test("gets the full state when it comes back after a reset", async () => {
    const { socket } = await stall();
    board.announceState("mark", '{"mark_price":"78"}');
    board.flush();
    const closed = new Promise((resolve) => socket.on("close", resolve));
    await streams.timers.advance(MAX_BLOCKED_MS + 1_000);
    socket.resume();
    await closed;
    const again = await open("market=BTCUSDC&events=mark,orderbook");
    await until(() => expect(eventsOf(again)).toHaveLength(2));
    expect(again.text()).toContain('"mark_price":"78"');
  });

  test("is reset when more waits than its queue holds", async () => {
    const { socket } = await stall();
    const closed = new Promise((resolve) => socket.on("close", resolve));
    for (let bytes = 0; bytes <= MAX_WAITING_BYTES; bytes += 8_192) {
      board.announceOnce("trades", JSON.stringify("t".repeat(8_192)), 1);
      board.flush();
    }
    await until(() => expect(streams.server.size).toBe(0));
    socket.resume();
    await closed;
  });

  test("is reset after 30 s without reading; others stay", async () => {
    const patient = await open("market=BTCUSDC&events=mark");
    const { socket } = await stall();
    await streams.timers.advance(MAX_BLOCKED_MS - 1_000);
    expect(streams.server.size).toBe(2);
    await streams.timers.advance(2_000);
    await until(() => expect(streams.server.size).toBe(1));
    expect(patient.ended()).toBe(false);
    socket.destroy();
  });
});
