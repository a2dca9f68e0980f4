CREATE TABLE "price_alert_cursors" (
	"market" text PRIMARY KEY NOT NULL,
	"judged_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"market" text NOT NULL,
	"price" text NOT NULL,
	"direction" text NOT NULL,
	"mode" text NOT NULL,
	"note" text,
	"created_at" bigint NOT NULL,
	"is_armed" boolean NOT NULL,
	"since" bigint NOT NULL,
	"firings" integer NOT NULL,
	"last_fired_at" bigint,
	"created_in" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_alerts_user_id_index" ON "price_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "price_alerts_created_in_index" ON "price_alerts" USING btree ("created_in");