ALTER TABLE "oauth_grants" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD COLUMN "refused_scopes" jsonb;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD COLUMN "refused_at" timestamp with time zone;