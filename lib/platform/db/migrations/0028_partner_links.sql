CREATE TABLE "partner_clicks" (
	"code" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "partner_clicks_code_day_pk" PRIMARY KEY("code","day"),
	CONSTRAINT "partner_clicks_some" CHECK (clicks > 0)
);
--> statement-breakpoint
CREATE TABLE "partner_links" (
	"code" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "link_code" text;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "alias" text;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "partner_links" ADD CONSTRAINT "partner_links_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_links_partner_id_created_at_index" ON "partner_links" USING btree ("partner_id","created_at");