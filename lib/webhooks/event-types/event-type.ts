/** What an event type means, the contract of its data, and the data of a test delivery. */
import type { z } from "zod";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";

export type EventType = { type: WebhookEventType; description: string } & (
  | { hasSource: true; schema: z.ZodType; sample: Readonly<Record<string, unknown>> }
  | { hasSource: false; schema: null; sample: null }
);

type Caused<Data extends z.ZodObject> = {
  type: WebhookEventType;
  description: string;
  schema: Data;
  sample: z.output<Data>;
};

export function caused<Data extends z.ZodObject>(terms: Caused<Data>) {
  return { ...terms, hasSource: true } as const;
}

/** Nothing of this service causes the event yet, so its data is not defined. */
export function withoutSource(type: WebhookEventType, description: string): EventType {
  return { type, description, hasSource: false, schema: null, sample: null };
}
