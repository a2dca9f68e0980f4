CREATE TABLE "calendar_items" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"country" text,
	"scheduled_at" bigint NOT NULL,
	"precision" text NOT NULL,
	"period" text,
	"unit" text,
	"forecast" text,
	"previous" text,
	"revised_previous" text,
	"actual" text,
	"surprise" text,
	"surprise_z" double precision,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"url" text,
	"simulated" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_revisions" (
	"item_id" text NOT NULL,
	"revision" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"changed" json NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"country" text,
	"scheduled_at" bigint NOT NULL,
	"precision" text NOT NULL,
	"period" text,
	"unit" text,
	"forecast" text,
	"previous" text,
	"revised_previous" text,
	"actual" text,
	"surprise" text,
	"surprise_z" double precision,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"url" text,
	"simulated" boolean NOT NULL,
	CONSTRAINT "calendar_revisions_item_id_revision_pk" PRIMARY KEY("item_id","revision")
);
--> statement-breakpoint
CREATE INDEX "calendar_items_scheduled_at_id_index" ON "calendar_items" USING btree ("scheduled_at","id");--> statement-breakpoint
CREATE INDEX "calendar_items_kind_scheduled_at_index" ON "calendar_items" USING btree ("kind","scheduled_at");--> statement-breakpoint
CREATE INDEX "calendar_items_recorded_at_id_index" ON "calendar_items" USING btree ("recorded_at","id");--> statement-breakpoint
CREATE INDEX "calendar_revisions_recorded_at_item_id_index" ON "calendar_revisions" USING btree ("recorded_at","item_id");--> statement-breakpoint
CREATE TRIGGER "calendar_revisions_guard" BEFORE UPDATE OR DELETE ON "calendar_revisions"
FOR EACH ROW EXECUTE FUNCTION "catalyst_rows_are_append_only"();--> statement-breakpoint
CREATE TRIGGER "calendar_revisions_truncate_guard" BEFORE TRUNCATE ON "calendar_revisions"
FOR EACH STATEMENT EXECUTE FUNCTION "catalyst_rows_are_append_only"();
