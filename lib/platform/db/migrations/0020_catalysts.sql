CREATE TABLE "catalyst_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"catalyst_id" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"carried_out_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "catalyst_evidence" (
	"catalyst_id" text NOT NULL,
	"news_id" text NOT NULL,
	"news_version" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"belongs" boolean NOT NULL,
	CONSTRAINT "catalyst_evidence_catalyst_id_news_id_news_version_recorded_at_pk" PRIMARY KEY("catalyst_id","news_id","news_version","recorded_at")
);
--> statement-breakpoint
CREATE TABLE "catalyst_moves" (
	"catalyst_id" text NOT NULL,
	"move_id" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalyst_moves_catalyst_id_move_id_pk" PRIMARY KEY("catalyst_id","move_id")
);
--> statement-breakpoint
CREATE TABLE "catalyst_passes" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"news_seq" bigint NOT NULL,
	"move_minute" bigint NOT NULL,
	"parameters_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalyst_revisions" (
	"catalyst_id" text NOT NULL,
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"changed" json NOT NULL,
	"event" json NOT NULL,
	CONSTRAINT "catalyst_revisions_catalyst_id_revision_pk" PRIMARY KEY("catalyst_id","revision")
);
--> statement-breakpoint
CREATE TABLE "catalyst_states" (
	"cursor" text NOT NULL,
	"minute" bigint NOT NULL,
	"market" text NOT NULL,
	"state" json NOT NULL,
	CONSTRAINT "catalyst_states_cursor_minute_market_pk" PRIMARY KEY("cursor","minute","market")
);
--> statement-breakpoint
CREATE TABLE "catalyst_watermarks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"news_seq" bigint NOT NULL,
	"move_minute" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalysts" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"magnitude" smallint NOT NULL,
	"assets" json NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"tracked_until" timestamp with time zone NOT NULL,
	"next_due_at" timestamp with time zone,
	"merged_into" text,
	"event" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "move_explanations" (
	"move_id" text NOT NULL,
	"revision" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"catalyst_id" text,
	"probability" double precision,
	"explanation" json NOT NULL,
	CONSTRAINT "move_explanations_move_id_revision_pk" PRIMARY KEY("move_id","revision")
);
--> statement-breakpoint
CREATE TABLE "news_items" (
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"seq" bigint NOT NULL,
	"source" text NOT NULL,
	"url" text NOT NULL,
	"publisher" text NOT NULL,
	"simulated" boolean NOT NULL,
	"headline" text NOT NULL,
	"summary" text NOT NULL,
	"published_at" timestamp with time zone,
	"recorded_at" timestamp with time zone NOT NULL,
	"role" text NOT NULL,
	"type" text,
	"type_score" double precision NOT NULL,
	"direction" text NOT NULL,
	"direction_score" double precision NOT NULL,
	"authority" double precision NOT NULL,
	"assets" json NOT NULL,
	"details" json NOT NULL,
	"simhash" text NOT NULL,
	"voice_id" text NOT NULL,
	"story_id" text NOT NULL,
	"reader" text NOT NULL,
	"model" json,
	CONSTRAINT "news_items_id_version_pk" PRIMARY KEY("id","version")
);
--> statement-breakpoint
CREATE TABLE "news_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"publisher" text NOT NULL,
	"simulated" boolean NOT NULL,
	"etag" text,
	"last_modified" text,
	"cursor" text,
	"next_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	"last_item_at" timestamp with time zone,
	"failures" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "catalyst_evidence_news_id_index" ON "catalyst_evidence" USING btree ("news_id");--> statement-breakpoint
CREATE INDEX "catalyst_revisions_recorded_at_catalyst_id_index" ON "catalyst_revisions" USING btree ("recorded_at","catalyst_id");--> statement-breakpoint
CREATE INDEX "catalysts_first_seen_at_id_index" ON "catalysts" USING btree ("first_seen_at","id");--> statement-breakpoint
CREATE INDEX "catalysts_changed_at_id_index" ON "catalysts" USING btree ("changed_at","id");--> statement-breakpoint
CREATE INDEX "move_explanations_catalyst_id_recorded_at_index" ON "move_explanations" USING btree ("catalyst_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_seq_index" ON "news_items" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "news_items_recorded_at_seq_index" ON "news_items" USING btree ("recorded_at","seq");--> statement-breakpoint
CREATE INDEX "news_items_story_id_index" ON "news_items" USING btree ("story_id");--> statement-breakpoint
ALTER TABLE "catalyst_cursors" DROP COLUMN "state";--> statement-breakpoint
-- What the service learned and said stays stored: rows are added, none changes and none goes.
CREATE FUNCTION "catalyst_rows_are_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "news_items_guard" BEFORE UPDATE OR DELETE ON "news_items"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "news_items_truncate_guard" BEFORE TRUNCATE ON "news_items"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
--> statement-breakpoint
CREATE TRIGGER "catalyst_passes_guard" BEFORE UPDATE OR DELETE ON "catalyst_passes"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "catalyst_passes_truncate_guard" BEFORE TRUNCATE ON "catalyst_passes"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
--> statement-breakpoint
CREATE TRIGGER "catalyst_revisions_guard" BEFORE UPDATE OR DELETE ON "catalyst_revisions"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "catalyst_revisions_truncate_guard" BEFORE TRUNCATE ON "catalyst_revisions"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
--> statement-breakpoint
CREATE TRIGGER "catalyst_evidence_guard" BEFORE UPDATE OR DELETE ON "catalyst_evidence"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "catalyst_evidence_truncate_guard" BEFORE TRUNCATE ON "catalyst_evidence"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
--> statement-breakpoint
CREATE TRIGGER "move_explanations_guard" BEFORE UPDATE OR DELETE ON "move_explanations"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "move_explanations_truncate_guard" BEFORE TRUNCATE ON "move_explanations"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
--> statement-breakpoint
CREATE TRIGGER "catalyst_moves_guard" BEFORE UPDATE OR DELETE ON "catalyst_moves"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "catalyst_moves_truncate_guard" BEFORE TRUNCATE ON "catalyst_moves"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
