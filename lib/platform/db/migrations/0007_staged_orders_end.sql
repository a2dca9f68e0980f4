ALTER TABLE "staged_orders" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "staged_orders_ended_at_index" ON "staged_orders" USING btree ("ended_at");--> statement-breakpoint
-- Of those that ended before, the moment of the answer is the nearest to their end that is known.
UPDATE "staged_orders" SET "ended_at" = coalesce("decided_at", "expires_at")
  WHERE "state" IN ('placed', 'refused', 'declined', 'withdrawn', 'expired');
