CREATE TABLE "push_venue_cursors" (
	"feed" text PRIMARY KEY NOT NULL,
	"after" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
UPDATE "push_preferences" SET
	"off" = "off" || '["inbox:fill", "web:fill"]'::jsonb,
	"mail" = "mail" || '["protection", "margin", "money"]'::jsonb;
