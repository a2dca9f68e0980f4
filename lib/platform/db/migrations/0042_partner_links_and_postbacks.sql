CREATE TABLE "partner_browser_sign_ups" (
	"user_id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_keys" ADD COLUMN "can_read_partner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "tags" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_browser_sign_ups" ADD CONSTRAINT "partner_browser_sign_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_browser_sign_ups" ADD CONSTRAINT "partner_browser_sign_ups_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;