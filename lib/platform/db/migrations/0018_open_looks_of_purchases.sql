ALTER TABLE "onramp_callbacks" ADD COLUMN "open_since" bigint;--> statement-breakpoint
ALTER TABLE "onramp_callbacks" ADD COLUMN "reason" text;