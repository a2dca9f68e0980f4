/**
 * The description of each event type is true for its deliveries. Real events are checked against
 * the schemas where they are caused.
 */
import { expect, test } from "vitest";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { deliveryBody, deliveryHeaders } from "#lib/webhooks/core/signature.ts";
import { DELIVERED_EVENTS } from "./delivered-events.ts";
import { EVENT_TYPES } from "./event-types.ts";

const delivery = {
  id: "wh_evt_0123456789abcdef01234567",
  eventAt: Date.UTC(2026, 0),
  dedupKey: "0".repeat(64),
  isLive: true,
};

test.each(WEBHOOK_EVENT_TYPES)("%s has its own name, and its sample fits its schema", (type) => {
  const event = EVENT_TYPES[type];
  expect(event.type).toBe(type);
  expect(event.schema.parse(event.sample)).toEqual(event.sample);
});

test.each(DELIVERED_EVENTS)("a delivery of $name has the documented body and headers", (event) => {
  const { sample } = EVENT_TYPES[event.name];
  const body = deliveryBody({ ...delivery, type: event.name, data: JSON.stringify(sample) });
  expect(() => event.body.parse(JSON.parse(body))).not.toThrow();
  expect(event.body.parse(event.example)).toMatchObject({ type: event.name, data: sample });
  const sent = Object.keys(deliveryHeaders(delivery, body, { secrets: ["secret"], now: 0 }));
  const documented = event.headers.map(({ name }) => name.toLowerCase());
  expect(documented.toSorted()).toEqual(
    sent.filter((name) => !["content-type", "user-agent"].includes(name)).toSorted(),
  );
});
