/** The meaning of an event type, the contract of its data, and the data of a test delivery. */
import type { z } from "zod";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";

export type EventType = {
  type: WebhookEventType;
  description: string;
  schema: z.ZodType;
  sample: Readonly<Record<string, unknown>>;
};

type Caused<Data extends z.ZodObject> = {
  type: WebhookEventType;
  description: string;
  schema: Data;
  sample: z.output<Data>;
};

/** Checks the sample against the contract. */
export function caused<Data extends z.ZodObject>(terms: Caused<Data>): Caused<Data> {
  return terms;
}
