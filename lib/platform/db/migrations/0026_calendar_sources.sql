CREATE TABLE "calendar_places" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"publisher" text NOT NULL,
	"simulated" boolean NOT NULL,
	"etag" text,
	"last_modified" text,
	"next_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	"last_item_at" timestamp with time zone,
	"failures" integer NOT NULL,
	"error" text,
	"reads" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_statements" (
	"id" text PRIMARY KEY NOT NULL,
	"item_id" text NOT NULL,
	"source" text NOT NULL,
	"simulated" boolean NOT NULL,
	"statement" json NOT NULL
);
--> statement-breakpoint
CREATE INDEX "calendar_statements_item_id_index" ON "calendar_statements" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "calendar_statements_source_index" ON "calendar_statements" USING btree ("source");--> statement-breakpoint
CREATE INDEX "calendar_revisions_scheduled_at_item_id_index" ON "calendar_revisions" USING btree ("scheduled_at","item_id");