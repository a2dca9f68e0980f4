/** The connections that one address holds leave room for all others, over all gateways together. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { startVenue, type TestVenue } from "#services/venue/venue.testing.ts";
import { openOf, UnfinishedHeads } from "./unfinished-heads.testing.ts";

let venue: TestVenue;
let heads: UnfinishedHeads;

afterEach(async () => {
  heads.close();
  await venue.close();
});

// Other systems have one loopback address unless an administrator adds more.
describe.skipIf(process.platform !== "linux")("connections", () => {
  test("of many addresses leave a tenth to the readers, which have no limit of their own", async () => {
    venue = await startVenue({ connections: 100, readerAddresses: ["127.0.0.78"] });
    heads = new UnfinishedHeads(venue.url);
    const first = await heads.open(60, "127.0.0.77");
    await vi.waitFor(() => expect(openOf(first)).toBe(50));
    const second = await heads.open(60, "127.0.0.79");
    await vi.waitFor(() => expect(openOf(second)).toBe(40));
    expect(await heads.askFrom("127.0.0.80")).toBeUndefined();
    expect(await heads.askFrom("127.0.0.78")).toBe(200);
    const readers = await heads.open(12, "127.0.0.78");
    await vi.waitFor(() => expect(openOf(readers)).toBe(10));
    first[0]?.destroy();
    readers[0]?.destroy();
  });

  test("through a proxy share no limit of an address", async () => {
    venue = await startVenue({ connections: 100, trustedProxies: 1 });
    heads = new UnfinishedHeads(venue.url);
    const proxied = await heads.open(85, "127.0.0.77");
    expect(await heads.askFrom("127.0.0.77")).toBe(200);
    expect(openOf(proxied)).toBe(85);
  });
});
