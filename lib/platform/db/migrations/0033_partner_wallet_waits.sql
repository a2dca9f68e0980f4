ALTER TABLE "partners" ADD COLUMN "payout_next" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "payout_next_at" timestamp with time zone;