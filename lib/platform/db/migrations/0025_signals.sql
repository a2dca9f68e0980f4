CREATE TABLE "signal_cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_events" (
	"signal_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"minute" bigint NOT NULL,
	"close" numeric NOT NULL,
	"result" double precision NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_triggers" (
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"revision" integer NOT NULL,
	"move_revision" integer,
	"market" text NOT NULL,
	"price_tick" numeric,
	"minute" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"parameters_hash" text NOT NULL,
	CONSTRAINT "signal_triggers_rule_subject_pk" PRIMARY KEY("rule","subject")
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"market" text NOT NULL,
	"direction" text NOT NULL,
	"horizon" integer NOT NULL,
	"conviction" double precision NOT NULL,
	"shadow" boolean NOT NULL,
	"entry" numeric NOT NULL,
	"invalidation" numeric NOT NULL,
	"target" numeric NOT NULL,
	"price_tick" numeric NOT NULL,
	"reasons" json NOT NULL,
	"catalyst_ids" json NOT NULL,
	"move_id" text,
	"calendar_id" text,
	"simulated" boolean NOT NULL,
	"momentum" text,
	"momentum_conviction" double precision,
	"minute" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"parameters_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staged_orders" ADD COLUMN "signal_id" text;--> statement-breakpoint
ALTER TABLE "signal_events" ADD CONSTRAINT "signal_events_signal_id_signals_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signal_events_minute_signal_id_index" ON "signal_events" USING btree ("minute","signal_id");--> statement-breakpoint
CREATE INDEX "signal_triggers_minute_rule_subject_index" ON "signal_triggers" USING btree ("minute","rule","subject");--> statement-breakpoint
CREATE INDEX "signals_minute_id_index" ON "signals" USING btree ("minute","id");--> statement-breakpoint
CREATE INDEX "signals_market_minute_id_index" ON "signals" USING btree ("market","minute","id");--> statement-breakpoint
CREATE TRIGGER "signal_triggers_guard" BEFORE UPDATE OR DELETE ON "signal_triggers"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "signal_triggers_truncate_guard" BEFORE TRUNCATE ON "signal_triggers"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "signals_guard" BEFORE UPDATE OR DELETE ON "signals"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "signals_truncate_guard" BEFORE TRUNCATE ON "signals"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "signal_events_guard" BEFORE UPDATE OR DELETE ON "signal_events"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "signal_events_truncate_guard" BEFORE TRUNCATE ON "signal_events"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
