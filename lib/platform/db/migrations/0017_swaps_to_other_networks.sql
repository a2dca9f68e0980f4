ALTER TABLE "swaps" ADD COLUMN "destination" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "payment" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "refund" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "looked_at" bigint;--> statement-breakpoint
CREATE INDEX "swaps_settling" ON "swaps" USING btree ("looked_at") WHERE status in ('settling', 'refunding');