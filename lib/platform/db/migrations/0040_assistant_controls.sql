CREATE TABLE "assistant_pauses" (
	"user_id" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "machine_reads" (
	"key_id" text NOT NULL,
	"day" date NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "machine_reads_key_id_day_what_pk" PRIMARY KEY("key_id","day","what")
);
--> statement-breakpoint
CREATE TABLE "proposal_limits" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"proposer_id" text NOT NULL,
	"markets" jsonb,
	"max_notional" numeric,
	"max_day_notional" numeric,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proposal_limits_user_id_kind_proposer_id_pk" PRIMARY KEY("user_id","kind","proposer_id")
);
--> statement-breakpoint
ALTER TABLE "staged_orders" ADD COLUMN "action" text DEFAULT 'place' NOT NULL;--> statement-breakpoint
ALTER TABLE "staged_orders" ADD COLUMN "target" jsonb;--> statement-breakpoint
ALTER TABLE "staged_orders" ADD COLUMN "counted_notional" numeric;--> statement-breakpoint
ALTER TABLE "assistant_pauses" ADD CONSTRAINT "assistant_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_limits" ADD CONSTRAINT "proposal_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;