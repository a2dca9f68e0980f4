CREATE TABLE "push_counts" (
	"user_id" text NOT NULL,
	"day" text NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "push_counts_user_id_day_type_pk" PRIMARY KEY("user_id","day","type")
);
--> statement-breakpoint
CREATE TABLE "push_cursors" (
	"market" text PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"off" jsonb NOT NULL,
	"quiet_from" integer,
	"quiet_until" integer,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_sends" (
	"push_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"claimed_at" bigint,
	"outcome" text,
	CONSTRAINT "push_sends_push_id_subscription_id_pk" PRIMARY KEY("push_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_sent_at" bigint,
	"failures" integer NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"key" text NOT NULL,
	"twin_key" text NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"leaves_until" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"item_id" text,
	"scheduled_at" bigint,
	"cancelled_at" bigint,
	"reached" text DEFAULT '' NOT NULL,
	"finished_at" bigint,
	CONSTRAINT "pushes_key_unique" UNIQUE("key"),
	CONSTRAINT "pushes_twin_key_unique" UNIQUE("twin_key")
);
--> statement-breakpoint
ALTER TABLE "push_counts" ADD CONSTRAINT "push_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_preferences" ADD CONSTRAINT "push_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_push_id_pushes_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."pushes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_counts_day_index" ON "push_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "push_sends_subscription_id_index" ON "push_sends" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_sends_claimed_at_push_id_index" ON "push_sends" USING btree ("claimed_at","push_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pushes_finished_at_position_index" ON "pushes" USING btree ("finished_at","position");--> statement-breakpoint
CREATE INDEX "pushes_leaves_until_index" ON "pushes" USING btree ("leaves_until");--> statement-breakpoint
CREATE INDEX "pushes_item_id_index" ON "pushes" USING btree ("item_id");