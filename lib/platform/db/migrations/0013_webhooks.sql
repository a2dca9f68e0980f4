CREATE TABLE "webhook_attempts" (
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"claim" text NOT NULL,
	"due_at" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint NOT NULL,
	"status" integer,
	"failure" text,
	"response" text,
	CONSTRAINT "webhook_attempts_delivery_id_number_claim_pk" PRIMARY KEY("delivery_id","number","claim")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"webhook_id" text NOT NULL,
	"type" text NOT NULL,
	"dedup_key" char(64) NOT NULL,
	"event_at" bigint NOT NULL,
	"data" text NOT NULL,
	"is_live" boolean NOT NULL,
	"replay_of" text,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" bigint,
	"claim" text,
	"lease_until" bigint,
	"lost" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"user_id" text,
	"dedup_key" char(64) NOT NULL,
	"created_at" bigint NOT NULL,
	"data" text NOT NULL,
	"assets" jsonb,
	"conviction" double precision,
	"about" text,
	"is_fanned_out" boolean DEFAULT false NOT NULL,
	CONSTRAINT "webhook_events_dedup_key_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
CREATE TABLE "webhook_lanes" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"is_open" boolean NOT NULL,
	"due_at" bigint,
	"tokens" double precision NOT NULL,
	"filled_at" bigint NOT NULL,
	"is_slow" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"encrypted" text NOT NULL,
	"created_at" bigint NOT NULL,
	"retires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"filter" jsonb NOT NULL,
	"status" text NOT NULL,
	"pause" jsonb,
	"max_per_second" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_keys" ADD COLUMN "can_manage_webhooks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("webhook_id","dedup_key") WHERE is_live and replay_of is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","due_at","position") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" USING btree ("webhook_id","lease_until") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_order" ON "webhook_deliveries" USING btree ("webhook_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_replays" ON "webhook_deliveries" USING btree ("replay_of") WHERE replay_of is not null and state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("position") WHERE not is_fanned_out;--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_lanes_due" ON "webhook_lanes" USING btree ("due_at") WHERE is_open and due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_secrets_webhook_id_index" ON "webhook_secrets" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "webhooks_user_id_index" ON "webhooks" USING btree ("user_id");