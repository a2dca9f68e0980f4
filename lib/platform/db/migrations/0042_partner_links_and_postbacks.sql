CREATE TABLE "partner_browser_sign_ups" (
	"user_id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_announcement_marks" (
	"partner_id" text PRIMARY KEY NOT NULL,
	"fee_seq" bigint NOT NULL,
	"fees_at" bigint NOT NULL,
	"paid_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_postback_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"macros" jsonb NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" bigint,
	"created_at" bigint NOT NULL,
	"attempted_at" bigint,
	"url" text,
	"status" integer,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "partner_postbacks" (
	"partner_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"paused_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_keys" ADD COLUMN "can_read_partner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "is_announced" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "tags" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "payout_schedule" text DEFAULT 'every_run' NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "payout_minimum" numeric(38, 0);--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "payout_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "payee" text;--> statement-breakpoint
ALTER TABLE "partner_browser_sign_ups" ADD CONSTRAINT "partner_browser_sign_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_browser_sign_ups" ADD CONSTRAINT "partner_browser_sign_ups_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_announcement_marks" ADD CONSTRAINT "partner_announcement_marks_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_postback_calls" ADD CONSTRAINT "partner_postback_calls_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_postbacks" ADD CONSTRAINT "partner_postbacks_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_postback_calls_due" ON "partner_postback_calls" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "partner_postback_calls_partner_id_created_at_index" ON "partner_postback_calls" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_postback_calls_once" ON "partner_postback_calls" USING btree ("partner_id","event","subject") WHERE not is_test;--> statement-breakpoint
CREATE INDEX "partner_referrals_to_announce" ON "partner_referrals" USING btree ("partner_id") WHERE not is_announced;