/** 413 and 415: a body that is too large, or not JSON. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  sendChanged,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

const LIMIT = 64 * 1024;

describe("BODY_TOO_LARGE", () => {
  test("for more than 64 KiB; a body of 64 KiB is read", async () => {
    const order = JSON.stringify(RESTING);
    const large = await sendChanged(fixture, fixture.alice, (request) => {
      request.body = order.padEnd(LIMIT + 1);
    });
    expect(refusalOf(large)).toEqual([413, "BODY_TOO_LARGE"]);
    const largest = await sendChanged(fixture, fixture.alice, (request) => {
      request.body = order.padEnd(LIMIT);
    });
    expect(largest.status).toBe(201);
  });

  test("for a body in pieces without a length", async () => {
    const { alice, venue, now } = fixture;
    const { headers } = alice.placeRequest(RESTING, now());
    const body = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 9; piece += 1) {
          controller.enqueue(new TextEncoder().encode(" ".repeat(8 * 1024)));
        }
        controller.close();
      },
    });
    const request: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers,
      body,
      duplex: "half",
    };
    const response = await fetch(`${venue.url}/v1/orders`, request);
    expect([response.status, (await response.json())["error"]]).toEqual([413, "BODY_TOO_LARGE"]);
  });
});

describe("UNSUPPORTED_MEDIA_TYPE", () => {
  test.each<[string, string]>([
    ["content-type", "text/plain"],
    ["content-type", "application/json; charset=latin1"],
    ["content-type", "application/jsonx"],
    ["content-encoding", "gzip"],
  ])("%s: %s", async (header, value) => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.headers[header] = value;
    });
    expect(refusalOf(answer)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test.each(["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "%s is accepted",
    async (type) => {
      const answer = await sendChanged(fixture, fixture.alice, (request) => {
        request.headers["content-type"] = type;
      });
      expect(answer.status).toBe(201);
    },
  );
});
