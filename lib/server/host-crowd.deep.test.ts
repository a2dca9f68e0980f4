/** As many streams as a replica takes. */
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { get, HostProcess, STREAM } from "./host-client.testing.ts";

/** The limits that docs/api/streams.md promises. */
const STREAMS = 5_000;
const STREAMS_OF_ADDRESS = 32;

test("a replica has 5,000, and the next one is told to come back", async (context) => {
  const host = await HostProcess.start();
  onTestFinished(() => host.stop());
  const probe = host.connect("127.0.1.1");
  const [reached] = await Promise.race([
    once(probe.socket, "connect").then(() => [true]),
    probe.closed.then(() => [false]),
  ]);
  if (!reached) context.skip("this platform has no loopback addresses but 127.0.0.1");
  for (let open = 0; open < STREAMS; open += STREAMS_OF_ADDRESS) {
    const address = `127.0.2.${open / STREAMS_OF_ADDRESS + 1}`;
    await host.openStreams(Math.min(STREAMS_OF_ADDRESS, STREAMS - open), address);
  }
  const refused = await host.answerTo(get(STREAM), "127.0.3.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(JSON.parse(refused.body)).toMatchObject({ error: "STREAM_CAPACITY" });
  expect((await host.request("/page")).status).toBe(200);
});
