CREATE TABLE "point_entries" (
	"user_id" text NOT NULL,
	"seq" integer NOT NULL,
	"week" bigint NOT NULL,
	"points" integer NOT NULL,
	"is_reversal" boolean NOT NULL,
	"signature" text NOT NULL,
	"balance" integer NOT NULL,
	"week_points" integer NOT NULL,
	"week_usd" numeric(38, 0) NOT NULL,
	"week_reversed" numeric(38, 0) NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "point_entries_user_id_seq_pk" PRIMARY KEY("user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "swap_intake" (
	"network" text PRIMARY KEY NOT NULL,
	"genesis_hash" text NOT NULL,
	"slot" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "swaps" (
	"signature" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"wallet" text NOT NULL,
	"user_id" text,
	"status" text NOT NULL,
	"error" text,
	"asset_in" text NOT NULL,
	"asset_out" text NOT NULL,
	"units_in" numeric(38, 0) NOT NULL,
	"units_out" numeric(38, 0) NOT NULL,
	"fee" numeric(38, 0) NOT NULL,
	"fee_gross" numeric(38, 0) NOT NULL,
	"route" jsonb NOT NULL,
	"plan" jsonb,
	"transaction" text,
	"last_valid_height" bigint,
	"submitted_at" bigint,
	"resend_at" bigint,
	"seq" bigint,
	"slot" bigint,
	"block_time" bigint,
	"usd" numeric(38, 0),
	"reversed" numeric(38, 0),
	"ended_at" bigint
);
--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_signature_swaps_signature_fk" FOREIGN KEY ("signature") REFERENCES "public"."swaps"("signature") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swaps" ADD CONSTRAINT "swaps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_entries_of_week" ON "point_entries" USING btree ("user_id","week","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "swaps_tape" ON "swaps" USING btree ("seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "swaps_of_user" ON "swaps" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "swaps_of_points" ON "swaps" USING btree ("user_id","block_time") WHERE status = 'finalized';--> statement-breakpoint
CREATE INDEX "swaps_confirmed" ON "swaps" USING btree ("network","slot") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "swaps_to_send" ON "swaps" USING btree ("resend_at") WHERE resend_at is not null;