/** Webhooks and their deliveries, as their owner reads them. */
import { z } from "zod";
import {
  ATTEMPT_FAILURES,
  DELIVERY_STATES,
  LATE_REASONS,
  PAUSE_REASONS,
  RECEIVER_STOPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_FORMATS,
  WEBHOOK_STATUSES,
  WEBHOOK_TARGETS,
  WEBHOOK_URL_PROBLEMS,
} from "#lib/protocol/webhooks.ts";

const moment = z.iso.datetime();

const WebhookFilter = z.strictObject({
  assets: z.array(z.string()).optional(),
  markets: z.array(z.string()).optional(),
  accounts: z.array(z.string()).optional(),
  min_conviction: z.number().optional(),
});

export const WebhookSecret = z.strictObject({
  id: z.string().describe("whs_ and 24 hex characters"),
  created_at: moment,
  retires_at: moment.nullable().describe("From then on deliveries are no longer signed with it"),
});

const reason = z
  .enum(PAUSE_REASONS)
  .describe(
    "failures: a delivery failed seven times. owner: paused by hand. secret: no secret can be decrypted. headers: a header of your own cannot be decrypted. receiver: it answered with `webhook-delivery: disable`, or with 410 where `receiver_may_stop` allows that. operator: by the operator of this service, who alone resumes it",
  );

/** `data` of the event `webhook.paused`. */
export const WebhookPaused = z.strictObject({
  webhook_id: z.string(),
  name: z.string().nullable().default(null).describe("What its owner calls it; null: nothing"),
  origin: z.string().describe("Scheme, host and port of its URL"),
  reason,
  delivery_id: z.string().nullable().describe("The delivery that failed seven times; null: none"),
  last_error: z.string().nullable().describe("HTTP 500, or the name of the failure"),
  note: z.string().nullable().describe("What the operator wrote"),
  paused_at: moment,
});
export type WebhookPaused = z.output<typeof WebhookPaused>;

/** The body of a delivery, around the data of its type. */
export function deliveryOf<Data extends z.ZodType>(
  type: (typeof WEBHOOK_EVENT_TYPES)[number],
  data: Data,
) {
  return z.strictObject({
    id: z.string().describe("wh_evt_ and 24 hex characters, as in X-Svc-Delivery-Id"),
    type: z.literal(type),
    created_at: moment.describe(
      "When the event happened. It orders events; deliveries may arrive in any order",
    ),
    dedup_key: z.string().describe("The same in every attempt and replay of the event"),
    data,
    livemode: z.boolean().describe("False for a test, whose data may be anything"),
  });
}

const webhook = {
  id: z.string().describe("whk_ and 24 hex characters"),
  url: z.string(),
  name: z.string().nullable().describe("What you call it; null: nothing"),
  format: z
    .enum(WEBHOOK_FORMATS)
    .describe("json: the event. slack, discord, teams: a message for that service"),
  headers: z
    .array(
      z.strictObject({
        name: z.string().describe("Name of the header, such as Authorization"),
        set_at: moment.describe("When its value was set"),
      }),
    )
    .describe("Headers of your own that each delivery carries. Values are never shown"),
  receiver_may_stop: z
    .enum(RECEIVER_STOPS)
    .describe(
      "What a failing receiver may end, by the header `webhook-delivery` or the status 410",
    ),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  filter: WebhookFilter,
  status: z.enum(WEBHOOK_STATUSES),
  pause: z
    .strictObject({
      reason,
      at: moment,
      delivery_id: z.string().nullable(),
      last_error: z.string().nullable(),
      note: z.string().nullable().describe("What the operator wrote"),
    })
    .nullable(),
  will_pause_at: moment
    .nullable()
    .describe("When the last attempt of a failing delivery is due, after which the webhook pauses"),
  secrets: z.array(WebhookSecret),
  max_per_second: z.int(),
  target: z
    .enum(WEBHOOK_TARGETS)
    .describe(
      "public: over the internet. internal: this machine, or what the operator opened. simulated: the receiver of the sandbox",
    ),
  waiting: z.int().describe("Deliveries that wait for an attempt"),
  oldest_waiting_at: moment.nullable(),
  skipped: z
    .strictObject({ events: z.int(), from: moment, to: moment })
    .nullable()
    .describe(
      "Events that were only counted while 100,000 deliveries waited; `recover` delivers them",
    ),
  dead: z.int().describe("Dead deliveries that were not sent again since; tests do not count"),
  last_24h: z
    .strictObject({
      delivered: z.int(),
      dead: z.int(),
      failing: z.int().describe("Deliveries that wait after a failed attempt"),
      last_error: z
        .string()
        .nullable()
        .describe("HTTP 500, or the failure of the newest one that fails or is dead; null: none"),
    })
    .describe("What ended within 24 hours of the newest 1,000 deliveries, and all that fail now"),
  created_at: moment,
};

export const Webhook = z.strictObject(webhook);
export type Webhook = z.output<typeof Webhook>;

/** `secret` is in this answer only, and only when the service made it. */
export const NewWebhook = z.strictObject({ ...webhook, secret: z.string().nullable() });
export type NewWebhook = z.output<typeof NewWebhook>;

export const WebhookList = z.strictObject({ webhooks: z.array(Webhook) });
export type WebhookList = z.output<typeof WebhookList>;

export const NewWebhookSecret = z.strictObject({ webhook: Webhook, secret: z.string().nullable() });
export type NewWebhookSecret = z.output<typeof NewWebhookSecret>;

export const WebhookEventTypes = z.strictObject({
  event_types: z.array(
    z.strictObject({
      type: z.enum(WEBHOOK_EVENT_TYPES),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()).describe("JSON Schema of `data`"),
      sample: z.record(z.string(), z.unknown()).describe("`data` of a test delivery"),
    }),
  ),
});
export type WebhookEventTypes = z.output<typeof WebhookEventTypes>;

const attempt = z.strictObject({
  number: z.int(),
  due_at: moment,
  started_at: moment,
  ended_at: moment,
  status: z.int().nullable(),
  failure: z.enum(ATTEMPT_FAILURES).nullable(),
  response: z.string().nullable().describe("The first 16 KiB of the response's body"),
  address: z.string().nullable().describe("The address that it connected to"),
  phases: z
    .strictObject({
      resolve_ms: z.int().nullable(),
      connect_ms: z.int().nullable(),
      answer_ms: z.int().nullable().describe("From the request to the head of the response"),
      read_ms: z.int().nullable(),
    })
    .nullable()
    .describe("How long each step took; null for a step that was not reached"),
});

const delivery = {
  id: z.string().describe("wh_evt_ and 24 hex characters"),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  created_at: moment.describe("When the event happened"),
  dedup_key: z.string(),
  livemode: z.boolean(),
  replay_of: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  next_attempt_at: moment.nullable(),
  ended_at: moment.nullable(),
  last_error: z
    .string()
    .nullable()
    .describe(
      "HTTP 500, or the failure of the last failed attempt; null: none, or it was delivered",
    ),
};

export const WebhookDeliverySummary = z.strictObject(delivery);
export type WebhookDeliverySummary = z.output<typeof WebhookDeliverySummary>;

export const WebhookDeliveryPage = z.strictObject({
  deliveries: z.array(WebhookDeliverySummary).describe("The newest first"),
  next: z.string().nullable(),
});
export type WebhookDeliveryPage = z.output<typeof WebhookDeliveryPage>;

export const WebhookDelivery = z.strictObject({
  ...delivery,
  body: z.string().describe("The body of every attempt, byte for byte"),
  to_come: z
    .array(z.strictObject({ number: z.int(), at: moment }))
    .describe("The attempts that are left, each at the earliest time if the one before fails"),
  runs: z.array(attempt).describe("Every attempt, also those whose process ended"),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookReplay = z.strictObject({
  replayed: z.array(z.strictObject({ delivery_id: z.string(), new_delivery_id: z.string() })),
  refused: z
    .array(z.string())
    .describe("Ids of no delivery of this webhook, or older than 30 days"),
  refusals: z
    .array(
      z.strictObject({
        delivery_id: z.string().describe("The id that was refused"),
        reason: z
          .enum(["not_an_id", "other_webhook", "not_found"])
          .describe(
            "not_an_id: it does not have the form of an id. other_webhook: it is a delivery of another webhook of yours. not_found: there is none, or its record was deleted after 30 days",
          ),
        webhook_id: z.string().nullable().describe("The other webhook; null: there is none"),
      }),
    )
    .describe("Why each id in `refused` was refused"),
});
export type WebhookReplay = z.output<typeof WebhookReplay>;

export const WebhookRecovery = z.strictObject({
  dry_run: z.boolean(),
  matched: z.int().describe("Deliveries that match, and events without a delivery"),
  created: z.int().describe("New deliveries; 0 for a dry run"),
  left: z.int().describe("How many a further call would create"),
});
export type WebhookRecovery = z.output<typeof WebhookRecovery>;

const lateness = z.strictObject({
  attempts: z.int(),
  early: z.int().describe("Attempts that began before their time"),
  held: z.int().describe("Attempts that waited for a pause to end; the times leave them out"),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
  p99_ms: z.int().nullable(),
  most_ms: z.int().nullable(),
});

export const WebhookAdherence = z.strictObject({
  from: moment.describe("The first planned time that is counted"),
  to: moment,
  is_complete: z
    .boolean()
    .describe("False: there were more than 5,000 deliveries, and the latest of them are counted"),
  all: lateness,
  by_attempt: z
    .array(z.strictObject({ number: z.int(), wait_seconds: z.number(), ...lateness.shape }))
    .describe("Attempts 1 to 7, each with its wait"),
  late: z
    .array(
      z.strictObject({
        delivery_id: z.string(),
        number: z.int(),
        due_at: moment,
        started_at: moment,
        late_ms: z.int(),
        reason: z.enum(LATE_REASONS),
      }),
    )
    .describe("The latest attempts that began more than 100 ms after their time"),
});
export type WebhookAdherence = z.output<typeof WebhookAdherence>;

export const WebhookCheck = z.strictObject({
  url_problem: z.enum(WEBHOOK_URL_PROBLEMS).nullable().describe("Why the address is refused"),
  matched: z
    .int()
    .nullable()
    .describe("Events of the last 30 days that match; null before the account has a webhook"),
  unknown: z
    .strictObject({
      assets: z.array(z.string()).describe("Assets that no event is about"),
      markets: z.array(z.string()).describe("Markets that the venue does not have"),
      accounts: z.array(z.string()).describe("Wallets that are not linked to the account"),
    })
    .describe("Names of the filter that no event of this account has: a registration refuses them"),
  suggested_format: z
    .enum(WEBHOOK_FORMATS)
    .nullable()
    .describe("The format that the address of a chat service takes; null for any other address"),
  preview: z
    .strictObject({
      type: z.enum(WEBHOOK_EVENT_TYPES).describe("Type of the sample event"),
      title: z.string().describe("First line of the message"),
      text: z.string().describe("Sentences below it"),
      url: z.string().describe("Page that the message links to"),
      body: z.string().describe("Body of the request, byte for byte but for ids and times"),
    })
    .nullable()
    .describe("A message of the sample event, for a chat service; null for the format json"),
});
export type WebhookCheck = z.output<typeof WebhookCheck>;

export const WebhookTest = z.strictObject({
  delivery_id: z.string(),
  type: z.enum(WEBHOOK_EVENT_TYPES).describe("Type of the test event"),
  is_paused: z.boolean().describe("True: the test waits until the webhook is resumed"),
});
export type WebhookTest = z.output<typeof WebhookTest>;

export const SignatureDiagnosis = z.strictObject({
  ok: z.boolean(),
  problem: z
    .enum([
      "malformed",
      "mismatch",
      "reserialised",
      "newline_added",
      "secret_decoded",
      "too_old",
      "too_new",
    ])
    .nullable()
    .describe(
      "mismatch: no live secret matches. reserialised: the body was parsed and written again. newline_added: the body has an extra line break. secret_decoded: the secret was decoded from Base64, and it is used as text",
    ),
  secret_id: z.string().nullable().describe("The secret that matches"),
  age_seconds: z.int().nullable(),
});
export type SignatureDiagnosis = z.output<typeof SignatureDiagnosis>;
