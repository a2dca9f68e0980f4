DROP INDEX "webhook_deliveries_once";--> statement-breakpoint
DROP INDEX "webhook_deliveries_by_age";--> statement-breakpoint
DROP INDEX "webhook_events_by_age";--> statement-breakpoint
DROP INDEX "webhook_lanes_due";--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "phases" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "is_tried" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "free_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "room" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "counted_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped_from" bigint;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD COLUMN "skipped_to" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "locale" text;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" USING btree ("webhook_id","position") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_copies" ON "webhook_deliveries" USING btree ("replay_of") WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_of_account" ON "webhook_events" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_lanes_due" ON "webhook_lanes" USING btree (greatest(due_at, free_at),"webhook_id") WHERE is_open and due_at is not null;