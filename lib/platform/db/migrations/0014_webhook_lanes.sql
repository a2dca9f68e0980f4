DROP INDEX "webhook_lanes_due";--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "free_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "room" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "counted_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped_from" bigint;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped_to" bigint;--> statement-breakpoint
CREATE INDEX "webhook_lanes_due" ON "webhook_lanes" USING btree (greatest(due_at, free_at),"webhook_id") WHERE is_open and due_at is not null;