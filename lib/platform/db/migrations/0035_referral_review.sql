ALTER TABLE "partner_accounts" ADD COLUMN "funding_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "review_reason" text;--> statement-breakpoint
CREATE INDEX "partner_ledger_simulated" ON "partner_ledger" USING btree ("partner_id","seq") WHERE simulated;--> statement-breakpoint
CREATE INDEX "partner_referrals_in_review" ON "partner_referrals" USING btree ("partner_id") WHERE review in ('held', 'rejected');