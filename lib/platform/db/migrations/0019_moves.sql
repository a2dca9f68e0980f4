CREATE TABLE "catalyst_cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"begins" bigint NOT NULL,
	"minute" bigint NOT NULL,
	"state" json NOT NULL,
	"state_minute" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalyst_inputs" (
	"cursor" text NOT NULL,
	"market" text NOT NULL,
	"part" text NOT NULL,
	"start" bigint NOT NULL,
	"is_read" boolean NOT NULL,
	CONSTRAINT "catalyst_inputs_cursor_market_part_start_pk" PRIMARY KEY("cursor","market","part","start")
);
--> statement-breakpoint
CREATE TABLE "move_revisions" (
	"move_id" text NOT NULL,
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"minute_end" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"incident_id" text NOT NULL,
	"market" text NOT NULL,
	"direction" text NOT NULL,
	"rule" text NOT NULL,
	"scope" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"onset" bigint NOT NULL,
	"from_price" numeric NOT NULL,
	"extreme_price" numeric NOT NULL,
	"extreme_at" bigint NOT NULL,
	"ended_at" bigint,
	"ended_by" text,
	"size" double precision NOT NULL,
	"z" double precision NOT NULL,
	"horizon" smallint NOT NULL,
	"volume_ratio" double precision,
	"open_interest_change" double precision,
	"liquidated_share" double precision,
	"cascade" boolean NOT NULL,
	"funding_flip" boolean NOT NULL,
	"parameters_hash" text NOT NULL,
	CONSTRAINT "move_revisions_move_id_revision_pk" PRIMARY KEY("move_id","revision")
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"incident_id" text NOT NULL,
	"market" text NOT NULL,
	"direction" text NOT NULL,
	"rule" text NOT NULL,
	"scope" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"onset" bigint NOT NULL,
	"from_price" numeric NOT NULL,
	"extreme_price" numeric NOT NULL,
	"extreme_at" bigint NOT NULL,
	"ended_at" bigint,
	"ended_by" text,
	"size" double precision NOT NULL,
	"z" double precision NOT NULL,
	"horizon" smallint NOT NULL,
	"volume_ratio" double precision,
	"open_interest_change" double precision,
	"liquidated_share" double precision,
	"cascade" boolean NOT NULL,
	"funding_flip" boolean NOT NULL,
	"parameters_hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "moves_parameters_hash_opened_at_id_index" ON "moves" USING btree ("parameters_hash","opened_at","id");--> statement-breakpoint
CREATE INDEX "moves_parameters_hash_market_opened_at_id_index" ON "moves" USING btree ("parameters_hash","market","opened_at","id");--> statement-breakpoint
-- Revisions are added. None changes and none goes: what the service said stays said.
CREATE FUNCTION "move_revisions_are_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'revisions of moves are append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "move_revisions_guard" BEFORE UPDATE OR DELETE ON "move_revisions"
FOR EACH ROW EXECUTE FUNCTION "move_revisions_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "move_revisions_truncate_guard" BEFORE TRUNCATE ON "move_revisions"
FOR EACH STATEMENT EXECUTE FUNCTION "move_revisions_are_append_only"();
