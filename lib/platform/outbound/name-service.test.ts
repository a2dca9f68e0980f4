/** Resolves names at a name server of the test. */
import { createSocket, type Socket } from "node:dgram";
import { afterEach, beforeEach, expect, test } from "vitest";
import { internet, sendOutbound } from "./guarded-request.ts";
import { nameService } from "./name-service.ts";

const IPV4 = 1;
const IPV6 = 28;

let server: Socket;
let servers: string[];
/** Record data by type; a type that is missing has no records. */
let records: Record<number, Buffer[]>;
let isSilent: boolean;
let questions: number;

beforeEach(async () => {
  [records, isSilent, questions] = [{}, false, 0];
  server = createSocket("udp4", (message, from) => {
    questions += 1;
    if (!isSilent) server.send(answerTo(message), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  servers = [`127.0.0.1:${server.address().port}`];
});
afterEach(() => {
  server.close();
});

/** RFC 1035, section 4: the question as received, and the records of its type. */
function answerTo(message: Buffer): Buffer {
  const end = message.indexOf(0, 12) + 5;
  const found = records[message.readUInt16BE(end - 4)] ?? [];
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  for (const [index, count] of [1, found.length, 0, 0].entries()) {
    header.writeUInt16BE(count, 4 + 2 * index);
  }
  const answers = found.map((data) => {
    const head = Buffer.from("c00c000000010000000000", "hex");
    message.copy(head, 2, end - 4, end - 2);
    return Buffer.concat([head, Buffer.from([data.length]), data]);
  });
  return Buffer.concat([header, message.subarray(12, end), ...answers]);
}

const never = () => new AbortController().signal;
const lookUp = (signal = never()) => nameService(servers)("app.example", signal);

test("the resolver returns all addresses of both families", async () => {
  records = {
    [IPV4]: [Buffer.from([8, 8, 8, 8]), Buffer.from([10, 0, 0, 1])],
    [IPV6]: [Buffer.from("26064700470000000000000000001111", "hex")],
  };
  expect((await lookUp()).toSorted()).toEqual(["10.0.0.1", "2606:4700:4700::1111", "8.8.8.8"]);
});

test("a name with addresses of one family only, or of none, is not an error", async () => {
  records = { [IPV4]: [Buffer.from([8, 8, 8, 8])] };
  expect(await lookUp()).toEqual(["8.8.8.8"]);
  records = {};
  expect(await lookUp()).toEqual([]);
});

test("a silent name server is abandoned after the time limit of the whole fetch", async () => {
  isSilent = true;
  const given = new AbortController();
  const lookup = lookUp(given.signal);
  await expect.poll(() => questions).toBeGreaterThan(0);
  given.abort();
  expect(await lookup).toEqual([]);
});

test("a name with a private address is refused by the rules of the running service", async () => {
  records = { [IPV4]: [Buffer.from([169, 254, 169, 254])] };
  const network = { ...internet, resolve: nameService(servers) };
  const url = new URL("https://app.example/client.json");
  const request = {
    url,
    headers: {},
    mostRedirects: 0,
    timeoutMs: 5_000,
    maxBytes: 1_000,
  } as const;
  await expect(sendOutbound(request, network)).rejects.toMatchObject({ failure: "target_refused" });
});
