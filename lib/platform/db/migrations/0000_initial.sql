CREATE TABLE "mark_bars" (
	"market" text NOT NULL,
	"interval" text NOT NULL,
	"start" bigint NOT NULL,
	"open" numeric NOT NULL,
	"high" numeric NOT NULL,
	"low" numeric NOT NULL,
	"close" numeric NOT NULL,
	"volume" numeric NOT NULL,
	"trades" integer NOT NULL,
	"filled" boolean NOT NULL,
	CONSTRAINT "mark_bars_market_interval_start_pk" PRIMARY KEY("market","interval","start")
);
--> statement-breakpoint
CREATE TABLE "venue_keys" (
	"account" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"encrypted_key" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
