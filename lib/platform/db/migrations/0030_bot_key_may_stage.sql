ALTER TABLE "bot_keys" ADD COLUMN "can_stage_orders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Keys of before proposed orders without being asked, and keep that right.
UPDATE "bot_keys" SET "can_stage_orders" = true;
