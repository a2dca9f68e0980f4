ALTER TABLE "oidc_errands" DROP CONSTRAINT "oidc_errands_pkey";--> statement-breakpoint
ALTER TABLE "oidc_errands" ADD COLUMN "state_hash" text;--> statement-breakpoint
CREATE INDEX "oidc_errands_session_id_index" ON "oidc_errands" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "oidc_errands" ADD CONSTRAINT "oidc_errands_state_hash_unique" UNIQUE("state_hash");